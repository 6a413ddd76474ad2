import { expect, it } from 'vitest'
import { windowTokens } from './numbers.ts'

it('takes the window of a model from 1,000 tokens on', () => {
  expect(windowTokens('1000')).toBe(1000)
  for (const text of ['999', '0', '-1000', '1e6', '200k', ''])
    expect(() => windowTokens(text)).toThrow('It must be a number of tokens, 1000 or more.')
})
