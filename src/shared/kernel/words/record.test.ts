import { expect, it } from 'vitest'
import type { ImportProblem } from '../../library/task-types.ts'
import { describeProblems } from './record.ts'

const problem = (place: string, reason: string): ImportProblem => ({
  file: 'ui_messages.json',
  place,
  reason,
  severity: 'warning',
})

it('names the file, the place and the reason', () => {
  expect(
    describeProblems([problem('line 1, column 2', 'a key was expected'), problem('', 'empty.')]),
  ).toEqual(['ui_messages.json, line 1, column 2: a key was expected.', 'ui_messages.json: empty.'])
})

it('names the first of many, and how many more there are', () => {
  const many = Array.from({ length: 7 }, (_, at) => problem(`message ${at}`, 'odd'))
  const texts = describeProblems(many)
  expect(texts).toHaveLength(6)
  expect(texts.at(-1)).toBe('2 more problems with the files of this task.')
})
