import { expect, it } from 'vitest'
import { createChatReader } from './create-chat-reader.ts'

const chunk = (delta: object, more: object = {}): object => ({ choices: [{ index: 0, delta, ...more }] })

it.each([
  ['thinking', chunk({ reasoning_content: 'Hm.' })],
  ['thinking by another name', chunk({ reasoning: 'Hm.' })],
  ['a refusal', chunk({ refusal: 'No.' })],
  ['the end', chunk({}, { finish_reason: 'stop' })],
])('takes %s for content that says nothing', (_, piece) => {
  expect(createChatReader().read(piece)).toEqual([])
})

it.each([
  ['the role', chunk({ role: 'assistant', content: '' })],
  ['empty thinking', chunk({ reasoning_content: '', reasoning: null })],
  ['no choice', { choices: [] }],
])('takes %s for no content', (_, piece) => {
  expect(createChatReader().read(piece)).toBeNull()
})

it('takes figures and an end that are repeated for no content', () => {
  const reader = createChatReader()
  const last = { ...chunk({}, { finish_reason: 'stop' }), usage: { prompt_tokens: 5, completion_tokens: 1 } }
  expect(reader.read(last)).toMatchObject([{ kind: 'usage' }])
  expect(reader.read(last)).toBeNull()
})
