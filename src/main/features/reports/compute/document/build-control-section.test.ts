import { expect, it } from 'vitest'
import type { ControlResult } from '../../../../../shared/kernel/control.ts'
import { experimentFixture } from '../testing/experiment-fixture.ts'
import { reportInput } from '../testing/report-input.ts'
import { buildControlSection } from './build-control-section.ts'

const { results } = reportInput(experimentFixture())
const control = (id: ControlResult['id'], mean: number, isBeaten: boolean | null): ControlResult => ({
  id,
  mean,
  lead: 0.1,
  tasks: 12,
  p: null,
  isBeaten,
})

it('is left out of reports whose figures were held against no tricks', () => {
  const variants = results.variants.map(({ controls: _controls, ...rest }) => rest)
  expect(buildControlSection({ results: { ...results, variants } })).toBeNull()
})

it('names the tricks that a variant was not shown to beat, and what cannot be seen', () => {
  const [metric] = results.metrics
  const controls = { [metric?.id ?? '']: [control('names', 3, true), control('last-messages', 60, false)] }
  const variants = results.variants.map((variant) => ({ ...variant, controls }))
  const section = buildControlSection({ results: { ...results, variants } })
  const text = JSON.stringify(section)
  expect(text).toContain('not shown to beat last messages')
  expect(text).toContain('Not seen: a lie about everything at once')
})
