import { expect, it } from 'vitest'
import { parseWindowTokens } from './numbers.ts'

it('takes the window of a model from 1,000 tokens on', () => {
  expect(parseWindowTokens('1000')).toBe(1000)
  for (const text of ['999', '0', '-1000', '1e6', '200k', ''])
    expect(() => parseWindowTokens(text)).toThrow('It must be a number of tokens, 1000 or more.')
})
