import { expect, it } from 'vitest'
import { foldSame, formatTimes } from './fold-same.ts'

it('says once what is said often, and how often', () => {
  const folded = foldSame(['a', 'b', 'a', 'a'], (text) => text)
  expect(folded.map(({ first, items }) => `${formatTimes(items.length)}${first}`)).toEqual(['3 × a', 'b'])
})
