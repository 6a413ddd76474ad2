import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import { damagedHistory, validHistory } from '../testing/arbitrary-history.ts'
import { hasRealHistories, realHistories } from '../testing/real-histories.ts'
import { replaceParts } from './replace-parts.ts'
import { splitHistory, splitParts } from './split-parts.ts'

const user = (...texts: string[]): Message => ({
  role: 'user',
  content: texts.map((text) => ({ type: 'text', text })),
})
const assistant = (text: string): Message => ({ role: 'assistant', content: [{ type: 'text', text }] })
const brief = (part: Part): string =>
  [part.kind, part.isHeader === true ? 'header' : '', part.toolName ?? '', part.path ?? '']
    .filter((word) => word !== '')
    .join(' ')
const briefs = (...messages: Message[]): string[][] => splitHistory(messages).map((parts) => parts.map(brief))

const readCall = '<read_file>\n<args>\n<file>\n<path>src/a.ts</path>\n</file>\n</args>\n</read_file>'
const readBody =
  '<files>\n<file><path>src/a.ts</path>\n<content lines="1-2">\n1 | a\n</content>\n</file>\n<file><path>src/b.ts</path>\n<error>no such file</error>\n</file>\n</files>'
const details = '<environment_details>\n# Current Time\nnow\n</environment_details>'

describe('parts of the XML era', () => {
  it('are words and a call in what the assistant wrote', () => {
    expect(briefs(assistant(`I will look.\n\n${readCall}`))).toEqual([
      ['assistant-text', 'tool-call read_file src/a.ts'],
    ])
  })

  it('are header, files and environment in the answer, whichever blocks they stand in', () => {
    const inBlocks = briefs(
      assistant(readCall),
      user("[read_file for 'src/a.ts'. Reading more is better.] Result:", readBody, details),
    )[1]
    expect(inBlocks).toEqual([
      'tool-result header read_file',
      'tool-result header read_file',
      'tool-result read_file src/a.ts',
      'tool-result header read_file',
      'tool-result read_file src/b.ts',
      'tool-result header read_file',
      'environment',
    ])
    const inOne = briefs(
      assistant(readCall),
      user(`[read_file for 'src/a.ts'] Result:\nplain content\n${details}`),
    )[1]
    expect(inOne).toEqual(['tool-result header read_file', 'tool-result read_file src/a.ts', 'environment'])
  })

  it('know which call a result answers, and that a file could not be read', () => {
    const [, answer] = splitHistory([
      assistant(readCall),
      user("[read_file for 'src/a.ts'] Result:", readBody),
    ])
    expect(answer?.map((part) => part.toolCallId)).toEqual(Array.from({ length: 6 }, () => 'xml:0:0'))
    expect(answer?.filter((part) => part.isError).map((part) => part.path)).toEqual(['src/b.ts'])
  })

  it.each([
    [
      'a call that was cut off',
      'So:\n<write_to_file>\n<path>a.ts</path>\n<content>\nlet\n\n[Response interrupted by a tool use result.]',
      ['assistant-text', 'tool-call write_to_file a.ts', 'assistant-text'],
    ],
    ['thinking', '<thinking>hm</thinking>\nyes', ['reasoning', 'assistant-text']],
    [
      'a tool that nobody knows yet',
      '<fancy_new_tool>\n<x>1</x>\n</fancy_new_tool>',
      ['tool-call fancy_new_tool'],
    ],
    [
      'prose about tags',
      'Use `<read_file>` and <b>bold</b> and <some_thing>plain</some_thing>.',
      ['assistant-text'],
    ],
    [
      'an MCP read',
      '<use_mcp_tool>\n<server_name>fs</server_name>\n<tool_name>read_file</tool_name>\n<arguments>\n{"path": "x.md"}\n</arguments>\n</use_mcp_tool>',
      ['tool-call mcp--fs--read_file x.md'],
    ],
  ])('tell %s', (_name, text, expected) => {
    expect(briefs(assistant(text))[0]).toEqual(expected)
  })

  it.each([
    [
      'an answer to a question',
      ['[ask_followup_question] Result:', '<answer>\nyes, but only on Node 20\n</answer>'],
      'user-text',
    ],
    [
      'feedback with a refusal',
      [
        '[write_to_file] Result:',
        'The user denied this operation and provided the following feedback:\n<feedback>\nnever there\n</feedback>',
      ],
      'user-text',
    ],
    [
      'new instructions after a result',
      [
        '[attempt_completion] Result:',
        '\n\nNew instructions for task continuation:\n<user_message>\ngo on\n</user_message>',
      ],
      'user-text',
    ],
    ['a notice of the agent', ['[ERROR] You did not use a tool in your previous response!'], 'tool-result'],
  ])('keep %s apart from what tools said', (_name, texts, kind) => {
    expect(splitParts(user(...texts), 0).map((part) => part.kind)).toContain(kind)
  })
})

describe('parts of the native era', () => {
  const call: Message = {
    role: 'assistant',
    content: [{ type: 'tool_use', id: 't1', name: 'read_file', input: { path: 'src/a.ts' } }],
  }
  const answer = (content: unknown): Message => ({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 't1', content }],
  })

  it('link a result to its call by id', () => {
    expect(briefs(call, answer('File: src/a.ts\n1 | a'))).toEqual([
      ['tool-call read_file src/a.ts'],
      ['tool-result read_file src/a.ts'],
    ])
  })

  it('are one for each file of a read, and one for environment details that were appended', () => {
    const text = `File: src/a.ts\n1 | a\n\n---\n\nFile: src/b.ts\n1 | b\n${details}`
    expect(briefs(call, answer(text))[1]).toEqual([
      'tool-result read_file src/a.ts',
      'tool-result header read_file',
      'tool-result read_file src/b.ts',
      'environment',
    ])
  })

  it('keep nested blocks and blocks of unknown kinds', () => {
    const nested = answer([
      { type: 'text', text: 'x' },
      { type: 'image', source: { data: 'abcd' } },
      { query: 1, type: 'odd' },
    ])
    expect(splitHistory([call, nested])[1]?.map((part) => [part.kind, part.nestedIndex, part.text])).toEqual([
      ['tool-result', 0, 'x'],
      ['image', 1, ''],
      ['tool-result', 2, '{"query":1,"type":"odd"}'],
    ])
  })

  it('answer calls by order where an agent writes results without ids', () => {
    const [, texts] = splitHistory([call, user("[read_file for 'src/a.ts'] Result:\nbody")])
    expect(texts?.map((part) => part.toolCallId)).toEqual(['t1', 't1'])
  })

  it('are summaries where the agent marked the message as one', () => {
    expect(
      splitParts({ role: 'assistant', content: 'what was', isSummary: true }, 0).map((part) => part.kind),
    ).toEqual(['summary'])
  })
})

describe('splitting any history', () => {
  it('tiles every text with nothing lost, and gives the same object back when nothing is edited', () => {
    fc.assert(
      fc.property(fc.oneof(validHistory(), damagedHistory()), (messages) => {
        splitHistory(messages).forEach((parts, index) => expectTiling(messages[index]!, parts))
      }),
    )
  })

  it('writes every text part back to the same JSON when each is replaced by itself', () => {
    fc.assert(
      fc.property(validHistory(), (messages) => {
        splitHistory(messages).forEach((parts, index) => {
          const message = messages[index]!
          const edits = parts
            .filter((part) => part.holder === 'text' && part.text !== '')
            .map((part) => ({ part, text: part.text }))
          expect(JSON.stringify(replaceParts(message, edits))).toBe(JSON.stringify(message))
        })
      }),
    )
  })

  it.skipIf(!hasRealHistories).each(realHistories())('holds on $name', ({ messages }) => {
    splitHistory(messages).forEach((parts, index) => expectTiling(messages[index]!, parts))
  })
})

function expectTiling(message: Message, parts: readonly Part[]): void {
  expect(replaceParts(message, [])).toBe(message)
  const byText = Map.groupBy(
    parts.filter((part) => part.holder === 'text'),
    (part) => `${part.blockIndex}/${part.nestedIndex ?? ''}`,
  )
  for (const [place, own] of byText) {
    const [blockIndex, nestedIndex] = place.split('/')
    const text = readBlockText(
      message,
      Number(blockIndex),
      nestedIndex === '' ? undefined : Number(nestedIndex),
    )
    expect(own.map((part) => part.text).join('')).toBe(text)
    expect(
      own.map((part) => (part.span === undefined ? text : text.slice(part.span.start, part.span.end))),
    ).toEqual(own.map((part) => part.text))
  }
}

function readBlockText(message: Message, blockIndex: number, nestedIndex: number | undefined): string {
  if (typeof message.content === 'string') return message.content
  const block = message.content[blockIndex] as { text?: string; content?: string | { text: string }[] }
  if (typeof block.content === 'string') return block.content
  return nestedIndex === undefined ? block.text! : block.content![nestedIndex]!.text
}

describe('what is no text to its model', () => {
  const readBlockPart = (block: Record<string, unknown> & { type: string }) =>
    splitHistory([{ role: 'assistant', content: [block] }])[0]?.[0]

  it.each<[string, Record<string, unknown> & { type: string }, number | undefined]>([
    ['encrypted reasoning', { type: 'reasoning', encrypted_content: 'A'.repeat(2000) }, 213],
    ['a short one', { type: 'reasoning', encrypted_content: 'A'.repeat(80) }, 0],
    ['redacted thinking', { type: 'redacted_thinking', data: 'A'.repeat(2000) }, 213],
    ['a summary that cannot be read', { type: 'compaction', encrypted_content: 'A'.repeat(4000) }, 588],
    ['thinking that can be read', { type: 'thinking', thinking: 'Hm.', signature: 's' }, undefined],
    ['reasoning with its text', { type: 'reasoning', text: 'Hm.', encrypted_content: 'A' }, undefined],
  ])('has of %s about the tokens that it stands for', (_name, block, tokens) => {
    expect(readBlockPart(block)?.tokens).toBe(tokens)
  })
})

it('tells what an agent wrote beside what was typed, block by block', () => {
  const content = [
    { type: 'text', text: 'It is Monday.', isBoilerplate: true },
    { type: 'text', text: 'Fix it' },
  ]
  expect(splitHistory([{ role: 'user', content }])[0]?.map(({ kind, text }) => [kind, text])).toEqual([
    ['environment', 'It is Monday.'],
    ['user-text', 'Fix it'],
  ])
})

it('takes the blocks of referenced files for surroundings, and what is typed behind them for words', () => {
  const parts = splitParts(
    user(
      'Mend @a.md.',
      '\n--- Content from referenced files ---',
      'Press V.',
      '\n--- End of content ---',
      'Soon.',
    ),
    0,
  )
  expect(parts.map(({ kind }) => kind)).toEqual([
    'user-text',
    'environment',
    'environment',
    'environment',
    'user-text',
  ])
})
