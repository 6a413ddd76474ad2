import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/domain/message.ts'
import { armHistory, runArm } from '../../testing/run-arm.ts'
import { end, long, task } from '../../testing/small-histories.ts'

const hidden = long('secret', 400)
const call = (id: string, more: Readonly<Record<string, unknown>> = {}): Message[] => [
  { role: 'assistant', content: [{ type: 'tool_use', id, name: 'note', input: {}, ...more }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] },
]
const user = (...content: Extract<Message['content'], readonly unknown[]>): Message[] => [
  { role: 'user', content: [...content] },
]
const text = { type: 'text' as const, text: 'Go on.' }
const image = { type: 'base64', media_type: 'image/png', data: 'aGk=' }

describe('text of an arm where no token is counted', () => {
  it.each<[string, Message[]]>([
    ['in the id of a call', call(hidden)],
    ['in a field beside a call', call('a', { note: hidden })],
    ['in a field beside a text', user({ ...text, citations: [{ cited_text: hidden }] })],
    ['beside the data of an image', user(text, { type: 'image', source: { ...image, alt: hidden } })],
    [
      'within a result',
      [
        ...call('a').slice(0, 1),
        ...user({ type: 'tool_result', tool_use_id: 'a', content: [{ ...text, note: hidden }] }),
      ],
    ],
  ])('is refused: %s', async (_, added) => {
    const { error } = await runArm(() => ({ messages: [task, ...added, end] }))
    expect(error).toMatchObject({ code: 'arm-hidden-text' })
    expect(error?.message).toContain('where no token is counted')
  })

  it.each<[string, Message[]]>([
    ['an id', call('toolu_01FL1HpgxkBGD2rw25B3MMz3')],
    ['a mark of a cache', user({ ...text, cache_control: { type: 'ephemeral', ttl: '1h' } })],
    ['an image', user(text, { type: 'image', source: { ...image, data: 'aGk='.repeat(500) } })],
  ])('is none: %s', async (_, added) => {
    const { summary } = await runArm(() => ({ messages: [task, ...added, end] }))
    expect(summary.error).toBeNull()
  })

  it('is none where the source has it in the same words: a thought that was signed', async () => {
    const thought = { type: 'thinking' as const, thinking: 'So be it.', signature: hidden }
    const source: Message[] = [
      ...armHistory.slice(0, -1),
      { role: 'assistant', content: [thought, { type: 'text', text: long('much') }] },
    ]
    const shorter: Message = { role: 'assistant', content: [thought, { type: 'text', text: 'Less.' }] }
    const { summary } = await runArm(() => ({ messages: [task, shorter] }), {}, {}, source)
    expect(summary.error).toBeNull()
  })
})
