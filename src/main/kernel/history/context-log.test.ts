import { describe, expect, it } from 'vitest'
import type { ContextLog } from '../../../shared/condense/context-log-types.ts'
import { listRangeIndices, selectContextAtMessage, selectNextContext, walkContextLog } from './context-log.ts'

/** Eight messages: a condensation hides the first three for its summary, which is message 5, from the third request on. */
const log: ContextLog = {
  copies: [],
  requests: [
    { before: 1, answer: 1 },
    { before: 3, answer: 3 },
    { before: 6, answer: 6 },
  ],
  changes: [{ request: 2, written: 6, condensation: 0, hide: [[0, 3]], show: [[5, 6]] }],
}

describe('the contexts of a log', () => {
  it('grow with what is written, and change where something is hidden or shown', () => {
    const walk = walkContextLog(log)
    expect(walk.to(0, 1)).toEqual({ added: [0], gone: [] })
    expect(walk.to(1, 3)).toEqual({ added: [1, 2], gone: [] })
    expect(walk.indices()).toEqual([0, 1, 2])
    expect(walk.to(2, 6)).toEqual({ added: [3, 4, 5], gone: [0, 1, 2] })
    expect(walk.indices()).toEqual([3, 4, 5])
    expect(walk.to(3, 8)).toEqual({ added: [6, 7], gone: [] })
    expect(walk.indices()).toEqual([3, 4, 5, 6, 7])
  })

  it('hold what is shown before it is written only once it is', () => {
    const walk = walkContextLog({ ...log, changes: [{ request: 0, written: 0, hide: [], show: [[2, 3]] }] })
    expect(walk.to(0, 2)).toEqual({ added: [0, 1], gone: [] })
    expect(walk.to(1, 3)).toEqual({ added: [2], gone: [] })
  })

  it('say nothing of what comes and goes within one step, and keep their order where something comes back', () => {
    const changes: ContextLog['changes'] = [
      { request: 1, written: 1, hide: [[0, 2]], show: [] },
      { request: 2, written: 3, hide: [], show: [[0, 1]] },
    ]
    const walk = walkContextLog({ ...log, changes })
    expect(walk.to(0, 3).added).toEqual([0, 1, 2])
    expect(walk.indices()).toEqual([0, 1, 2])
    expect(walk.to(2, 4)).toEqual({ added: [3], gone: [1] })
    expect(walk.indices()).toEqual([0, 2, 3])
  })

  it.each([
    ['the next request', selectNextContext(log, 8), [3, 4, 5, 6, 7]],
    ['the first answer', selectContextAtMessage(log, 1), [0]],
    ['a message before the condensation', selectContextAtMessage(log, 3), [0, 1, 2]],
    ['a summary that is being written', selectContextAtMessage(log, 5), [0, 1, 2, 3, 4]],
    ['the message after it', selectContextAtMessage(log, 6), [3, 4, 5]],
    ['the end', selectContextAtMessage(log, 8), [3, 4, 5, 6, 7]],
  ])('are known at %s', (_, context, expected) => {
    expect(context).toEqual(expected)
  })

  it('have ranges without their end, and none backwards', () => {
    expect(listRangeIndices([2, 5])).toEqual([2, 3, 4])
    expect(listRangeIndices([5, 2])).toEqual([])
  })
})
