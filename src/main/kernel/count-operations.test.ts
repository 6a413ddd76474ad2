import { expect, it } from 'vitest'
import { countOperations } from './count-operations.ts'

it('operations are counted by kind, with the tokens that they took away', () => {
  const change = {
    at: { messageIndex: 0, blockIndex: 0 },
    kind: 'user-text',
    passId: 'p',
    reason: '',
  } as const
  const shortened = {
    ...change,
    operation: 'shortened',
    tokensBefore: 50,
    tokensAfter: 20,
    lengthAfter: 1,
  } as const
  const written = { ...shortened, operation: 'summarised', tokensBefore: 90, tokensAfter: 40 } as const
  const gone = { sourceIndex: 1, operation: 'dropped', passId: 'p', reason: '' } as const
  const provenance = {
    messages: [
      { sources: [0], changes: [shortened, shortened] },
      { sources: [2], changes: [written] },
    ],
    dropped: [gone, { ...gone, sourceIndex: 3 }],
  }
  expect(countOperations(provenance, [100, 7, 100, 30])).toEqual([
    { operation: 'shortened', parts: 2, tokensSaved: 60 },
    { operation: 'summarised', parts: 1, tokensSaved: 50 },
    { operation: 'dropped', parts: 2, tokensSaved: 37 },
  ])
})
