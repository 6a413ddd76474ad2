import { describe, expect, it } from 'vitest'
import type { RunQuality } from '../../../../shared/activity/quality-contract.ts'
import { buildQualityRows } from './build-quality-rows.ts'

const metric = { group: 'facts', isPassFail: false, needsModel: false } as const
const metrics = [
  { ...metric, id: 'tokens', label: 'Tokens after', unit: 'tokens', direction: 'lower' },
  { ...metric, id: 'survival-path', label: 'Paths', unit: 'share', direction: 'higher' },
  { ...metric, id: 'continuation-recall', label: 'Recall', unit: 'share', direction: 'higher' },
] as const
const place = { messageIndex: 0, partIndex: 0, start: 0, end: 1 }

function quality(tokens: number, kept: number | null): RunQuality {
  const fact = (at: number) => ({
    fact: { classId: 'path' as const, key: `${at}`, text: `${at}`, places: [place] },
    now: at < (kept ?? 0) ? [place] : [],
  })
  return {
    metrics: [...metrics],
    fileIndices: null,
    measured: [
      { metric: 'tokens', value: tokens, evidence: null },
      {
        metric: 'survival-path',
        value: kept === null ? null : kept / 4,
        evidence: kept === null ? null : { kind: 'facts', facts: [0, 1, 2, 3].map(fact) },
      },
      { metric: 'continuation-recall', value: null, evidence: null },
    ],
  }
}

describe('the quality of a run', () => {
  it('has a line for each metric with a value, and says what a share is of', () => {
    expect(buildQualityRows(quality(100, 3), null)).toEqual([
      { id: 'tokens', label: 'Tokens after', value: '100\u202ftok', other: '', difference: '', word: '' },
      { id: 'survival-path', label: 'Paths', value: '0.75 (3/4)', other: '', difference: '', word: '' },
    ])
  })

  it.each([
    [100, 3, 80, 2, ['+20\u202ftok', 'worse'], ['+0.250', 'better']],
    [80, 2, 100, 3, ['−20\u202ftok', 'better'], ['−0.250', 'worse']],
    [80, 2, 80, 2, ['0', 'same'], ['0', 'same']],
    [80, 2, 80, null, ['0', 'same'], ['', '']],
    [80, null, 80, 2, ['0', 'same'], ['', '']],
  ])('of %s tokens and %s paths against %s and %s', (tokens, kept, itsTokens, itsKept, first, second) => {
    const rows = buildQualityRows(quality(tokens, kept), quality(itsTokens, itsKept))
    expect(rows.map(({ difference, word }) => [difference, word])).toEqual([first, second])
  })
})
