import { describe, expect, it } from 'vitest'
import type { ContentBlock, Message } from '../../../../shared/kernel/message.ts'
import {
  answer,
  call,
  condenseLosslessly as condense,
  end,
  long,
  task,
} from '../../../kernel/testing/small-histories.ts'

describe('what did not happen supersedes nothing', () => {
  const write = (id: string, content: string): Message => call(id, 'write_to_file', { path: 'a.ts', content })
  const xmlWrite = (content: string, tail = '\n</content>\n</write_to_file>'): Message => ({
    role: 'assistant',
    content: `<write_to_file>\n<path>a.ts</path>\n<content>\n${content}${tail}`,
  })
  const accepted: Message = { role: 'user', content: "[write_to_file for 'a.ts'] Result:\nsaved" }
  const denied: Message = {
    role: 'user',
    content: "[write_to_file for 'a.ts'] Result:\nThe user denied this operation.",
  }
  const feedback: Message = {
    role: 'user',
    content:
      "[write_to_file for 'a.ts'] Result:\nThe user denied this operation and provided the following feedback:\n<feedback>\nnot like this\n</feedback>",
  }

  it.each<[string, Message[]]>([
    [
      'a denied write',
      [
        write('1', long('v1')),
        answer('1', 'ok'),
        write('2', long('v2')),
        answer('2', 'The user denied this operation.'),
      ],
    ],
    ['a write without a result', [write('1', long('v1')), answer('1', 'ok'), write('2', long('v2'))]],
    ['a denied write of the XML era', [xmlWrite(long('v1')), { ...accepted }, xmlWrite(long('v2')), denied]],
    [
      'a write that was denied with feedback',
      [xmlWrite(long('v1')), { ...accepted }, xmlWrite(long('v2')), feedback],
    ],
    [
      'a write that was cut off',
      [
        xmlWrite(long('v1')),
        { ...accepted },
        xmlWrite(long('v2'), '\n\n[Response interrupted by user]'),
        { ...accepted },
      ],
    ],
  ])('%s', async (_name, messages) => {
    expect((await condense([task, ...messages, end])).summary.status).toBe('unchanged')
  })

  const readWith = (id: string, input: Record<string, unknown>, content: string): Message[] => [
    call(id, 'read_file', { path: 'a.ts', ...input }),
    answer(id, content),
  ]
  it.each<[string, Record<string, unknown>, string]>([
    ['some of its lines', { end_line: 20 }, long('part')],
    ['an outline of it', { mode: 'outline' }, long('part')],
    ['an argument that nobody knows', { max_lines: 20 }, long('part')],
    ['what the agent cut off', {}, `IMPORTANT: File content truncated.\n${long('part')}`],
    ['a refusal', {}, 'The user denied this operation.'],
    ['a note that nothing changed', {}, 'File unchanged since last read.'],
  ])('a read that gave %s', async (_name, input, content) => {
    const messages = [task, ...readWith('1', {}, long('whole')), ...readWith('2', input, content), end]
    expect((await condense(messages)).summary.status).toBe('unchanged')
  })

  it('a read of the XML era that asked for fewer lines', async () => {
    const ask = (range: string): Message => ({
      role: 'assistant',
      content: `<read_file>\n<path>a.ts</path>\n${range}\n</read_file>`,
    })
    const give = (word: string): Message => ({
      role: 'user',
      content: `[read_file for 'a.ts'] Result:\n${long(word)}`,
    })
    const ranges = [
      '<start_line>1</start_line>\n<end_line>400</end_line>',
      '<start_line>1</start_line>\n<end_line>20</end_line>',
    ]
    const messages = [task, ask(ranges[0]!), give('much'), ask(ranges[1]!), give('little'), end]
    expect((await condense(messages)).summary.status).toBe('unchanged')
  })
})

it('leaves no text block of white space behind', async () => {
  const details = (time: string): ContentBlock => ({
    type: 'text',
    text: `\n\n<environment_details>\n${time} ${long('tab', 9)}\n</environment_details>\n`,
  })
  const said = (time: string): Message => ({
    role: 'user',
    content: [{ type: 'text', text: 'go on' }, details(time)],
  })
  const { result } = await condense([task, { ...end }, said('1'), { ...end }, said('2'), end])
  expect(result[2]?.content).toEqual([{ type: 'text', text: 'go on' }])
})
