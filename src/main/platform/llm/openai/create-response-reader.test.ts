import { expect, it } from 'vitest'
import { createResponseReader } from './create-response-reader.ts'

it.each([
  ['thinking', { type: 'response.reasoning_text.delta', delta: 'Hm.' }],
  ['a summary of thinking', { type: 'response.reasoning_summary_text.delta', delta: 'Hm.' }],
  ['a refusal', { type: 'response.refusal.delta', delta: 'No.' }],
])('takes %s for content that says nothing', (_, piece) => {
  expect(createResponseReader().read(piece)).toEqual([])
})

it.each([
  ['progress', { type: 'response.in_progress', response: { id: 'r1' } }],
  ['an empty text', { type: 'response.output_text.delta', delta: '' }],
  ['a kind that is not known', { type: 'keepalive' }],
])('takes %s for no content', (_, piece) => {
  expect(createResponseReader().read(piece)).toBeNull()
})
