import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { CellDetail } from '../../../../shared/experiments/contract.ts'
import type { ExperimentPlan } from '../../../../shared/experiments/experiment-types.ts'
import { recall, tokens } from '../../../../shared/testing/build-comparison.ts'
import { drawWithEngine } from '../../../testing/draw.tsx'
import { CellView } from '../cell/cell-view.tsx'
import { createVariantNames } from '../create-variant-names.ts'
import { ExperimentContext, type ExperimentScreen } from '../experiment-context.ts'
import {
  buildCell,
  buildPlannedCheckpoint,
  buildExperimentDetail,
  buildExperimentResults,
} from '../testing/experiment-fixtures.ts'
import { ValueMatrix } from './value-matrix.tsx'

const checkpoint = buildPlannedCheckpoint('task@1')
const cell = buildCell('native', checkpoint.id, { values: { [recall.id]: 0.22, [tokens.id]: 900 } })
// Nothing here reads more of a variant.
const variants = [{ id: 'native', label: 'native', repeats: 1 }] as unknown as ExperimentPlan['variants']
const detail = buildExperimentDetail([cell])
const shown: ExperimentScreen = {
  detail: { ...detail, plan: { ...detail.plan, variants, checkpoints: [checkpoint] } },
  results: buildExperimentResults(),
  names: createVariantNames(variants),
  baselineId: 'native',
  metrics: [tokens, recall],
  running: new Set(),
}
const measured = [
  { metric: tokens.id, value: 900, evidence: { kind: 'artifacts', artifacts: [], invented: [] } },
  { metric: recall.id, value: 0.22, evidence: null },
]

describe('the evidence of a number in the cells', () => {
  it.each([recall, tokens])('is that of $label where that is what stands there', async ({ id }) => {
    const results = buildExperimentResults({ primary: { metric: id, isDeclared: false } })
    const { user, addresses } = drawWithEngine(
      <ExperimentContext value={{ ...shown, results }}>
        <ValueMatrix title="Every cell" label="Cells" mostRows={null} />
      </ExperimentContext>,
      {},
    )
    await user.click(screen.getByRole('button', { name: /^native, Task/ }))
    expect(addresses.at(-1)).toMatch(new RegExp(`/cell/.*/${id}$`))
  })

  it.each([
    [recall.id, 'Kept what was used next: 22\u202f%'],
    ['another', 'No evidence of this number was kept.'],
  ])('of %s is shown, and never that of another metric', async (metric, says) => {
    // Nothing that is shown here reads more of a cell.
    const loaded = { cell, outcome: null, measured, missing: '' } as unknown as CellDetail
    drawWithEngine(
      <ExperimentContext value={shown}>
        <CellView checkpointId={checkpoint.id} variantKey="native" repeat={1} metric={metric} />
      </ExperimentContext>,
      { 'experiments.cell': () => loaded, 'preferences.all': () => ({}) },
    )
    const panel = await screen.findByRole('tabpanel', { name: 'Evidence' })
    expect(panel.textContent).toContain(says)
    expect(panel.textContent).not.toContain('Tokens after')
  })
})
