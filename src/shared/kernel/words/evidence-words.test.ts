import { expect, it } from 'vitest'
import { describeBillParts, describeHeadStart, describeLinks, describeReReading } from './evidence-words.ts'

const place = { messageIndex: 1, partIndex: 0, start: 0, end: 4 }
const result = {
  stood: place,
  tool: 'Read',
  call: '',
  path: 'a.ts',
  tokens: 10,
  callTokens: 2,
  missingTokens: 10,
  lines: 1,
  missingLines: 1,
  line: 'one',
  used: { messageIndex: 0, partIndex: 0 },
  now: null,
}

it('says how many results are used and lost', () => {
  expect(describeReReading([result, { ...result, now: place }])).toBe(
    'The continuation reuses lines of 2 earlier tool results before reading them again. The context lost lines of 1.',
  )
})

it('says how many links are kept, and how many by chance', () => {
  const pair = { words: ['a', 'b'] as const, stood: place, used: place, now: null }
  expect(describeLinks({ pairs: [pair, { ...pair, now: place }], share: 0.5, shuffled: 0.051 })).toBe(
    '1 of 2 pairs of rare words still stand close together (0.50). The same words shuffled: 0.05.',
  )
})

it('says what the next actions take in bits', () => {
  expect(describeHeadStart({ empty: 8000, context: 6000, full: 4000 })).toBe(
    'The next actions take 8,000 bits without a context, 6,000 bits with this one, 4,000 bits with the full history.',
  )
})

it.each([
  [
    {},
    'Condensing costs $0.0690 once and saves $0.0240 with each of the 40 requests after the cut. It breaks even after 3 requests.',
  ],
  [
    { savedPerRequestUsd: -0.01, breakEvenRequests: null },
    'Condensing costs $0.0690 once and adds $0.0100 with each of the 40 requests after the cut. It never breaks even.',
  ],
  [{ requestsAfter: 0 }, 'Condensing costs $0.0690 once. No request followed the cut.'],
  [
    { onceUsd: 0, reReadUsd: 0, savedPerRequestUsd: 0, breakEvenRequests: null },
    'Nothing was condensed, so the bill stays as it is.',
  ],
])('says what a change of the bill with %j is made of', (more, text) => {
  const parts = {
    onceUsd: 0.069,
    reReadUsd: 0,
    savedPerRequestUsd: 0.024,
    requestsAfter: 40,
    breakEvenRequests: 3,
  }
  expect(describeBillParts({ ...parts, ...more })).toBe(text)
})
