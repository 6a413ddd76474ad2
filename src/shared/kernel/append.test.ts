import { expect, it } from 'vitest'
import { append } from './append.ts'

it('adds more items than fit on the stack, in their order', () => {
  const items = Array.from({ length: 1_000_000 }, (_, at) => at)
  const list = [-1]
  append(list, items)
  expect([list.length, list[0], list.at(-1)]).toEqual([1_000_001, -1, 999_999])
  expect(() => list.push(...items)).toThrow(RangeError)
})
