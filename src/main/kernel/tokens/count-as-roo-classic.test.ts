import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { roughCounter } from '../testing/run-on.ts'
import { countAsRooClassic } from './count-as-roo-classic.ts'

const text = (length: number) => ({ type: 'text', text: 'x'.repeat(length) })

describe('Roo Code classic', () => {
  it.each<[string, Message, number]>([
    ['counts text by half again, rounded up', { role: 'user', content: 'x'.repeat(12) }, 5],
    ['adds the blocks up before it rounds', { role: 'user', content: [text(4), text(4), text(4)] }, 5],
    [
      'counts nothing for a call',
      {
        role: 'assistant',
        content: [text(8), { type: 'tool_use', id: '1', name: 'a', input: { long: 'x'.repeat(999) } }],
      },
      3,
    ],
    [
      'counts nothing for a result',
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', content: 'x'.repeat(999) }] },
      0,
    ],
    [
      'counts an image by the root of its length',
      {
        role: 'user',
        content: [
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'x'.repeat(10_000) } },
        ],
      },
      150,
    ],
    [
      'counts 300 for an image without data',
      { role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'a' } }] },
      450,
    ],
    ['counts an empty message as nothing', { role: 'user', content: [] }, 0],
  ])('%s', (_name, message, tokens) => {
    expect(countAsRooClassic(message, roughCounter)).toBe(tokens)
  })
})
