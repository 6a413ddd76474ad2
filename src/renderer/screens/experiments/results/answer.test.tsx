import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ExperimentPlan } from '../../../../shared/experiments/experiment-types.ts'
import { buildComparison, recall, tokens } from '../../../../shared/testing/build-comparison.ts'
import { draw } from '../../../testing/draw.tsx'
import { createVariantNames } from '../create-variant-names.ts'
import { ExperimentContext, type ExperimentScreen } from '../experiment-context.ts'
import { buildExperimentDetail, buildExperimentResults } from '../testing/experiment-fixtures.ts'
import { Answer } from './answer.tsx'

const buildSummary = (mean: number) => ({ mean, low: null, high: null, n: 1, outOf: 1, tasks: 1 })
const buildVariant = (id: string, kept: number) => ({
  id,
  label: id,
  cells: { done: 1, failed: 0, unchanged: 0 },
  metrics: { [recall.id]: buildSummary(kept), tokens: buildSummary(1000) },
  chance: null,
  costUsd: 0,
  priceUsd: null,
  meanDurationMs: null,
  isOnParetoFront: false,
})

function drawAnswer(): void {
  const variants = ['native', 'balanced'].map((id) => ({
    id,
    label: id,
  })) as unknown as ExperimentPlan['variants']
  const detail = buildExperimentDetail([])
  const value: ExperimentScreen = {
    detail: { ...detail, summary: { ...detail.summary, question: 'Which keeps more?' } },
    results: buildExperimentResults({
      variants: [buildVariant('native', 0.9), buildVariant('balanced', 0.78)],
      comparisons: [buildComparison()],
    }),
    names: createVariantNames(variants),
    baselineId: 'native',
    metrics: [tokens, recall],
    running: new Set(),
  }
  draw(
    <ExperimentContext value={value}>
      <Answer />
    </ExperimentContext>,
  )
}

describe('the answer of an experiment on screen', () => {
  it('stands under its question, in the sentence that report and command line have', () => {
    drawAnswer()
    const answer = screen.getByRole('region', { name: 'Answer' })
    expect(answer.textContent).toContain('Which keeps more?')
    expect(
      within(answer).getByRole('link', {
        name: /balanced keeps less of the facts the agent went on to use than native/,
      }),
    ).toBeTruthy()
  })

  it('sums each variant up in the figures that say most, the one that decides first', () => {
    drawAnswer()
    const table = screen.getByRole('table', { name: 'Headline figures' })
    const heads = within(table).getAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      'Variant',
      'Kept what was used next · decides',
      'Tokens after',
    ])
    expect(within(table).getAllByRole('row')).toHaveLength(3)
  })
})
