import { describe, expect, it } from 'vitest'
import { importFiles } from '../import-files.ts'
import { failuresOfDamaged } from '../testing/damage.ts'
import { wordsSentBy } from '../testing/sent-by.ts'
import { droid } from './droid.ts'
import {
  call,
  compaction,
  buildRecordId,
  line,
  formatJsonLines,
  read,
  says,
  session,
  start,
  text,
  user,
  whole,
} from './testing/lines.ts'

describe('a session of Droid', () => {
  it('sends with each answer what stood before it', async () => {
    const task = await read(...whole)
    expect(wordsSentBy(task)).toEqual([
      ['Fix it'],
      ['Fix it', 'hm+a+b', expect.stringContaining('code'), 'no such file'],
    ])
    expect(task).toMatchObject({
      format: 'droid',
      agent: 'droid',
      title: 'Mend it',
      workspace: '/work/p',
      model: 'claude-x',
      relations: { parentId: null, childIds: [] },
      problems: [],
    })
    expect(task.messages[1]?.content).toMatchObject([{ signature: 's' }, { id: 'a' }, { id: 'b' }])
    expect(task.messages[2]?.content).toMatchObject([{ content: [{ type: 'text' }, { type: 'image' }] }])
    expect(task.messages[3]?.content).toMatchObject([{ tool_use_id: 'b', is_error: true }])
    expect(task.usage.requests).toMatchObject([
      { modelId: 'claude-x', ts: Date.UTC(2026, 0, 1, 0, 0, 1) },
      { modelId: 'claude-x' },
    ])
  })

  it('leaves out what only the person is shown, and marks what only the model is', async () => {
    const hook = { hookEventName: 'Stop', hookCommands: [], hookStatus: 'completed', visibility: 'user_only' }
    const task = await read(
      start,
      user('Rules', { visibility: 'llm_only' }),
      user('Fix it'),
      line('user', [], hook),
      user('Compacted', { visibility: 'user_only' }),
      says(text('a')),
    )
    expect(wordsSentBy(task)).toEqual([['Rules', 'Fix it']])
    expect(task.messages.map(({ isBoilerplate }) => isBoilerplate === true)).toEqual([true, false, false])
  })

  it('takes the newest title, and none where nobody gave one', async () => {
    const titled = (more: object) => read({ ...start, ...more }, user('Fix it'), says(text('a')))
    expect((await titled({ sessionTitle: 'Newer' })).title).toBe('Newer')
    expect((await titled({ title: 'New Session' })).title).toBe('Fix it')
  })

  it('reads lines of older versions, and of subagents that write a text into the line', async () => {
    const task = await read(
      { type: 'session_start', id: session, title: 'Old', owner: 'ada' },
      line('user', 'Fix it'),
      { type: 'message', id: 'm', timestamp: 5, role: 'assistant', text: 'Done', session_id: session },
      user('More'),
      says(text('b')),
    )
    expect(wordsSentBy(task)).toEqual([['Fix it'], ['Fix it', 'Done', 'More']])
    expect(task.messages[1]).toMatchObject({ role: 'assistant', ts: 5 })
    expect(task.workspace).toBeNull()
  })

  it('sends a result in the place of one that never came, and none that is only awaited', async () => {
    const task = await read(
      start,
      user('Fix it'),
      says(call('a'), call('b')),
      line('user', [
        { type: 'tool_result', tool_use_id: 'a', content: 'code' },
        { type: 'tool_result', tool_use_id: 'b', content: '__TOOL_RESULT_PENDING__' },
      ]),
      user('Go on'),
      says(text('c')),
    )
    expect(wordsSentBy(task).at(-1)).toEqual([
      'Fix it',
      'a+b',
      'code',
      'Error: Tool execution was cancelled',
      'Go on',
    ])
  })

  it('never sends reasoning again that led to nothing', async () => {
    const thinking = { type: 'thinking', thinking: 'hm', signature: 's' }
    const task = await read(start, user('a'), says(thinking), user('b'), says(text('c')))
    expect(wordsSentBy(task)).toEqual([['a'], ['a', 'b']])
    expect(task.messages).toHaveLength(4)
  })
})

describe('reasoning in a session of Droid', () => {
  it('has no signature where a provider has none, and is there once', async () => {
    const thinking = {
      type: 'thinking',
      thinking: 'hm',
      signature: 'reasoning_content',
      signatureProvider: 'factory',
    }
    const beside = { chatCompletionReasoningField: 'reasoning_content', chatCompletionReasoningContent: 'hm' }
    const task = await read(
      start,
      user('a'),
      line('assistant', [thinking, text('b')], beside),
      line('assistant', [text('c')], beside),
    )
    expect(task.messages.map(({ content }) => content).slice(1)).toEqual([
      [{ type: 'thinking', thinking: 'hm' }, text('b')],
      [{ type: 'thinking', thinking: 'hm' }, text('c')],
    ])
  })

  it('is kept where it is encrypted', async () => {
    const task = await read(
      start,
      user('a'),
      line('assistant', [text('b')], { openaiEncryptedContent: 'x', openaiReasoningId: 'rs_1' }),
      line('assistant', [text('c')], { openaiEncryptedContent: 'y', openaiReasoningSummary: 'hm' }),
    )
    expect(task.messages.map(({ content }) => content[0]).slice(1)).toEqual([
      { type: 'reasoning', encrypted_content: 'x' },
      { type: 'thinking', thinking: 'hm', encrypted_content: 'y' },
    ])
  })
})

describe('damage in a session of Droid', () => {
  it('is named, and costs nothing else', async () => {
    const broken = formatJsonLines(...whole).replace('"no such file"', '"no such')
    const task = await importFiles('a.jsonl', [{ name: 'a.jsonl', text: `${broken}{"type":"mess` }])
    expect(wordsSentBy(task).at(-1)).toEqual([
      'Fix it',
      'hm+a+b',
      expect.stringContaining('code'),
      'Error: Tool execution was cancelled',
    ])
    expect(task.problems).toMatchObject([
      { place: 'line 5', severity: 'error' },
      { place: 'last line', severity: 'warning' },
    ])
  })

  it('says that the first line is missing, and what nobody knows', async () => {
    const task = await read(...whole.slice(1), { type: 'novel', id: 'n' }, { type: 'message', verdict: 1 })
    expect(task).toMatchObject({ format: 'droid', title: 'Fix it' })
    expect(task.problems.map(({ reason }) => reason)).toEqual([
      'its first line is missing, with the folder that the session worked in',
      '2 lines of unknown kinds were left out: novel (1), message of no role (1)',
    ])
  })

  it('never ends the reader', async () => {
    const text = formatJsonLines(
      ...whole,
      compaction({ anchorMessage: { id: buildRecordId(2), index: 1 } }),
      says('x'),
    )
    expect(await failuresOfDamaged(text, 200)).toEqual([])
  })
})

it('looks for sessions of Droid in the home that its variable names', () => {
  const machine = {
    platform: 'linux',
    home: '/home/ada',
    environment: { FACTORY_HOME_OVERRIDE: '/else' },
  } as const
  expect(droid.places?.(machine, () => null)).toMatchObject([{ path: '/else/.factory/sessions' }])
})
