import { describe, expect, it } from 'vitest'
import type { TimelinePoint } from '../../timeline/types.ts'
import { describeTimeline } from './describe-timeline.ts'

const point = (byKind: TimelinePoint['byKind'], cumulativeUsd: number | null): TimelinePoint => ({
  messageIndex: 0,
  ts: null,
  contextTokens: Object.values(byKind).reduce((sum, tokens) => sum + tokens, 0),
  byKind,
  recordedTokens: null,
  cumulativeUsd,
})
const points = [
  point({ prefix: 100 }, 1),
  point({ prefix: 100, 'tool-result': 300 }, 2),
  point({ prefix: 100, summary: 20 }, 3),
]

describe('where the tokens and the money of a task went', () => {
  it('names the largest context, what filled it, the cost, and what broken caches took of it', () => {
    const breaks = [
      { tokens: 50, costUsd: 0.25 },
      { tokens: 0, costUsd: 0 },
      { tokens: 90, costUsd: 0.5 },
      { tokens: 10, costUsd: null },
    ]
    expect(describeTimeline({ points, peakTokens: 1234 }, breaks)).toBe(
      'The context grew to 1,234 tokens, 75\u202f% of it tool results. The task cost $3.00, $0.7500 of it lost to 2 cache breaks.',
    )
  })

  it('leaves out what is not known', () => {
    const unpriced = points.map((one) => ({ ...one, cumulativeUsd: null }))
    expect(describeTimeline({ points: unpriced, peakTokens: 1 }, [{ tokens: 5, costUsd: 1 }])).toBe(
      'The context grew to 1 token, 75\u202f% of it tool results.',
    )
    expect(describeTimeline({ points, peakTokens: 400 }, [])).toMatch(/The task cost \$3\.00\.$/)
    const findings = [{ code: 'list-prices', figures: { requests: 2 } }]
    expect(describeTimeline({ points, peakTokens: 400, findings }, [])).toMatch(
      /The task cost an estimated \$3\.00\.$/,
    )
    expect(describeTimeline({ points: [], peakTokens: 0 }, [])).toBe('')
  })
})
