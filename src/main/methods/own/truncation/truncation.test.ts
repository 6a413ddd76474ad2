import { describe, expect, it } from 'vitest'
import type { ContentBlock, Message } from '../../../../shared/kernel/message.ts'
import { conversationFor, runOn } from '../../../kernel/testing/run-on.ts'
import { truncationMethod } from './truncation.ts'

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index} ${'x'.repeat(30)}`).join('\n')
const text = (value: string): ContentBlock => ({ type: 'text', text: value })
const task: Message = { role: 'user', content: [text('<task>\ndo it\n</task>')] }
const exchange = (id: string, input: Record<string, unknown>, content: unknown): Message[] => [
  {
    role: 'assistant',
    content: [text('I go on.'), { type: 'tool_use', id, name: 'execute_command', input }],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] },
]
const tail = (count: number): Message[] =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'assistant' : 'user',
    content: `tail ${index}`,
  }))
const preset = (id: string): Record<string, unknown> =>
  truncationMethod.presets.find((known) => known.id === id)!.settings

const condense = async (messages: Message[], settings: unknown = {}) => {
  const { summary, condensed } = await runOn(truncationMethod, settings, conversationFor(messages))
  const result = condensed?.conversation.messages ?? messages
  const readResultContent = (index: number): unknown => (result[index]!.content[0] as ContentBlock)['content']
  const readCallInput = (index: number): unknown => (result[index]!.content[1] as ContentBlock)['input']
  return {
    summary,
    result,
    resultOf: readResultContent,
    inputOf: readCallInput,
    provenance: condensed?.provenance,
  }
}

describe('old tool results', () => {
  const messages = [task, ...exchange('1', { command: 'ls' }, lines(50)), ...tail(5)]

  it('are cut to 5 lines with a note of how many went', async () => {
    const { resultOf, result, provenance } = await condense(messages)
    expect(resultOf(2)).toBe(`${lines(5)}\n... (45 more lines)`)
    expect(result[1]).toBe(messages[1])
    expect(provenance?.messages[2]?.changes).toMatchObject([
      { operation: 'shortened', kind: 'tool-result', reason: 'Tool result cut to 5 lines' },
    ])
  })

  it('keep their block with a placeholder when they are suppressed', async () => {
    const { result } = await condense(messages, preset('suppress'))
    expect(result[2]?.content).toEqual([
      { type: 'tool_result', tool_use_id: '1', content: '[Tool result suppressed]' },
    ])
  })

  it('are cut to 10 lines by the balanced preset, which leaves 7 messages alone', async () => {
    expect((await condense([...messages, ...tail(2)], preset('balanced'))).resultOf(2)).toBe(
      `${lines(10)}\n... (40 more lines)`,
    )
    expect((await condense(messages, preset('balanced'))).summary.status).toBe('unchanged')
  })

  it.each([
    [
      'characters after lines',
      { maxLines: 2, maxChars: 50 },
      `${lines(2).slice(0, 50)}... (${(lines(50).length - 50).toLocaleString('en-US')} more characters)`,
    ],
    [
      'lines where they are the tighter limit',
      { maxLines: 1, maxChars: 50 },
      `${lines(1)}\n... (49 more lines)`,
    ],
    ['one line that is missing', { maxLines: 49 }, `${lines(49)}\n... (1 more line)`],
    ['no note', { maxLines: 1, addEllipsis: false }, lines(1)],
  ])('are cut by %s', async (_name, toolResults, expected) => {
    const { resultOf } = await condense(messages, { toolResults })
    expect(resultOf(2)).toBe(expected)
  })

  it('stay when they are under the threshold, have few lines, or the mode says so', async () => {
    const small = [task, ...exchange('1', { command: 'ls' }, lines(9)), ...tail(5)]
    expect((await condense(small)).summary.status).toBe('unchanged')
    const oneLine = [task, ...exchange('1', { command: 'ls' }, 'x'.repeat(5000)), ...tail(5)]
    expect((await condense(oneLine)).summary.status).toBe('unchanged')
    expect((await condense(messages, { toolResults: { mode: 'keep' } })).summary.status).toBe('unchanged')
  })

  it('keep their images and their other blocks', async () => {
    const image: ContentBlock = { type: 'image', source: { data: 'abcd' } }
    const nested = [
      task,
      ...exchange('1', {}, [text(lines(50)), image, { type: 'odd', data: lines(50) }]),
      ...tail(5),
    ]
    const { resultOf } = await condense(nested)
    expect(resultOf(2)).toEqual([
      text(`${lines(5)}\n... (45 more lines)`),
      image,
      { type: 'odd', data: lines(50) },
    ])
  })
})

describe('old tool parameters', () => {
  const input = {
    path: 'src/a.ts',
    content: 'c'.repeat(1000),
    options: { list: ['d'.repeat(500), 7, null], flag: true },
  }
  const messages = [task, ...exchange('1', input, 'ok'), ...tail(5)]

  it('stay an object whose long strings are cut, at any depth', async () => {
    const { inputOf } = await condense(messages)
    expect(inputOf(1)).toEqual({
      path: 'src/a.ts',
      content: `${'c'.repeat(100)}... (900 more characters)`,
      options: { list: [`${'d'.repeat(100)}... (400 more characters)`, 7, null], flag: true },
    })
  })

  it('keep their short strings when the long ones are suppressed', async () => {
    const { inputOf } = await condense(messages, preset('suppress'))
    expect(inputOf(1)).toEqual({
      path: 'src/a.ts',
      content: '[Parameter suppressed]',
      options: { list: ['[Parameter suppressed]', 7, null], flag: true },
    })
  })

  it('stay when the mode says so', async () => {
    expect((await condense(messages, { toolParameters: { mode: 'keep' } })).summary.status).toBe('unchanged')
  })

  it('of the XML era are cut inside their elements, whatever stands in them', async () => {
    const content = `<b>${'c'.repeat(400)}</content> not yet`
    const xml = `<write_to_file>\n<path>src/a.ts</path>\n<content>\n${content}\n</content>\n<line_count>9</line_count>\n</write_to_file>`
    const { result } = await condense([
      task,
      { role: 'assistant', content: `Now.\n${xml}` },
      { role: 'user', content: 'ok' },
      ...tail(5),
    ])
    const cut = `\n${content}`.slice(0, 100)
    const missing = content.length + 2 - 100
    expect(result[1]?.content).toBe(
      `Now.\n<write_to_file>\n<path>src/a.ts</path>\n<content>${cut}... (${missing} more characters)</content>\n<line_count>9</line_count>\n</write_to_file>`,
    )
  })
})

describe('what was said', () => {
  const wordy = [
    task,
    { role: 'assistant', content: 'w'.repeat(3000) },
    { role: 'user', content: 'v'.repeat(3000) },
    ...tail(5),
  ]

  it('stays by default', async () => {
    expect((await condense(wordy)).summary.status).toBe('unchanged')
  })

  it('is cut for one side only, where that is wanted', async () => {
    const { result } = await condense(wordy, { preserveAssistantText: false, maxTextChars: 100 })
    expect(result[1]?.content).toBe(`${'w'.repeat(100)}... (2,900 more characters)`)
    expect(result[2]).toBe(wordy[2])
  })
})

describe('environment details', () => {
  const details = `<environment_details>\n${lines(40)}\n</environment_details>`
  const messages = [
    task,
    { role: 'assistant', content: 'a' },
    { role: 'user', content: [text('go on'), text(details)] },
    ...tail(5),
  ]

  const suppressed = text('<environment_details>suppressed</environment_details>')

  it.each(['default', 'suppress'])('that are old leave the context by the preset %s', async (id) => {
    const { result } = await condense(messages, preset(id))
    expect(result[2]?.content).toEqual([text('go on'), suppressed])
  })

  it('in the recent messages stay, and so do those of the first one', async () => {
    const ends = [
      { role: 'user' as const, content: [text('<task>\ndo it\n</task>'), text(details)] },
      ...messages.slice(1, -1),
      { role: 'user' as const, content: [text('last'), text(details)] },
    ]
    const { result } = await condense(ends)
    expect(result[0]).toBe(ends[0])
    expect(result.at(-1)).toBe(ends.at(-1))
    expect(result[2]?.content).toEqual([text('go on'), suppressed])
  })

  it('have an operation of their own', async () => {
    expect((await condense(messages, { environment: 'keep' })).summary.status).toBe('unchanged')
    expect((await condense(messages, { environment: 'suppress' })).result[2]?.content).toEqual([
      text('go on'),
      suppressed,
    ])
    expect((await condense(messages, { environment: 'truncate' })).result[2]?.content[1]).toEqual(
      text(`<environment_details>\n${lines(4)}\n... (36 more lines)\n</environment_details>`),
    )
  })
})

describe('the kept ends', () => {
  const many = [
    task,
    ...Array.from({ length: 4 }, (_, index) => exchange(String(index), {}, lines(50))).flat(),
  ]
  const changed = async (settings: Record<string, unknown>): Promise<number[]> => {
    const { result } = await condense(many, settings)
    return result.flatMap((message, index) => (message === many[index] ? [] : [index]))
  }

  it.each([
    [{ preserveRecentCount: 0 }, [2, 4, 6, 8]],
    [{ preserveRecentCount: 1 }, [2, 4, 6]],
    [{ preserveRecentCount: 8 }, []],
    [{ preserveRecentCount: 9 }, []],
    [{ preserveRecentCount: 10 }, []],
    [{ preserveRecentCount: 0, keepFirst: 3 }, [4, 6, 8]],
    [{ preserveRecentCount: 0, keepFirst: 9 }, []],
    [{ preserveRecentCount: 0, keepFirst: 0 }, [2, 4, 6, 8]],
    [{ preserveRecentCount: 5, keepFirst: 6 }, []],
  ])('with %o leave %o to change', async (settings, expected) => {
    expect(await changed(settings)).toEqual(expected)
  })
})

describe('settings', () => {
  it('out of bounds are refused with the field that is wrong', () => {
    const bound = truncationMethod.bind({ toolResults: { maxLines: 0 } }, () => undefined)
    expect(bound).toMatchObject({ ok: false, issues: [{ path: ['toolResults', 'maxLines'] }] })
  })

  it('that nobody knows are refused', () => {
    expect(truncationMethod.bind({ maxLinse: 3 }, () => undefined).ok).toBe(false)
  })
})
