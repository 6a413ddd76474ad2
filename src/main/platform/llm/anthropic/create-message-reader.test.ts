import { expect, it } from 'vitest'
import { createMessageReader } from './create-message-reader.ts'

const delta = (fields: object): object => ({ type: 'content_block_delta', index: 0, delta: fields })

it.each([
  ['thinking', delta({ type: 'thinking_delta', thinking: 'Hm.' })],
  ['the signature of thinking', delta({ type: 'signature_delta', signature: 'abc' })],
  ['hidden thinking', { type: 'content_block_start', content_block: { type: 'redacted_thinking' } }],
])('takes %s for content that says nothing', (_, piece) => {
  expect(createMessageReader().read(piece)).toEqual([])
})

it.each([
  ['a ping', { type: 'ping' }],
  ['an empty text', delta({ type: 'text_delta', text: '' })],
  ['empty thinking', delta({ type: 'thinking_delta', thinking: '' })],
  ['the start of a text', { type: 'content_block_start', content_block: { type: 'text', text: '' } }],
  ['a kind that is not known', { type: 'weather' }],
])('takes %s for no content', (_, piece) => {
  expect(createMessageReader().read(piece)).toBeNull()
})
