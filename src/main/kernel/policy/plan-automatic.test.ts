import { describe, expect, it } from 'vitest'
import { chooseThreshold, decideTrigger } from './context-trigger.ts'
import { planAutomatic, type AutomaticInput } from './plan-automatic.ts'

type Situation = {
  /** Percent of a window of 100,000 tokens; above 81.808 the next request would not fit. */
  readonly percent: number
  readonly autoCondense?: boolean
  readonly threshold?: number
  readonly stopPercent?: number
  readonly earlyPercent?: number
  readonly attempts?: readonly number[]
  readonly lastEndedAtPercent?: number
  readonly nowTs?: number
}

function inputFor(situation: Situation): AutomaticInput {
  const { percent, autoCondense = true, threshold = 75, stopPercent = null, earlyPercent = null } = situation
  const { attempts = [], lastEndedAtPercent = null, nowTs = 1_000_000 } = situation
  const decision = decideTrigger({
    totalTokens: percent * 1000,
    lastMessageTokens: 0,
    windowTokens: 100_000,
    maxTokens: null,
    autoCondense,
    threshold: chooseThreshold(threshold, undefined),
  })
  const policy = { autoCondense, stopPercent, earlyPercent, minimumGainPercent: 20 }
  const common = { decision, windowTokens: 100_000, thresholdPercent: threshold, policy }
  return { ...common, attempts, lastEndedAtPercent, nowTs }
}

const threeJustNow = [999_000, 999_500, 999_900]

describe('an automatic run', () => {
  it.each<[string, Situation, object]>([
    ['below everything is not needed', { percent: 60 }, { kind: 'skip', code: 'not-needed' }],
    [
      'at the threshold condenses and never slides',
      { percent: 75 },
      { kind: 'run', purpose: 'condense', slidesAtLast: false, targetTokens: null },
    ],
    [
      'above the allowed tokens condenses, and slides at last',
      { percent: 82 },
      { kind: 'run', purpose: 'condense', slidesAtLast: true },
    ],
    [
      'above the allowed tokens and below the threshold does the same',
      { percent: 82, threshold: 100 },
      { kind: 'run', purpose: 'condense', slidesAtLast: true },
    ],
    [
      'that is off slides above the allowed tokens',
      { percent: 82, autoCondense: false },
      { kind: 'run', purpose: 'truncate', slidesAtLast: true },
    ],
    [
      'that is off does nothing at the threshold',
      { percent: 76, autoCondense: false },
      { kind: 'skip', code: 'not-needed' },
    ],
    [
      'aims for the stop level',
      { percent: 80, stopPercent: 33 },
      { kind: 'run', purpose: 'condense', targetTokens: 33_000 },
    ],
    ['prepares early', { percent: 60, earlyPercent: 60 }, { kind: 'run', purpose: 'prepare' }],
    [
      'prepares nothing before that',
      { percent: 59.9, earlyPercent: 60 },
      { kind: 'skip', code: 'not-needed' },
    ],
    [
      'prepares nothing where it is off',
      { percent: 60, earlyPercent: 60, autoCondense: false },
      { kind: 'skip', code: 'not-needed' },
    ],
    [
      'condenses instead of preparing where it is time',
      { percent: 75, earlyPercent: 60 },
      { kind: 'run', purpose: 'condense' },
    ],
    [
      'waits after three within a minute',
      { percent: 80, attempts: threeJustNow },
      { kind: 'skip', code: 'loop-guard' },
    ],
    [
      'slides the window instead of waiting where the next request would not fit',
      { percent: 99, attempts: threeJustNow },
      { kind: 'run', purpose: 'truncate', slidesAtLast: true },
    ],
    [
      'that is not needed says so, and not that it waits',
      { percent: 60, attempts: threeJustNow },
      { kind: 'skip', code: 'not-needed' },
    ],
    [
      'goes on after the cooldown',
      { percent: 80, attempts: threeJustNow, nowTs: 1_059_900 },
      { kind: 'run', purpose: 'condense' },
    ],
    [
      'waits for growth after one that ended above the stop level',
      { percent: 80, stopPercent: 50, lastEndedAtPercent: 61 },
      { kind: 'skip', code: 'hysteresis' },
    ],
    [
      'goes on after that growth',
      { percent: 81, stopPercent: 50, lastEndedAtPercent: 61 },
      { kind: 'run', purpose: 'condense' },
    ],
    [
      'knows no hysteresis without a stop level',
      { percent: 76, lastEndedAtPercent: 74 },
      { kind: 'run', purpose: 'condense' },
    ],
    [
      'does not wait where the next request would not fit',
      { percent: 82, stopPercent: 50, lastEndedAtPercent: 79 },
      { kind: 'run', purpose: 'condense', slidesAtLast: true },
    ],
  ])('%s', (_name, situation, expected) => {
    expect(planAutomatic(inputFor(situation))).toMatchObject(expected)
  })

  it('says in how many seconds it may start again', () => {
    const plan = planAutomatic(inputFor({ percent: 80, attempts: threeJustNow, nowTs: 1_000_000 }))
    expect(plan).toMatchObject({ reason: expect.stringContaining('in 60 s') })
  })
})
