import { describe, expect, it } from 'vitest'
import { addTallies, describeTally, tallyCheck, tallyTests } from './tally.ts'

const ok = { passed: 3, failed: 0, skipped: 1 }

describe('the tally of the gate', () => {
  it('counts a check as one', () => {
    expect(tallyCheck({ code: 0 })).toEqual({ passed: 1, failed: 0, skipped: 0 })
    expect(tallyCheck({ code: 2 })).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(tallyCheck({ code: null })).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  it.each([
    ['a good run', 0, ok, ok],
    ['failed tests', 1, { passed: 2, failed: 2, skipped: 0 }, { passed: 2, failed: 2, skipped: 0 }],
    ['a missing report', 0, null, { passed: 0, failed: 1, skipped: 0 }],
    ['a crash after good tests', 1, ok, { ...ok, failed: 1 }],
    ['a signal', null, ok, { ...ok, failed: 1 }],
    ['no test at all', 0, { passed: 0, failed: 0, skipped: 0 }, { passed: 0, failed: 1, skipped: 0 }],
    ['skipped tests alone', 0, { passed: 0, failed: 0, skipped: 4 }, { passed: 0, failed: 1, skipped: 4 }],
  ])('judges %s', (_, code, reported, expected) => {
    expect(tallyTests({ code }, reported)).toEqual(expected)
  })

  it('takes no test at all where there may be none, but no crash', () => {
    const none = { passed: 0, failed: 0, skipped: 0 }
    expect(tallyTests({ code: 0 }, none, true)).toEqual(none)
    expect(tallyTests({ code: 1 }, none, true)).toEqual({ ...none, failed: 1 })
    expect(tallyTests({ code: 0 }, null, true)).toEqual({ ...none, failed: 1 })
  })

  it('ends with one line', () => {
    expect(describeTally(addTallies([ok, { passed: 1, failed: 2, skipped: 0 }]))).toBe(
      '4 passed, 2 failed, 1 skipped',
    )
  })
})
