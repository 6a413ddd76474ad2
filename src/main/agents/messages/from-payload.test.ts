import { describe, expect, it } from 'vitest'
import { readInputMessages, readOutputMessages } from './from-payload.ts'

const call = { type: 'tool_use', id: 'a', name: 'ls', input: { p: 1 } }
const asked = { role: 'user', content: [{ type: 'text', text: 'Look' }] }
const called = { role: 'assistant', content: [call] }
const answered = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'A' }] }
const history = [asked, called, answered]

describe('what a request sent, in the words of', () => {
  it.each([
    ['Anthropic', { system: 'Be brief', messages: history }],
    [
      'OpenAI Chat, with instructions in front',
      [
        { role: 'system', content: 'Be brief' },
        { role: 'user', content: 'Look' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'a', function: { name: 'ls', arguments: '{"p":1}' } }],
        },
        { role: 'tool', tool_call_id: 'a', content: 'A' },
      ],
    ],
    [
      'OpenAI Responses, as text',
      JSON.stringify({
        instructions: 'Be brief',
        input: [
          { role: 'user', content: [{ type: 'input_text', text: 'Look' }] },
          { type: 'function_call', id: 'fc', call_id: 'a', name: 'ls', arguments: '{"p":1}' },
          { type: 'function_call_output', call_id: 'a', output: 'A' },
        ],
      }),
    ],
    [
      'the AI SDK',
      {
        messages: [
          { role: 'system', content: 'Be brief' },
          { role: 'user', content: [{ type: 'text', text: 'Look' }] },
          {
            role: 'assistant',
            content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'ls', input: { p: 1 } }],
          },
          {
            role: 'tool',
            content: [
              { type: 'tool-result', toolCallId: 'a', toolName: 'ls', output: { type: 'text', value: 'A' } },
            ],
          },
        ],
      },
    ],
    [
      'OpenTelemetry',
      [
        { role: 'user', parts: [{ type: 'text', content: 'Look' }] },
        { role: 'assistant', parts: [{ type: 'tool_call', id: 'a', name: 'ls', arguments: { p: 1 } }] },
        { role: 'tool', parts: [{ type: 'tool_call_response', id: 'a', response: 'A' }] },
      ],
    ],
  ])('%s', (_, input) => {
    expect(readInputMessages(input)).toEqual(history)
  })

  it('Gemini and LangChain, which give results no id', () => {
    const gemini = {
      config: { system_instruction: 'Be brief' },
      contents: [
        { role: 'user', parts: [{ text: 'Look' }] },
        { role: 'model', parts: [{ function_call: { name: 'ls', args: { p: 1 } } }] },
        { role: 'user', parts: [{ function_response: { name: 'ls', response: { result: 'A' } } }] },
      ],
    }
    expect(readInputMessages(gemini)).toEqual([
      asked,
      { role: 'assistant', content: [{ ...call, id: 'ls-4835f96c' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'ls-4835f96c', content: 'A' }] },
    ])
    const chain = [
      { role: 'user', content: 'Look' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'a', function: { name: 'ls', arguments: '{"p":1}' } }],
      },
      { role: 'ls', content: 'A' },
    ]
    expect(readInputMessages(chain)).toEqual(history)
  })

  it.each([[null], [5], [''], [[]], [{}], [[null, 5]], [{ messages: 5 }]])('nobody: %j', (input) => {
    expect(readInputMessages(input)).toEqual([])
  })
})

describe('what a response said, in the words of', () => {
  const said = [{ role: 'assistant', content: [{ type: 'text', text: 'Yes' }] }]
  it.each([
    ['a text', 'Yes'],
    [
      'OpenAI Chat',
      {
        choices: [
          { message: { role: 'assistant', content: 'Yes' } },
          { message: { role: 'assistant', content: 'No' } },
        ],
      },
    ],
    [
      'OpenAI Responses',
      { output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes' }] }] },
    ],
    ['Anthropic', { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Yes' }] }],
    ['Gemini', { candidates: [{ content: { role: 'model', parts: [{ text: 'Yes' }] } }] }],
    ['ADK', { content: { role: 'model', parts: [{ text: 'Yes' }] }, finish_reason: 'STOP' }],
    [
      'OpenTelemetry',
      [{ role: 'assistant', parts: [{ type: 'text', content: 'Yes' }], finish_reason: 'stop' }],
    ],
    ['JSON as text', '{"role":"assistant","content":"Yes"}'],
  ])('%s', (_, output) => {
    expect(readOutputMessages(output)).toEqual(said)
  })

  it('the AI SDK, which lists calls alone', () => {
    expect(readOutputMessages([{ toolCallId: 'a', toolName: 'ls', input: '{"p":1}' }])).toEqual([called])
  })
})
