import { describe, expect, it } from 'vitest'
import { toAnthropicMessages } from '../anthropic/to-anthropic-messages.ts'
import { toChatMessages } from '../openai/to-chat-messages.ts'
import { toResponseInput } from '../openai/to-response-input.ts'
import type { ImagePiece, Turn } from './turn.ts'

const picture: ImagePiece = {
  kind: 'image',
  source: { kind: 'base64', mediaType: 'image/png', data: 'AAAA' },
}
const photo: ImagePiece = { kind: 'image', source: { kind: 'url', url: 'https://x.test/a.jpg' } }

const turns: readonly Turn[] = [
  { role: 'user', pieces: [{ kind: 'text', text: 'Look:' }, photo, { kind: 'text', text: 'And?' }] },
  {
    role: 'assistant',
    pieces: [
      { kind: 'text', text: 'I look.' },
      { kind: 'call', id: '1', name: 'see', input: { path: 'a' } },
      { kind: 'call', id: '2', name: 'run', input: {} },
    ],
  },
  {
    role: 'user',
    pieces: [
      { kind: 'result', callId: '1', isError: false, content: [{ kind: 'text', text: 'A cat.' }, picture] },
      { kind: 'result', callId: '2', isError: true, content: [] },
      { kind: 'text', text: 'Go on.' },
    ],
  },
  { role: 'assistant', pieces: [{ kind: 'call', id: '3', name: 'run', input: {} }] },
  {
    role: 'user',
    pieces: [{ kind: 'result', callId: '3', isError: true, content: [{ kind: 'text', text: 'No.' }] }],
  },
  {
    role: 'assistant',
    pieces: [
      { kind: 'text', text: 'One' },
      { kind: 'text', text: 'two.' },
    ],
  },
]

describe('a conversation with calls, errors and images', () => {
  it('is spelled as Anthropic takes it', () => {
    expect(toAnthropicMessages(turns)).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look:' },
          { type: 'image', source: { type: 'url', url: 'https://x.test/a.jpg' } },
          { type: 'text', text: 'And?' },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: '1', name: 'see', input: { path: 'a' } },
          { type: 'tool_use', id: '2', name: 'run', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: '1',
            content: [
              { type: 'text', text: 'A cat.' },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
            ],
          },
          { type: 'tool_result', tool_use_id: '2', is_error: true },
          { type: 'text', text: 'Go on.' },
        ],
      },
      { role: 'assistant', content: [{ type: 'tool_use', id: '3', name: 'run', input: {} }] },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: '3', content: [{ type: 'text', text: 'No.' }], is_error: true },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'One' },
          { type: 'text', text: 'two.' },
        ],
      },
    ])
  })

  it('is spelled as Chat Completions takes it: images from the user only', () => {
    const called = (id: string, name: string, input: string): object => ({
      id,
      type: 'function',
      function: { name, arguments: input },
    })
    expect(toChatMessages('Be brief.', turns)).toEqual([
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look:' },
          { type: 'image_url', image_url: { url: 'https://x.test/a.jpg' } },
          { type: 'text', text: 'And?' },
        ],
      },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [called('1', 'see', '{"path":"a"}'), called('2', 'run', '{}')],
      },
      { role: 'tool', tool_call_id: '1', content: 'A cat.' },
      { role: 'tool', tool_call_id: '2', content: '[Error]\n(no text)' },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          { type: 'text', text: 'Go on.' },
        ],
      },
      { role: 'assistant', content: null, tool_calls: [called('3', 'run', '{}')] },
      { role: 'tool', tool_call_id: '3', content: '[Error]\nNo.' },
      { role: 'assistant', content: 'One\n\ntwo.' },
    ])
  })

  it('is spelled as Responses takes it: calls and results are items of their own', () => {
    expect(toResponseInput(turns)).toEqual([
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'Look:' },
          { type: 'input_image', image_url: 'https://x.test/a.jpg', detail: 'auto' },
          { type: 'input_text', text: 'And?' },
        ],
      },
      { role: 'assistant', content: 'I look.' },
      { type: 'function_call', call_id: '1', name: 'see', arguments: '{"path":"a"}' },
      { type: 'function_call', call_id: '2', name: 'run', arguments: '{}' },
      {
        type: 'function_call_output',
        call_id: '1',
        output: [
          { type: 'input_text', text: 'A cat.' },
          { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'auto' },
        ],
      },
      { type: 'function_call_output', call_id: '2', output: [{ type: 'input_text', text: '[Error]' }] },
      { role: 'user', content: [{ type: 'input_text', text: 'Go on.' }] },
      { type: 'function_call', call_id: '3', name: 'run', arguments: '{}' },
      {
        type: 'function_call_output',
        call_id: '3',
        output: [
          { type: 'input_text', text: '[Error]' },
          { type: 'input_text', text: 'No.' },
        ],
      },
      { role: 'assistant', content: 'One' },
      { role: 'assistant', content: 'two.' },
    ])
  })
})
