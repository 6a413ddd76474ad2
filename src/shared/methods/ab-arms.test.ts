import { describe, expect, it } from 'vitest'
import type { Attempt, TraceStep } from '../condense/outcome-types.ts'
import { buildArm, findRunArm, describeArm } from './ab-arms.ts'

const arms = [{ providerId: 'native' }, { providerId: 'smart', presetId: 'balanced' }]
const settings = { key: 'user-1', arms }
const step = (reason: string): TraceStep => ({
  label: 'smart (balanced)',
  decision: 'taken',
  reason,
  tokensBefore: 10,
  tokensAfter: 5,
  costUsd: 0,
})
const attempt: Attempt = {
  providerId: 'ab',
  status: 'failed',
  code: 'timeout',
  message: '',
  reductionPercent: 0,
  costUsd: 0,
}
const run = (attempts: Attempt[], reasons: string[], providerId = 'ab') =>
  findRunArm({ providerId, settings, outcome: { attempts, trace: reasons.map(step) } })

describe('an arm', () => {
  it('is named by its letter and its provider', () => {
    expect(arms.map((_, at) => describeArm(buildArm(arms, at)))).toEqual(['A: native', 'B: smart (balanced)'])
  })

  it('belongs to the same set only where all arms and their settings are equal', () => {
    const [first] = arms
    const others = [
      arms.toReversed(),
      [first!],
      [first!, { providerId: 'smart' }],
      [first!, { ...arms[1]!, settings: { keepLast: 2 } }],
    ]
    const sets = new Set([arms, ...others].map((all) => buildArm(all, 0).set))
    expect(sets.size).toBe(5)
    expect(buildArm(structuredClone(arms), 1).set).toBe(buildArm(arms, 0).set)
  })
})

describe('the arm of a run', () => {
  it('is what its attempt has kept, though a fallback made the result', () => {
    const arm = buildArm(arms, 0)
    expect(
      run(
        [
          { ...attempt, arm },
          { ...attempt, providerId: 'truncation' },
        ],
        [],
      ),
    ).toEqual(arm)
  })

  it('of an older version stands in its trace', () => {
    const reasons = ['Arm A: the key is assigned to another.', 'Arm B: the key hashes to 4711.']
    expect(run([attempt], reasons)).toEqual(buildArm(arms, 1))
  })

  it.each<[string, ReturnType<typeof run>]>([
    ['where it was not kept', run([attempt], [])],
    ['where the settings have no such arm', run([attempt], ['Arm C: the key hashes to 3.'])],
    ['where another provider says so', run([attempt], ['Arm A: the key hashes to 3.'], 'native')],
    ['where a run has no outcome', findRunArm({ providerId: 'ab', settings, outcome: null })],
    [
      'where settings are of another kind',
      findRunArm({
        providerId: 'ab',
        settings: { arms: 3 },
        outcome: { attempts: [], trace: [step('Arm A: the key hashes to 3.')] },
      }),
    ],
  ])('is not known %s', (_, arm) => {
    expect(arm).toBeNull()
  })
})
