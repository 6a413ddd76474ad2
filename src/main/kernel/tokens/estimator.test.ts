import { expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { conversationFor } from '../testing/run-on.ts'
import { createEstimator, type EstimatorId } from './estimator.ts'

const message: Message = { role: 'user', content: [{ type: 'text', text: 'a\n"ü€😀"' }] }

it.each<[EstimatorId, string, number]>([
  ['chars-4', 'x'.repeat(10), 3],
  ['chars-4', 'x'.repeat(9), 2],
  ['chars-3', 'x'.repeat(10), 4],
  ['bytes-4', 'x'.repeat(9), 3],
  // Two, three and four bytes.
  ['bytes-4', 'ü€😀', 3],
  // A quarter of a token for ASCII, one and a half for each other character, of which a pair has two.
  ['gemini', 'abcdefghü', 3],
  ['gemini', '😀', 3],
  ['json-4', 'x'.repeat(10), 3],
  ['json-3', 'x'.repeat(10), 4],
])('counts a text by %s: %s', (id, text, tokens) => {
  expect(createEstimator(id, conversationFor([])).ofText(text)).toBe(tokens)
})

it.each<[EstimatorId, number]>([
  ['json-4', 16],
  ['json-3', 22],
  ['chars-4', 2],
])(
  'counts a whole message by %s, escapes and names of fields included where it goes by JSON',
  (id, tokens) => {
    const conversation = conversationFor([message])
    expect(JSON.stringify(message)).toHaveLength(64)
    expect(createEstimator(id, conversation).ofMessages(conversation)).toEqual([tokens])
  },
)
