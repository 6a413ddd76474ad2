import { expect, test } from 'vitest'
import { listDistinctChoices } from './list-distinct-choices.ts'

const choice = (value: string, label = value) => ({ value, label })

test.each([
  ['two variants with one id', [choice('a'), choice('a')], [], ['a']],
  ['a variant whose id is being typed', [choice(''), choice('b')], [''], ['b']],
  ['what is unknown, twice', [choice('a')], ['gone', 'gone'], ['a', 'gone']],
  ['what is known already', [choice('a'), choice('b')], ['b'], ['a', 'b']],
])('%s gives options that are neither empty nor there twice', (_name, known, named, expected) => {
  expect(listDistinctChoices(known, named).map(({ value }) => value)).toEqual(expected)
})

test('the first label of a choice stands, and what is unknown is called as it is written', () => {
  expect(listDistinctChoices([choice('a', 'First'), choice('a', 'Second')], ['gone'])).toEqual([
    choice('a', 'First'),
    choice('gone'),
  ])
})
