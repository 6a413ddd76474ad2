import { describe, expect, it } from 'vitest'
import { importFiles } from '../import-files.ts'
import type { ImportedTask } from '../imported-task.ts'
import { readBlockTexts, wordsSentBy } from '../testing/sent-by.ts'

type Line = Readonly<Record<string, unknown>>

let clock = 0
const line = (type: string, uuid: string, parentUuid: string | null, more: Line = {}): Line => ({
  type,
  uuid,
  parentUuid,
  sessionId: 's',
  isSidechain: false,
  timestamp: new Date((clock += 1000)).toISOString(),
  ...more,
})
const user = (uuid: string, parent: string | null, content: unknown, more: Line = {}): Line =>
  line('user', uuid, parent, { message: { role: 'user', content }, ...more })
const answer = (uuid: string, parent: string | null, id: string, block: Line, more: Line = {}): Line =>
  line('assistant', uuid, parent, {
    message: { id, role: 'assistant', model: 'claude-x', content: [block], usage: usage(1) },
    ...more,
  })
const usage = (output: number): Line => ({
  input_tokens: 3,
  output_tokens: output,
  cache_read_input_tokens: 100,
  cache_creation_input_tokens: 20,
  cache_creation: { ephemeral_1h_input_tokens: 5 },
})
const says = (text: string): Line => ({ type: 'text', text })
const calls = (id: string): Line => ({ type: 'tool_use', id, name: 'Read', input: { file_path: id } })
const result = (id: string, content = `result of ${id}`): Line => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
})

async function read(lines: readonly (Line | string)[], name = 'a.jsonl'): Promise<ImportedTask> {
  const text = lines.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n')
  return importFiles('drop', [{ name, text }])
}

describe('a transcript of Claude Code', () => {
  it.each([
    ['alone', []],
    ['after a snapshot', [{ type: 'file-history-snapshot', messageId: 'm', snapshot: {} }]],
  ])('is known by a first message that is longer than what is looked at, %s', async (_, before) => {
    // As it is written: the id of a line stands behind its message.
    const { uuid, ...rest } = user('u1', null, `Why does this fail?\n${'line of a log\n'.repeat(10_000)}`)
    const task = await read([...before, { ...rest, uuid }, answer('a1', 'u1', 'm1', says('Because'))])
    expect(task).toMatchObject({ format: 'claude-code', title: 'Why does this fail?' })
    expect(task.messages).toHaveLength(2)
  })

  it('gives each response as one message, with the usage of its last line', async () => {
    const task = await read([
      user('u1', null, 'Fix it'),
      answer('a1', 'u1', 'm1', says('Looking')),
      answer('a2', 'a1', 'm1', calls('t1'), {
        message: { id: 'm1', role: 'assistant', model: 'claude-x', content: [calls('t1')], usage: usage(9) },
      }),
      user('u2', 'a2', [result('t1')]),
      answer('a3', 'u2', 'm2', says('Done')),
    ])
    expect(task).toMatchObject({
      format: 'claude-code',
      agent: 'claude-code',
      title: 'Fix it',
      model: 'claude-x',
      problems: [],
    })
    expect(task.messages.map(readBlockTexts)).toEqual(['Fix it', 'Looking+t1', 'result of t1', 'Done'])
    expect(task.usage.requests).toMatchObject([
      { tokensIn: 3, tokensOut: 9, cacheReads: 100, cacheWrites: 20, cacheWrites1h: 5, isCacheApart: true },
      { tokensOut: 1 },
    ])
    expect(wordsSentBy(task)).toEqual([['Fix it'], ['Fix it', 'Looking+t1', 'result of t1']])
  })

  it('keeps results of parallel calls, which hang on sibling branches', async () => {
    const task = await read([
      user('u1', null, 'Go'),
      answer('a1', 'u1', 'm1', calls('t1')),
      user('r1', 'a1', [result('t1')]),
      answer('a2', 'a1', 'm1', calls('t2')),
      user('r2', 'a2', [result('t2')]),
      answer('a3', 'r2', 'm2', says('Both')),
    ])
    expect(wordsSentBy(task)[1]).toEqual(['Go', 't1+t2', 'result of t1', 'result of t2'])
  })

  it('begins anew at a summary, behind which newer versions keep messages', async () => {
    const task = await read([
      user('u1', null, 'Old'),
      answer('a1', 'u1', 'm1', says('Older answer')),
      user('u2', 'a1', 'Kept'),
      line('system', 'b', null, {
        subtype: 'compact_boundary',
        logicalParentUuid: 'u2',
        compactMetadata: {
          trigger: 'auto',
          preTokens: 155_000,
          // Of the messages alone: system prompt and tools are still sent with them.
          postTokens: 900,
          preservedMessages: { anchorUuid: 's', uuids: ['u2'], allUuids: ['u2'] },
        },
      }),
      user('s', 'b', 'Summary', { isCompactSummary: true }),
      user('u3', 'u2', 'Next'),
      answer('a2', 'u3', 'm2', says('On')),
    ])
    expect(wordsSentBy(task)).toEqual([['Old'], ['Summary', 'Kept', 'Next']])
    expect(task.usage.condensations).toMatchObject([
      { kind: 'summary', trigger: 'auto', tokensBefore: 155_000, summaryText: 'Summary' },
    ])
    expect(task.usage.condensations[0]).not.toHaveProperty('tokensAfter')
    expect(task.messages.find(({ isSummary }) => isSummary)?.content).toBe('Summary')
  })

  it('clears results from a microcompaction on, and not before', async () => {
    const task = await read([
      user('u1', null, 'Go'),
      answer('a1', 'u1', 'm1', calls('t1')),
      user('r1', 'a1', [result('t1')]),
      answer('a2', 'r1', 'm2', says('Read')),
      line('system', 'b', 'a2', {
        subtype: 'microcompact_boundary',
        microcompactMetadata: { trigger: 'auto', preTokens: 900, tokensSaved: 400, compactedToolIds: ['t1'] },
      }),
      user('u2', 'b', 'More'),
      answer('a3', 'u2', 'm3', says('Yes')),
    ])
    expect(wordsSentBy(task)[1]).toEqual(['Go', 't1', 'result of t1'])
    expect(wordsSentBy(task)[2]).toEqual(['Go', 't1', '[Old tool result content cleared]', 'Read', 'More'])
    // What it recorded is the size of results, and not of the context.
    expect(task.usage.condensations).toEqual([{ ts: expect.any(Number), kind: 'clearing', trigger: 'auto' }])
    expect(task.contexts?.copies).toEqual([[3, 4]])
  })

  it('takes what the agent put in for what it is, and not for what was typed', async () => {
    const own = [
      '[Request interrupted by user for tool use]',
      '<local-command-stdout>Bye!</local-command-stdout>',
      '<task-notification>\n<task-id>a1</task-id>\n</task-notification>',
    ]
    const typed = [
      'Go',
      '<task-notification> is what I see, why?',
      'What does [Request interrupted by user] mean?',
    ]
    const task = await read([
      ...[...own, ...typed].map((text, at) => user(`u${at}`, at === 0 ? null : `u${at - 1}`, text)),
      user('u6', 'u5', [says('[Request interrupted by user]')]),
      user('u7', 'u6', [says('[Request interrupted by user]'), says('Stop that')]),
      answer('a1', 'u7', 'm1', says('Yes')),
    ])
    expect(task.messages.map(({ isBoilerplate = false }) => isBoilerplate)).toEqual([
      ...own.map(() => true),
      ...typed.map(() => false),
      true,
      false,
      false,
    ])
  })

  it.each([
    ['<ide_opened_file>The user opened a.ts.</ide_opened_file>', 'Mend the fee', 'Mend the fee'],
    [
      '<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>the fee</command-args>',
      'x',
      '/review the fee',
    ],
    [
      '<command-name>/theme</command-name>\n   <command-message>theme</command-message>\n   <command-args></command-args>',
      'Mend it',
      'Mend it',
    ],
    [
      '<command-message>init</command-message>\n<command-name>/init</command-name>',
      '<system-reminder>r</system-reminder>',
      '/init',
    ],
  ])('is called by what was typed, and not by %s', async (first, second, title) => {
    const task = await read([
      user('u1', null, first),
      user('u2', 'u1', [says(second)]),
      answer('a1', 'u2', 'm1', says('Yes')),
    ])
    expect(task.title).toBe(title)
  })

  it('names calls that never got a result, but for those that may still get one', async () => {
    const task = await read([
      user('u1', null, 'Go'),
      answer('a1', 'u1', 'm1', calls('t1')),
      answer('a2', 'a1', 'm1', calls('t2')),
      user('r1', 'a1', [result('t1')]),
      user('u2', 'r1', 'Stop that'),
      answer('a3', 'u2', 'm2', calls('t3')),
    ])
    expect(task.problems).toMatchObject([
      { reason: 'One call has no result: Read on line 3', severity: 'warning' },
    ])
  })

  it.each([
    [1, '1 line follows a line that is not in the file: the line before it took its place'],
    [2, '2 lines follow lines that are not in the file: the line before each took its place'],
  ])('counts lines whose parent is gone: %i', async (count, reason) => {
    const turns = ['1', '2'].flatMap((turn) => [
      answer(`a${turn}`, 'gone', `m${turn}`, says(turn)),
      user(`u${turn}`, `a${turn}`, 'Go on'),
    ])
    const task = await read([user('u0', null, 'Go'), ...turns.slice(0, 2 * count)])
    expect(task.problems).toMatchObject([{ reason, severity: 'warning' }])
  })

  it('leaves a branch that was taken back', async () => {
    const task = await read([
      user('u1', null, 'Go'),
      answer('a1', 'u1', 'm1', says('Wrong')),
      user('u2', 'a1', 'No'),
      answer('a2', 'u2', 'm2', says('Still wrong')),
      user('u3', 'a1', 'Better'),
      answer('a3', 'u3', 'm3', says('Right')),
    ])
    expect(wordsSentBy(task)).toEqual([['Go'], ['Go', 'Wrong', 'No'], ['Go', 'Wrong', 'Better']])
  })

  it('has no lines of subagents, and no answers that no model gave', async () => {
    const task = await read([
      user('u1', null, 'Go'),
      answer('x1', 'u1', 'mx', says('aside'), { isSidechain: true }),
      answer('e1', 'u1', 'me', says('API Error'), { isApiErrorMessage: true }),
      answer('a1', 'u1', 'm1', says('Yes')),
    ])
    expect(task.messages.map(readBlockTexts)).toEqual(['Go', 'Yes'])
    expect(task.usage.requests).toHaveLength(1)
  })

  it('keeps the lines of subagents apart, each of which is named', async () => {
    const aside = { isSidechain: true }
    const task = await read([
      user('u1', null, 'Go'),
      answer('a1', 'u1', 'm1', calls('t1')),
      user('x1', null, 'Do one half', aside),
      answer('x2', 'x1', 'mx', says('One half'), aside),
      user('u2', 'a1', [result('t1')]),
      answer('a2', 'u2', 'm2', says('Done')),
    ])
    expect(wordsSentBy(task)).toEqual([['Go'], ['Go', 't1', 'result of t1']])
    expect(task.relations).toEqual({ parentId: null, childIds: ['x1'] })
    expect(task.subagents).toMatchObject([{ key: 'x1', title: 'Do one half' }])
  })

  it('is read as far as it goes where lines are damaged, circular or cut', async () => {
    const task = await read([
      '// exported',
      user('u1', 'a1', 'Go'),
      '{"type":"user","uuid":',
      answer('a1', 'u1', 'm1', says('Circle')),
      answer('a2', 'gone', 'm2', says('Orphan')),
      '{"type":"assistant","uu',
    ])
    expect(task.messages.map(readBlockTexts)).toEqual(['Go', 'Circle', 'Orphan'])
    expect(task.problems.map(({ place }) => place)).toEqual(['line 3', 'last line', ''])
  })

  it.each([
    ['custom-title', { type: 'custom-title', customTitle: 'Named', sessionId: 's' }, 'Named'],
    ['summary of its own', { type: 'summary', summary: 'Summed up', leafUuid: 'a1' }, 'Summed up'],
    ['summary of another session', { type: 'summary', summary: 'Other', leafUuid: 'zz' }, 'Go'],
  ])('takes its title from a %s', async (_, extra, title) => {
    expect((await read([extra, user('u1', null, 'Go'), answer('a1', 'u1', 'm1', says('Yes'))])).title).toBe(
      title,
    )
  })
})

it('takes figures that no request can have as not recorded', async () => {
  const message = {
    id: 'm1',
    role: 'assistant',
    model: 'claude-opus-4-5-20251101',
    content: [says('Looking')],
    usage: { input_tokens: 1e308, output_tokens: 7, cache_creation: { ephemeral_1h_input_tokens: 1241 } },
  }
  const task = await read([
    user('u1', null, 'Fix it'),
    answer('a1', 'u1', 'm1', says('Looking'), { message }),
  ])
  expect(task.usage.requests).toMatchObject([{ tokensOut: 7 }])
  expect(task.usage.requests[0]).not.toHaveProperty('tokensIn')
  expect(task.usage.refusedFigures).toBe(1)
})
