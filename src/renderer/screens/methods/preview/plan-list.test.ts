import { expect, it } from 'vitest'
import { foldSteps } from '../../../../shared/condense/build-outcome-tables.ts'
import type { TraceStep } from '../../../../shared/condense/outcome-types.ts'
import { planSteps, computeSavedPercent } from './plan-list.tsx'

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

it('says once what is done for one reason, with what it saves together', () => {
  const taken: TraceStep = { ...step, decision: 'taken', reason: 'Repeats.', tokensAfter: 90, costUsd: 1 }
  expect(foldSteps([taken, step, { ...taken, tokensBefore: 90, tokensAfter: 85 }])).toEqual([
    { step: { ...taken, tokensAfter: 85, costUsd: 2 }, times: 2 },
    { step, times: 1 },
  ])
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
  expect(computeSavedPercent({ ...step, tokensBefore, tokensAfter }, original)).toBe(percent)
})
