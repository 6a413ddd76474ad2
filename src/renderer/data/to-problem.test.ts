import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import { toProblem } from './to-problem.ts'

describe('telling a failure to a person', () => {
  it('says what, where and what to do, as the engine put it', () => {
    const data = { code: 'unreadable', where: '/tasks/a', hint: 'Choose another folder.' }
    const problem = toProblem(new ORPCError('PROBLEM', { message: 'No task is there.', data }))
    expect(problem).toMatchObject({
      code: 'unreadable',
      message: 'No task is there.',
      where: '/tasks/a',
      hint: data.hint,
    })
    expect(problem.details).toBe(
      'unreadable: No task is there.\nwhere: /tasks/a\nwhat to do: Choose another folder.',
    )
  })

  it('names what an input has that does not fit', () => {
    const data = { issues: [{ message: 'must be a whole number, not text', path: ['trigger', 'threshold'] }] }
    const problem = toProblem(
      new ORPCError('BAD_REQUEST', { status: 400, message: 'Input validation failed', data }),
    )
    expect(problem).toMatchObject({
      message: 'threshold must be a whole number, not text.',
      where: 'trigger.threshold',
    })
  })

  it.each([
    [new ORPCError('UNAUTHORIZED', { status: 401 }), 'session'],
    [new TypeError('Failed to fetch'), 'unreachable'],
    [new ORPCError('INTERNAL_SERVER_ERROR', { data: { where: 7 } }), 'INTERNAL_SERVER_ERROR'],
    [new RangeError('odd'), 'unexpected'],
    ['a bare string', 'unexpected'],
  ])('has something to do for %s', (error, code) => {
    const problem = toProblem(error)
    expect(problem.code).toBe(code)
    expect(problem.hint).not.toBe('')
    expect(problem.message).not.toBe('')
  })
})
