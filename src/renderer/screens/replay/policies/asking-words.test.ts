import { describe, expect, it } from 'vitest'
import { describeGuess, limitWords, sumWords } from './asking-words.ts'

const guessed = {
  policyId: 'a',
  models: ['M'],
  condensations: 3,
  calls: 4,
  costUsd: 0.42,
  isPriced: true,
  obstacle: null,
}

describe('what is said of an estimate', () => {
  it.each([
    [{}, 'about $0.4200 (3 condensations, 4 calls).'],
    [{ condensations: 1, calls: 1, costUsd: 2 }, 'about $2.00 (1 condensation, 1 call).'],
    [{ isPriced: false, costUsd: 0 }, 'at no known price (3 condensations, 4 calls).'],
    [{ condensations: 0, calls: 0, costUsd: 0 }, 'nothing, since it would never call the model.'],
    [{ obstacle: 'There is no key.' }, 'no model can be asked. There is no key.'],
  ])('names cost and calls: %j', (more, text) => {
    expect(describeGuess({ ...guessed, ...more })).toBe(text)
  })

  it('adds up several, and says what is not in the sum', () => {
    expect(sumWords(undefined)).toBe('')
    expect(sumWords([])).toBe('')
    expect(sumWords([guessed])).toMatch(/^Estimated with guessed answers/)
    expect(sumWords([guessed, { ...guessed, calls: 0, costUsd: 0 }])).toMatch(/^Estimated with/)
    expect(sumWords([{ ...guessed, obstacle: 'There is no key.' }])).toBe('')
    expect(sumWords([guessed, guessed])).toMatch(/^Together about \$0\.8400\. Estimated/)
    expect(sumWords([guessed, { ...guessed, costUsd: 0, isPriced: false }])).toMatch(
      /^Together about \$0\.4200, and what has no known price\. /,
    )
    expect(sumWords([guessed, guessed].map((one) => ({ ...one, costUsd: 0, isPriced: false })))).toMatch(
      /^Estimated with/,
    )
  })

  it('names the limit of each and of all', () => {
    expect(limitWords(null, 2)).toBe('There is no limit on what they may cost.')
    expect(limitWords(0.5, 2)).toBe('Each of them stops asking at $0.50: at most $1 together.')
  })
})
