import { expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { createConversation } from '../conversation.ts'
import { sumTokensByKind, sumTokensByTool } from './token-sums.ts'

/** Counts characters, so that figures can be read off the texts. */
const counter = { id: 'characters', count: (text: string) => text.length }

const figures = (messages: readonly Message[]) => sumTokensByTool(createConversation(messages, counter))

it('puts native calls and their results together by id', () => {
  const messages: readonly Message[] = [
    { role: 'user', content: 'Go' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 'a', name: 'read_file', input: { path: 'x' } },
        { type: 'tool_use', id: 'b', name: 'list_files', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'b', content: 'one two' },
        { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'the file' }] },
      ],
    },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'read_file', input: { path: 'y' } }] },
  ]
  const call = 'read_file {"path":"x"}'.length
  expect(figures(messages)).toEqual([
    { tool: 'read_file', calls: 2, callTokens: 2 * call, resultTokens: 'the file'.length },
    { tool: 'list_files', calls: 1, callTokens: 'list_files {}'.length, resultTokens: 'one two'.length },
  ])
})

it('does the same for calls that are written as text, and leaves nothing out', () => {
  const call = '<read_file>\n<path>src/app.ts</path>\n</read_file>'
  const result = "[read_file for 'src/app.ts'] Result:\nexport const answer = 42"
  const messages: readonly Message[] = [
    { role: 'user', content: '<task>\nGo\n</task>' },
    { role: 'assistant', content: `I look.\n\n${call}` },
    { role: 'user', content: [{ type: 'text', text: result }] },
    { role: 'assistant', content: call },
    { role: 'user', content: [{ type: 'text', text: result }] },
  ]
  const [only, ...others] = figures(messages)
  expect(others).toEqual([])
  expect(only).toMatchObject({ tool: 'read_file', calls: 2 })
  const kinds = sumTokensByKind(createConversation(messages, counter))
  expect(only?.callTokens).toBe(kinds['tool-call'])
  expect(only?.resultTokens).toBe(kinds['tool-result'])
})

it('is empty for a task that calls no tool', () => {
  expect(figures([{ role: 'user', content: 'Hello' }])).toEqual([])
})
