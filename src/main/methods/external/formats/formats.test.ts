import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import { listBlocks } from '../../../kernel/history/blocks.ts'
import { damagedHistory, validHistory } from '../../../kernel/testing/arbitrary-history.ts'
import { assemble } from '../assemble.ts'
import { armFormatIds, armFormats, type ArmFormatId } from './formats.ts'

const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'QUJD' } } as const
const history: Message[] = [
  { role: 'user', content: [{ type: 'text', text: 'Look' }, image], ts: 1 },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'hm', signature: 'sig' },
      { type: 'text', text: 'I look.' },
      { type: 'tool_use', id: 'a', name: 'ls', input: { p: 1 } },
      { type: 'tool_use', id: 'b', name: 'cat', input: {} },
    ],
  },
  {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'a', content: 'A' },
      { type: 'tool_result', tool_use_id: 'b', content: [{ type: 'text', text: 'B' }, image] },
      { type: 'text', text: 'And now?' },
    ],
  },
  { role: 'assistant', content: 'Done' },
]

function through(id: ArmFormatId, messages: readonly Message[]) {
  const leftOut: string[] = []
  const sent = armFormats[id].write(messages, (what) => leftOut.push(what))
  const items: unknown[] = JSON.parse(JSON.stringify(sent.map(({ item }) => item)))
  return { sent, items, leftOut }
}

/** What comes of items when every one of them counts as new. */
function readAll(id: ArmFormatId, messages: readonly Message[]): readonly Message[] {
  const { sent, items } = through(id, messages)
  const others = sent.map(({ source }) => ({ item: 'something else', source }))
  return assemble([], others, items, armFormats[id]).map(({ message }) => message)
}

describe.each(armFormatIds)('the format %s', (id) => {
  it('gives back every message that is returned as it was, whatever it had no place for', () => {
    fc.assert(
      fc.property(fc.oneof(validHistory(), damagedHistory()), (messages) => {
        const { sent, items } = through(id, messages)
        fc.pre(items.length > 0)
        const result = assemble(messages, sent, items, armFormats[id])
        expect(result.map(({ message }) => message)).toEqual(messages)
        expect(result.every(({ kind }) => kind === 'kept')).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('names messages without role and content as what they are', () => {
    expect(armFormats[id].read(null).message).toEqual({ role: 'null', content: [] })
    expect(armFormats[id].read('text').message).toEqual({ role: 'string', content: [] })
  })
})

describe('what is read of what was written', () => {
  it('is the same in Anthropic’s format, without the marks of agents', () => {
    expect(readAll('anthropic', history)).toEqual(history.map(({ role, content }) => ({ role, content })))
  })

  it('is the same in that of the AI SDK, but for the borders of messages', () => {
    const [first, second, third, last] = history.map(({ role, content }) => ({ role, content }))
    const blocks = third?.content ?? []
    expect(readAll('ai-sdk', history)).toEqual([first, second, { role: 'user', content: blocks }, last])
    expect(through('ai-sdk', history).leftOut).toEqual([])
  })

  it('has calls, results and images in the format of Responses, and no signatures', () => {
    const read = readAll('openai-responses', history)
    expect(read.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(read[2]?.content).toEqual(history[2]?.content)
    expect(read[1]?.content).toEqual([
      { type: 'thinking', thinking: 'hm' },
      ...listBlocks(history[1]!).slice(1),
    ])
    expect(through('openai-responses', history).leftOut).toEqual(['signatures of reasoning'])
  })

  it('has neither reasoning nor images of results in Chat’s', () => {
    const read = readAll('openai-chat', history)
    expect(read[1]?.content).toEqual(listBlocks(history[1]!).slice(1))
    expect(through('openai-chat', history).leftOut).toEqual(['reasoning', 'image blocks in results'])
  })
})

it.each([
  [
    'openai-chat',
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'b', function: { name: 'x', arguments: 'no json' } }],
    },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'b', name: 'x', input: 'no json' }] },
  ],
  ['openai-chat', { role: 'wizard', content: 'hi' }, { role: 'wizard', content: 'hi' }],
  [
    'ai-sdk',
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'a', output: { type: 'error-text', value: 'no' } }],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'no', is_error: true }] },
  ],
] as const)('%s: reads %j', (id, item, message) => {
  expect(armFormats[id].read(item).message).toEqual(message)
})
