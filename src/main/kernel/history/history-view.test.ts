import { expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { endsWithCall, findPrompts, findSurroundings, findTurnStarts, isAnswer } from './history-view.ts'
import { splitHistory } from './split-parts.ts'

const say = (role: 'user' | 'assistant', text: string, more: object = {}): Message => ({
  role,
  content: [{ type: 'text', text }],
  ...more,
})
const call: Message = {
  role: 'assistant',
  content: [{ type: 'tool_use', id: 'c', name: 'read_file', input: { path: 'a' } }],
}
const result: Message = {
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: 'c', content: 'done' }],
}
const image: Message = {
  role: 'user',
  content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } }],
}
const messages = [
  say('user', 'rules of the agent', { isBoilerplate: true }),
  say('user', 'more of them', { isBoilerplate: true }),
  say('user', 'do it'),
  call,
  result,
  say('assistant', 'done'),
  say('user', '  '),
  image,
  say('assistant', 'nice', { isSummary: true }),
  say('user', 'what was said', { isSummary: true }),
  say('user', 'own words later', { isBoilerplate: true }),
]
const history = { messages, parts: splitHistory(messages) } as unknown as Parameters<typeof findPrompts>[0]

it('has prompts, which are what a person wrote or showed', () => {
  expect(findPrompts(history)).toEqual([2, 7])
})

it('has turns, which also begin with what the agent says in the place of the user', () => {
  // Message 7 is what a summary answers.
  expect(findTurnStarts(history)).toEqual([0, 1, 2, 6, 10])
})

it('has surroundings, which stand before everything else', () => {
  expect(findSurroundings(history)).toEqual([0, 1])
  expect(findSurroundings({ ...history, messages: messages.slice(2) })).toEqual([])
})

it('has answers, which call nothing and are no summary', () => {
  expect(
    messages.flatMap((message, index) => (isAnswer(message, history.parts[index] ?? []) ? [index] : [])),
  ).toEqual([5])
  const both: Message = {
    role: 'assistant',
    content: [{ type: 'text', text: 'so:' }, ...(call.content as object[])],
  } as Message
  expect(isAnswer(both, splitHistory([both])[0] ?? [])).toBe(false)
  expect(isAnswer(undefined, [])).toBe(false)
})

it('may end with a call that waits', () => {
  expect(
    [[call], [call, result], [say('assistant', 'x')], []].map((own) => endsWithCall({ messages: own })),
  ).toEqual([true, false, false, false])
})
