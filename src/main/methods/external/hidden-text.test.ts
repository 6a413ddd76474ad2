import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { armHistory, runArm } from '../../kernel/testing/run-arm.ts'
import { end, long, task } from '../../kernel/testing/small-histories.ts'

declare function btoa(bytes: string): string

const hidden = long('secret', 400)
const call = (id: string, more: Readonly<Record<string, unknown>> = {}): Message[] => [
  { role: 'assistant', content: [{ type: 'tool_use', id, name: 'note', input: {}, ...more }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'ok' }] },
]
const user = (...content: Extract<Message['content'], readonly unknown[]>): Message[] => [
  { role: 'user', content: [...content] },
]
const text = { type: 'text' as const, text: 'Go on.' }
/** A PNG as far as its size is read, and so many bytes more. */
const png = (width: number, height: number, more: number): string => {
  const size = (pixels: number): string => String.fromCharCode(0, 0, pixels >> 8, pixels & 255)
  const head = `\x89PNG\r\n\x1A\n\0\0\0\rIHDR${size(width)}${size(height)}\x08\x02\0\0\0`
  return btoa(head + 'x'.repeat(more))
}
const image = { type: 'base64', media_type: 'image/png', data: png(40, 40, 100) }
const pictured = (source: Readonly<Record<string, unknown>>): Message[] =>
  user(text, { type: 'image', source })
const file = (more: Readonly<Record<string, unknown>>, data = 'A'.repeat(400)): Message[] =>
  user(text, { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data }, ...more })
const svg = btoa(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>${hidden}</text></svg>`)

/** The same item with one letter less in each of its texts. */
const shortened = (item: unknown): unknown => JSON.parse(JSON.stringify(item).replaceAll('Go on.', 'Go on'))

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
    ['a picture', pictured({ ...image, data: png(400, 300, 40_000) })],
    [
      'a compaction that only its vendor reads',
      user({ type: 'compaction', id: 'cmp_1', encrypted_content: hidden.slice(0, 2000) }),
    ],
  ])('is none: %s', async (_, added) => {
    const { summary } = await runArm(() => ({ messages: [task, ...added, end] }))
    expect(summary.error).toBeNull()
  })

  it.each<[string, Message[]]>([
    ['a block that says to be unsent', user(text, { type: 'note', isUnsent: true, text: hidden })],
    [
      'an encrypted compaction with a count of its own',
      user({ type: 'compaction', encrypted_content: hidden.slice(0, 2000), countedTokens: 1 }),
    ],
    ['a block with a count of its own', user(text, { type: 'compaction', countedTokens: 1, note: hidden })],
    ['a text beside what is encrypted', user(text, { type: 'note', encrypted_content: 'x', note: 'a.ts' })],
    [
      'text that says to be encrypted',
      user({ type: 'note', encrypted_content: hidden }, { type: 'redacted_thinking', data: hidden }),
    ],
    ['the title of a file', file({ title: 'a.ts' })],
    ['words behind the beginning of a file', file({}, `${'A'.repeat(4096)}\n${hidden}`)],
    ['a text in base64', file({}, btoa(hidden))],
    ['a drawing in words', pictured({ ...image, media_type: 'image/svg+xml', data: svg })],
    ['a picture with more data than pixels', pictured({ ...image, data: png(1, 1, 9000) })],
    ['words that say to be a picture', pictured({ ...image, data: hidden })],
    ['an address that is a text', pictured({ type: 'url', url: `data:text/plain,${hidden}` })],
    ['a picture of an address', pictured({ type: 'url', url: 'https://example.com/a.png' })],
  ])('is refused in what is not counted by its text: %s', async (_, added) => {
    const { error } = await runArm(() => ({ messages: [task, ...added, end] }))
    expect(error).toMatchObject({ code: 'arm-added-files' })
  })

  it('is none in files and pictures of the source, wherever an arm puts them', async () => {
    const [old, drawn] = [file({ title: 'Report' })[0]!, pictured({ ...image, data: svg })[0]!]
    const source = [task, ...armHistory.slice(1, -1), old, drawn, end]
    const both = [old, drawn].flatMap(({ content }) => (typeof content === 'string' ? [] : content.slice(1)))
    const cached = both.map((block) => ({ ...block, cache_control: { type: 'ephemeral' } }))
    const { summary } = await runArm(
      () => ({ messages: [task, ...user(text, ...cached), end] }),
      {},
      {},
      source,
    )
    expect(summary.error).toBeNull()
  })

  it.each(['openai-chat', 'openai-responses', 'ai-sdk'])(
    'is none in a picture of the source in %s',
    async (format) => {
      const picture = pictured({ ...image, data: png(1, 1, 9000) })[0]!
      const source = [task, ...armHistory.slice(1, -1), picture, end]
      const { summary, result } = await runArm(
        ({ messages }) => ({ messages: [messages[0], ...messages.slice(-2).map((one) => shortened(one))] }),
        { format },
        {},
        source,
      )
      expect(summary.error).toBeNull()
      expect(JSON.stringify(result)).toContain(png(1, 1, 9000))
    },
  )

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
