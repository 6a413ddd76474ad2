import { expect, it } from 'vitest'
import { type ComparedArm, keptFigure } from './answer-types.ts'
import { judgeCompared } from './judge-compared.ts'

function buildArm(
  id: string,
  kept: number | null,
  reduction: number,
  more: Partial<ComparedArm> = {},
): ComparedArm {
  return {
    id,
    label: id,
    source: null,
    certainty: null,
    isExtracted: false,
    tokensAfter: 1000,
    saved: reduction * 10,
    figures: { [keptFigure]: kept, reduction },
    controls: {},
    estimatedCostUsd: null,
    changeUsd: -reduction / 10,
    breakEvenRequests: null,
    valid: true,
    outcome: 'condensed',
    problems: [],
    ...more,
  }
}

const keeper = buildArm('keeper', 0.95, 50)
const saver = buildArm('saver', 0.6, 95)
const light = buildArm('light', 1, 5)

it('puts what fits the goal best first, names none of it, and says of the others how they stand', () => {
  const verdicts = (goal: 'balanced' | 'cheapest') =>
    judgeCompared([light, saver, keeper], goal).map(({ arm, verdict }) => [arm.id, verdict])
  expect(verdicts('balanced')).toEqual([
    ['keeper', 'candidate'],
    ['saver', 'candidate'],
    ['light', 'saves-too-little'],
  ])
  expect(verdicts('cheapest')[0]).toEqual(['saver', 'candidate'])
})

it('refuses what a provider would refuse, what changed nothing, and what failed', () => {
  const judged = judgeCompared(
    [
      buildArm('broken', 1, 60, { valid: false }),
      buildArm('idle', 1, 0, { outcome: 'unchanged' }),
      buildArm('failed', null, 0, { outcome: 'failed', valid: false, tokensAfter: null, saved: null }),
      keeper,
    ],
    'balanced',
  )
  expect(judged.map(({ arm, verdict }) => [arm.id, verdict])).toEqual([
    ['keeper', 'candidate'],
    ['broken', 'invalid'],
    ['idle', 'saves-too-little'],
    ['failed', 'unmeasured'],
  ])
})

it('puts what the agent did first, whatever is wrong with it', () => {
  for (const more of [{}, { valid: false }, { outcome: 'failed' as const }])
    expect(
      judgeCompared([keeper, buildArm('recorded', 1, 90, more)], 'cheapest').map(({ arm, verdict }) => [
        arm.id,
        verdict,
      ]),
    ).toEqual([
      ['recorded', 'recorded'],
      ['keeper', 'candidate'],
    ])
})
