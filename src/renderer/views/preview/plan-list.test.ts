import { expect, it } from 'vitest'
import type { TraceStep } from '../../../shared/domain/outcome.ts'
import { planSteps, savedPercent } from './plan-list.tsx'

const step: TraceStep = {
  label: 'Cut',
  decision: 'skipped',
  reason: 'Below 40 000 tokens.',
  tokensBefore: 100,
  tokensAfter: 100,
  costUsd: 0,
}
const pass = {
  id: 'cut',
  label: 'Cut',
  tokensBefore: 100,
  tokensAfter: 60,
  durationMs: 5,
  operations: { shortened: 3, dropped: 1 },
}

it('plans what the provider decides, not what its passes then do', () => {
  expect(planSteps({ trace: [step], passes: [pass] })).toEqual([step])
})

it('plans the passes of a provider without decisions', () => {
  expect(planSteps({ trace: [], passes: [pass] })).toEqual([
    {
      label: 'Cut',
      decision: 'taken',
      reason: '3 shortened, 1 dropped',
      tokensBefore: 100,
      tokensAfter: 60,
      costUsd: 0,
    },
  ])
})

it.each([
  [100, 60, 200, 20],
  [100, 100, 200, 0],
  [100, 140, 200, 0],
  [100, 0, 0, 0],
  [100, 0, 50, 100],
])('%i → %i of %i saves %i %%', (tokensBefore, tokensAfter, original, percent) => {
  expect(savedPercent({ ...step, tokensBefore, tokensAfter }, original)).toBe(percent)
})
