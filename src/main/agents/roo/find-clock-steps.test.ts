import { describe, expect, it } from 'vitest'
import { findClockSteps } from './find-clock-steps.ts'

const second = 1000
const inSeconds = (...times: (number | null)[]): (number | null)[] =>
  times.map((time) => time && time * second)
/** Lines of a chat, one a second. */
const row = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at)

describe('a clock that was set back', () => {
  it('shows in both files, and is set right by what takes times before it to before those after it', () => {
    const lines = inSeconds(5000, 5010, 5020, 1030, 1040)
    const messages = inSeconds(5001, 5009, 5021, 1029, 1041)
    expect(findClockSteps(lines, messages)).toEqual({
      steps: [{ line: 3, message: 3, byMs: 3992 * second + 1 }],
      disorder: [],
    })
  })

  it('is found each time that it happened, a small step beside a large one', () => {
    const lines = inSeconds(100, 110, 107, 120, 9000, 9010, 500, 510)
    const messages = inSeconds(101, 111, 108, 121, 9001, 9011, 501, 511)
    const { steps } = findClockSteps(lines, messages)
    expect(steps.map(({ line, message }) => [line, message])).toEqual([
      [2, 2],
      [6, 6],
    ])
  })

  it('is none where lines stand in disorder and messages do not', () => {
    const lines = inSeconds(10, 40, 20, 50, 30)
    expect(findClockSteps(lines, inSeconds(11, 21, 31))).toEqual({ steps: [], disorder: [2, 4] })
  })

  it('is none where lines stand in disorder, of which one falls where messages do', () => {
    const lines = inSeconds(10, 40, 20, 50, 30, 60, 5, 70, 15)
    expect(findClockSteps(lines, inSeconds(11, 61, 6, 71)).steps).toEqual([])
  })

  it('is taken from the lines alone where messages have no times to show it, if falls are few', () => {
    const lines = inSeconds(...row(5000, 30), ...row(1000, 30))
    expect(findClockSteps(lines, [null, null])).toEqual({
      steps: [{ line: 30, message: null, byMs: 4029 * second + 1 }],
      disorder: [],
    })
    const partly = inSeconds(null, null, null, 1015, 1020, 1025)
    expect(findClockSteps(lines, partly).steps).toMatchObject([{ line: 30, message: 3 }])
    expect(findClockSteps(inSeconds(10, 40, 20, 30), [null]).steps).toEqual([])
  })

  it('is none where nothing falls, and a second is no disorder', () => {
    expect(findClockSteps(inSeconds(1, null, 2), inSeconds(5, 1))).toEqual({ steps: [], disorder: [] })
    expect(findClockSteps([2000, 1001, 3000], inSeconds(1, 2))).toEqual({ steps: [], disorder: [] })
  })
})
