import { expect, it } from 'vitest'
import { rememberResults } from './remember-results.ts'

function counting(chars: number) {
  const read: string[] = []
  const lengthOf = rememberResults((text) => {
    read.push(text)
    return { length: text.length }
  }, chars)
  return { read, lengthOf }
}

it('reads a text once', () => {
  const { read, lengthOf } = counting(10)
  expect(lengthOf('one')).toEqual({ length: 3 })
  expect(lengthOf('one')).toBe(lengthOf('one'))
  expect(read).toEqual(['one'])
})

it('forgets what was not asked for while as many characters of others came twice', () => {
  const { read, lengthOf } = counting(6)
  for (const text of ['one', 'two', 'six', 'one', 'ten', 'old', 'new', 'two', 'one']) lengthOf(text)
  expect(read).toEqual(['one', 'two', 'six', 'ten', 'old', 'new', 'two', 'one'])
})
