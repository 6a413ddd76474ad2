import { describe, expect, it } from 'vitest'
import { measureGrowth } from '../../../platform/workers/testing/count-steps.ts'
import { viewSession, type Session } from './testing/view-session.ts'

const counted = {
  file: new URL('testing/view-session.ts', import.meta.url),
  name: viewSession.name,
}

/** Each request sends all before it, all at one time. */
const grown = (requests: number): Session => ({
  messages: Array.from({ length: 2 * requests }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: 'x',
  })),
  contexts: {
    requests: Array.from({ length: requests }, (_, at) => ({ answer: 2 * at + 1, before: 2 * at + 1 })),
    changes: [],
    copies: [],
  },
  usage: {
    requests: Array.from({ length: requests }, () => ({ ts: 1, tokensIn: 5, tokensOut: 1 })),
    condensations: [],
  },
})

/** Each request is followed by a condensation that leaves a summary. */
const condensed = (requests: number): Session => ({
  messages: Array.from({ length: 2 * requests + 1 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: 'x',
  })),
  contexts: {
    requests: Array.from({ length: requests }, (_, at) => ({ answer: 2 * at + 1, before: 2 * at + 1 })),
    changes: Array.from({ length: requests }, (_, at) => ({
      request: at + 1,
      written: 2 * at + 2,
      hide: [[2 * at, 2 * at + 2]],
      show: [[2 * at + 2, 2 * at + 3]],
      condensation: at,
    })),
    copies: [],
  },
  usage: {
    requests: Array.from({ length: requests }, (_, at) => ({ ts: 10 * at + 1, tokensIn: 5, tokensOut: 1 })),
    condensations: Array.from({ length: requests }, (_, at) => ({ ts: 10 * at + 5, kind: 'summary' })),
  },
})

describe('what each request sent', () => {
  it('takes steps for each request, not for each pair, where all have one time', async () => {
    expect((await measureGrowth(counted, 300, grown)).factor).toBeLessThan(2.5)
  })

  it('takes steps for each condensation, not for each pair', async () => {
    expect((await measureGrowth(counted, 300, condensed)).factor).toBeLessThan(2.5)
  })
})
