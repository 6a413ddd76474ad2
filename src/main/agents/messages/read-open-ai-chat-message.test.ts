import { describe, expect, it } from 'vitest'
import { readOpenAiChatMessage } from './read-open-ai-chat-message.ts'

describe('a message of OpenAI Chat', () => {
  it.each([
    [
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'ls', arguments: '{"p":1}' } }],
      },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'ls', input: { p: 1 } }] },
    ],
    [
      {
        role: 'assistant',
        reasoning_content: 'hm',
        content: 'Yes',
        tool_calls: [{ id: 'a', function: { name: 'ls', arguments: 'no json' } }],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 'Yes' },
          { type: 'tool_use', id: 'a', name: 'ls', input: { raw: 'no json' } },
        ],
      },
    ],
    [
      { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'A' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'A' }] },
    ],
    [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA' } },
        ],
      },
    ],
    [
      { role: 'developer', content: 'Be brief' },
      { role: 'user', content: [{ type: 'text', text: 'Be brief' }], isBoilerplate: true },
    ],
    [{ role: 'assistant', content: null }, null],
    [{ role: 'user', content: 5, tool_calls: 'x' }, null],
  ])('reads %j', (message, read) => {
    expect(readOpenAiChatMessage(message)).toEqual(read)
  })
})
