import type { Autopsied, MissingThing } from '../condensations/autopsy-types.ts'

/** A file that was read again after a condensation. */
export const rewind: MissingThing = {
  kind: 'read-again',
  texts: ['/w/src/rewind.go'],
  said: 15,
  used: 203,
  tokens: 4120,
  costUsd: 0.04,
  excerpt: 'func rewind() {\n}',
}

/** A condensation of Claude Code after which two things were read again. */
export function makeAutopsied(over: Partial<Autopsied> = {}): Autopsied {
  return {
    n: 1,
    kind: 'summary',
    trigger: 'auto',
    ts: null,
    before: 155_830,
    after: 46_329,
    cut: 170,
    atRequest: 86,
    inRequest: null,
    pauseSeconds: null,
    durationSeconds: null,
    isPrecomputed: false,
    summaryRequest: { tokensIn: 155_830, tokensOut: 2000, isRecorded: false },
    followed: 107,
    costUsd: null,
    hidden: { messages: 10, parts: 20, tokens: 114_109 },
    unexamined: null,
    missing: [rewind, { ...rewind, said: 16, used: 207, tokens: 1000, costUsd: 0.01 }],
    others: 441,
    survived: { of: 504, left: 54 },
    summary: 'We mend the rewind.',
    ...over,
  }
}
