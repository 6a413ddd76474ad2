import { describe, expect, it } from 'vitest'
import { Problem } from '../features/common/problem.ts'
import { CliFailure } from './cli-failure.ts'
import { describeFailure } from './describe-failure.ts'

/** As the in-process client rejects. */
function carried(code: string, message: string, where: string, hint: string): Error {
  return Object.assign(new Error(message), { code: 'PROBLEM', data: { code, where, hint } })
}

describe('a failure of a command', () => {
  it.each([
    [
      'of the command itself',
      new CliFailure({ message: 'This is not a result.', where: '/a/b', hint: 'Name a file.' }),
      'dewpoint: This is not a result. [/a/b] Name a file.',
      2,
    ],
    [
      'that means no',
      new CliFailure({ message: 'The run ended.', exitCode: 1 }),
      'dewpoint: The run ended.',
      1,
    ],
    [
      'of the contract',
      carried('not-found', 'No task has the id x', 'x', 'Open it first.'),
      'dewpoint: No task has the id x. Open it first.',
      2,
    ],
    [
      'of a result that cannot be reversed',
      carried('not-reversible', 'Parts are gone', 'r1', ''),
      'dewpoint: Parts are gone. [r1]',
      1,
    ],
    [
      'of the wiring',
      new Problem({ code: 'storage', message: 'The disk is full.', where: '/d', hint: 'Make room.' }),
      'dewpoint: The disk is full. [/d] Make room.',
      2,
    ],
    [
      'of input that the contract refuses',
      Object.assign(new Error('Input validation failed'), {
        code: 'BAD_REQUEST',
        data: {
          issues: [{ message: 'must have at most 1,000 characters', path: ['query'] }],
        },
      }),
      'dewpoint: The input is not valid: query must have at most 1,000 characters.',
      2,
    ],
    [
      'of input that is refused without a reason',
      Object.assign(new Error('Input validation failed'), { code: 'BAD_REQUEST' }),
      'dewpoint: The input is not valid.',
      2,
    ],
    [
      'that nobody expected',
      new Error('boom'),
      'dewpoint: boom. Set DEWPOINT_DEBUG=1 to see where it comes from.',
      2,
    ],
    ['that is no error', 'odd', 'dewpoint: odd. Set DEWPOINT_DEBUG=1 to see where it comes from.', 2],
  ])('%s is one line with what, where and what to do', (_, error, line, exitCode) => {
    expect(describeFailure(error)).toMatchObject({ line, exitCode })
  })

  it('stays on one line and sends no escape sequence, whatever a file is called', () => {
    const { line } = describeFailure(new CliFailure({ message: 'Bad file.', where: 'a\nb\u001B[31mc' }))
    expect(line).toBe('dewpoint: Bad file. [a b [31mc]')
  })
})
