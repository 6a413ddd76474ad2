import { describe, expect, it } from 'vitest'
import type { ContentBlock, Message } from '../../../../shared/kernel/message.ts'
import {
  answer,
  call,
  condenseLosslessly as condense,
  end,
  long,
  read,
  task,
} from '../../../kernel/testing/small-histories.ts'

describe('repeated file reads', () => {
  const messages = [
    task,
    ...read('1', 'src/a.ts', long('same')),
    ...read('2', 'src/a.ts', long('same')),
    ...read('3', 'src/a.ts', long('same')),
    end,
  ]

  it('become references to the latest copy, at its position in the result', async () => {
    const { contentAt, result, summary } = await condense(messages)
    expect([2, 4].map(contentAt)).toEqual(
      Array.from({ length: 2 }, () => '[File Reference] src/a.ts (see message #6)'),
    )
    expect(result[6]).toBe(messages[6])
    expect(summary.fidelity?.supersededTokens).toBe(0)
  })

  it('become references to the first copy where the cached prefix is to stay', async () => {
    const { contentAt, result } = await condense(messages, { keep: 'first' })
    expect([4, 6].map(contentAt)).toEqual(
      Array.from({ length: 2 }, () => '[File Reference] src/a.ts (see message #2)'),
    )
    expect(result[2]).toBe(messages[2])
  })

  it('are said not to be looked for where the switch is off', async () => {
    const off = { deduplicateFileReads: false, consolidateToolResults: false }
    expect((await condense(messages, off)).summary.reason).toMatch(
      /^Nothing that is looked for repeats .* Turned off: repeated file reads, identical results\.$/,
    )
    const all = { ...off, encodeNearIdentical: false, removeObsoleteState: false }
    expect((await condense(messages, all)).summary.reason).toBe('Each of its techniques is turned off.')
  })

  it('stay where the switch is off, or where a reference would be no shorter', async () => {
    expect((await condense(messages, { deduplicateFileReads: false })).summary.status).toBe('unchanged')
    const short = [task, ...read('1', 'a', 'x'), ...read('2', 'a', 'x'), end]
    expect((await condense(short)).summary.status).toBe('unchanged')
  })

  it('stay inside the kept ends, which may still be referred to', async () => {
    const { result, contentAt } = await condense(messages, { keepFirst: 3, preserveRecentCount: 2 })
    expect(result[2]).toBe(messages[2])
    expect(contentAt(4)).toBe('[File Reference] src/a.ts (see message #6)')
  })

  it('that differ in a few lines become a reference with those lines', async () => {
    const edited = long('same').replace('7 same', '7 changed')
    const near = [task, ...read('1', 'src/a.ts', long('same')), ...read('2', 'src/a.ts', edited), end]
    const { contentAt, summary, provenance } = await condense(near)
    expect(contentAt(2)).toBe(
      `[File Reference] src/a.ts (see message #4), but for these of its lines, counted from the start of that text:\n@ instead of line 9:\n7 same ${'x'.repeat(20)}`,
    )
    expect(summary.fidelity?.reversibleTokens).toBeGreaterThan(200)
    expect(provenance?.messages[2]?.changes[0]?.reference?.delta).toEqual([
      { start: 8, deleteCount: 1, lines: [`7 same ${'x'.repeat(20)}`] },
    ])
  })

  it('of other content are superseded, and only where that is wanted', async () => {
    const other = [
      task,
      ...read('1', 'src/a.ts', long('old')),
      ...read('2', 'src/a.ts', long('entirely new')),
      end,
    ]
    const { contentAt, summary } = await condense(other)
    expect(contentAt(2)).toBe('[Superseded] src/a.ts was read again with other content in message #4')
    expect(summary.fidelity).toMatchObject({ reversibleTokens: 0 })
    expect(summary.fidelity?.supersededTokens).toBeGreaterThan(200)
    expect((await condense(other, { removeObsoleteState: false })).summary.status).toBe('unchanged')
  })

  it('of some lines do not supersede the whole file, and the whole file supersedes some lines', async () => {
    const part = (id: string, content: string): Message[] => [
      call(id, 'read_file', { path: 'a.ts', line_range: '1-40' }),
      answer(id, `File: a.ts\n${content}`),
    ]
    const wholeFirst = await condense([
      task,
      ...read('1', 'a.ts', long('whole')),
      ...part('2', long('part')),
      end,
    ])
    expect(wholeFirst.summary.status).toBe('unchanged')
    const partFirst = await condense([
      task,
      ...part('1', long('part')),
      ...read('2', 'a.ts', long('whole')),
      end,
    ])
    expect(partFirst.contentAt(2)).toContain('[Superseded] a.ts')
  })

  it('that failed supersede nothing', async () => {
    const failed = answer('2', `Error: ${long('cannot read')}`)
    const { summary } = await condense([
      task,
      ...read('1', 'a.ts', long('content')),
      call('2', 'read_file', { path: 'a.ts' }),
      failed,
      end,
    ])
    expect(summary.status).toBe('unchanged')
  })
})

describe('other identical results', () => {
  it('become references, errors included', async () => {
    const failure = `Error: ${long('boom')}`
    const runs = ['1', '2'].flatMap((id) => [
      call(id, 'execute_command', { command: 'npm test' }),
      answer(id, failure),
    ])
    const { contentAt } = await condense([task, ...runs, end])
    expect(contentAt(2)).toBe('[Same result as message #4]')
  })

  it('inside one message refer to each other', async () => {
    const twice: Message = {
      role: 'assistant',
      content: ['1', '2'].map((id) => ({ type: 'tool_use', id, name: 'list_files', input: {} })),
    }
    const results: Message = {
      role: 'user',
      content: ['1', '2'].map((id) => ({ type: 'tool_result', tool_use_id: id, content: long('listing') })),
    }
    const { contentAt } = await condense([task, twice, results, end])
    expect(contentAt(2)).toBe('[Same result as message #2]')
  })
})

describe('environment details', () => {
  const details = (time: string): ContentBlock => ({
    type: 'text',
    text: `<environment_details>\n# Current Time\n${time}\n${long('open tab', 20)}\n</environment_details>`,
  })
  const step = (id: string, time: string): Message[] => [
    call(id, 'execute_command', { command: id }),
    answer(id, id, details(time)),
  ]
  const messages = [task, ...step('1', '10:00'), ...step('2', '10:01'), ...step('3', '10:02'), end]

  it('of the past leave the context, the last ones stay', async () => {
    const { result, summary } = await condense(messages)
    expect([2, 4, 6].map((index) => result[index]?.content.length)).toEqual([1, 1, 2])
    expect(summary.fidelity?.reversibleTokens).toBe(0)
  })

  it('become a reference with the lines that differ in strict mode', async () => {
    const { result, summary } = await condense(messages, { removeObsoleteState: false })
    expect(result[2]?.content[1]).toEqual({
      type: 'text',
      text: '<environment_details>\nas in message #6, but for these of its lines, counted from the start of that text:\n@ instead of line 3:\n10:00\n</environment_details>',
    })
    expect(summary.fidelity?.supersededTokens).toBe(0)
  })

  it('leave a note where the message holds nothing else', async () => {
    const alone: Message = { role: 'user', content: [details('9:00'), details('9:01')] }
    const { result } = await condense([task, end, alone, end, ...step('1', '10:00'), end])
    expect(result[2]?.content).toEqual([
      { type: 'text', text: '<environment_details>superseded, see message #5</environment_details>' },
    ])
  })
})

describe('writes of a file that is written again', () => {
  const write = (id: string, content: string): Message[] => [
    call(id, 'write_to_file', { path: 'a.ts', content, line_count: 40 }),
    answer(id, 'ok'),
  ]

  it('lose their content and keep their shape', async () => {
    const { contentAt } = await condense([task, ...write('1', long('v1')), ...write('2', long('v2')), end])
    expect(contentAt(1)).toEqual({
      path: 'a.ts',
      content: '[Superseded: written again in message #3]',
      line_count: 40,
    })
    expect(contentAt(3)).toMatchObject({ content: long('v2') })
  })

  it('lose it in the XML era too, even where the content quotes its own tag', async () => {
    const tricky = `${long('v1')}\n</content>\nmore`
    const xml = (content: string): Message => ({
      role: 'assistant',
      content: `Writing.\n<write_to_file>\n<path>a.ts</path>\n<content>\n${content}\n</content>\n<line_count>9</line_count>\n</write_to_file>`,
    })
    const done: Message = { role: 'user', content: "[write_to_file for 'a.ts'] Result:\nok" }
    const { result } = await condense([task, xml(tricky), done, xml(long('v2')), done, end])
    expect(result[1]?.content).toBe(
      'Writing.\n<write_to_file>\n<path>a.ts</path>\n<content>[Superseded: written again in message #3]</content>\n<line_count>9</line_count>\n</write_to_file>',
    )
  })

  it('stay where the later write failed', async () => {
    const failing: Message[] = [
      call('2', 'write_to_file', { path: 'a.ts', content: long('v2') }),
      answer('2', 'Error: read-only'),
    ]
    expect((await condense([task, ...write('1', long('v1')), ...failing, end])).summary.status).toBe(
      'unchanged',
    )
  })
})

describe('a history with nothing to gain', () => {
  it.each([
    ['no message', []],
    ['one message', [task]],
    ['only words', [task, end]],
  ])('is left unchanged with a reason: %s', async (_name, messages: Message[]) => {
    const { summary } = await condense(messages)
    expect(summary).toMatchObject({ status: 'unchanged', error: null, stats: { reductionPercent: 0 } })
    expect(summary.reason).not.toBe('')
  })
})
