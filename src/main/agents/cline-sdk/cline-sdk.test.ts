import { describe, expect, it } from 'vitest'
import { walkContextLog } from '../../kernel/history/context-log.ts'
import { listCompanionNames } from '../../platform/files/companions.ts'
import { importFiles } from '../import-files.ts'
import type { ImportedTask } from '../imported-task.ts'
import { growthOfReading } from '../testing/growth-of-reading.ts'
import { clineSdk } from './cline-sdk.ts'

type Fields = Readonly<Record<string, unknown>>

const metrics = { inputTokens: 1000, outputTokens: 9, cacheReadTokens: 700, cacheWriteTokens: 100, cost: 0.5 }
const says = (text: string): Fields => ({ type: 'text', text })
const calls = (id: string): Fields => ({ type: 'tool_use', id, name: 'read_files', input: { files: [id] } })
const user = (id: string, ...content: unknown[]): Fields => ({
  id,
  role: 'user',
  content: content.length === 0 ? `<user_input mode="act">${id}</user_input>` : content,
  ts: 1,
})
const answer = (id: string, ...content: unknown[]): Fields => ({
  id,
  role: 'assistant',
  content: content.length === 0 ? [says(id)] : content,
  ts: 2,
  modelInfo: { id: 'm', provider: 'p' },
  metrics,
})
const result = (id: string, call: string, text = id): Fields =>
  user(id, {
    type: 'tool_result',
    tool_use_id: call,
    name: 'read_files',
    content: [{ query: call, result: text, success: true }],
  })
const summary: Fields = {
  role: 'user',
  content: [says('Context summary:\n\nS')],
  metadata: {
    kind: 'compaction_summary',
    displayRole: 'system',
    summary: 'S',
    tokensBefore: 900,
    generatedAt: 5,
  },
}
const session = (messages: readonly unknown[], more: Fields = {}): string =>
  JSON.stringify({
    version: 1,
    updated_at: '2026-01-01T00:00:00Z',
    agent: 'lead',
    sessionId: 's',
    messages,
    ...more,
  })

async function read(text: string, beside: Readonly<Record<string, unknown>> = {}): Promise<ImportedTask> {
  const others = Object.entries(beside).map(([name, content]) => ({
    name: `s/${name}`,
    text: typeof content === 'string' ? content : JSON.stringify(content),
  }))
  return importFiles('drop', [{ name: 's/s.messages.json', text }, ...others])
}

/** What each request sent, each message as the texts of its blocks. */
function sentBy({ messages, contexts }: ImportedTask): string[] {
  if (contexts === undefined) return []
  const walk = walkContextLog(contexts)
  return contexts.requests.map(({ before }, request) => {
    walk.to(request, before)
    return walk
      .indices()
      .map((index) => words(messages[index]?.content))
      .join(' | ')
  })
}

function words(content: unknown): string {
  if (!Array.isArray(content)) return String(content)
  return content
    .map((block: Fields) => {
      const text = block['text'] ?? block['id']
      return typeof text === 'string' ? text : words(block['content'] ?? block['type'])
    })
    .join('+')
}

const four = [user('u1'), answer('a1'), user('u2'), answer('a2')]

describe("a session of Cline's SDK", () => {
  it('gives each answer as a request, with typed text as it is sent and usage without the cache', async () => {
    const task = await read(
      session([user('u1'), answer('a1', calls('t1')), result('r1', 't1'), answer('a2')]),
      {
        's.json': { version: 1, cwd: '/harbour', model: 'x', prompt: 'long', metadata: { title: 'Fees' } },
      },
    )
    expect(task).toMatchObject({
      format: 'cline-sdk',
      agent: 'cline',
      title: 'Fees',
      workspace: '/harbour',
      model: 'm',
      problems: [],
    })
    expect(sentBy(task)).toEqual(['u1', 'u1 | t1 | [{"query":"t1","result":"r1","success":true}]'])
    const call = { ts: 2, modelId: 'm', callId: 'a1 2' }
    expect(task.usage.requests[0]).toEqual({
      ...call,
      tokensIn: 200,
      tokensOut: 9,
      cacheReads: 700,
      cacheWrites: 100,
      isCacheApart: true,
      costUsd: 0.5,
    })
  })

  it('sends what its compaction has in place of the first messages, from there on', async () => {
    const state = {
      version: 1,
      source_message_count: 3,
      source_last_message_key: 'id:u2',
      messages: [summary, four[2]],
    }
    const task = await read(session([...four, user('u3'), answer('a3')]), { 's.compaction.json': state })
    expect(sentBy(task)).toEqual(['u1', 'Context summary:\n\nS | u2', 'Context summary:\n\nS | u2 | a2 | u3'])
    expect(task.usage.condensations).toEqual([
      { ts: 5, kind: 'summary', condenseId: 'compaction 5', tokensBefore: 900 },
    ])
    expect(task.messages.find(({ isSummary }) => isSummary)?.condenseId).toBe('compaction 5')
    expect(task.problems).toEqual([])
  })

  it.each([
    [
      'is assumed to be current where the checksum fits nothing but the last message does',
      { source_prefix_hash: 'sha256:0' },
      1,
    ],
    ['is not used where it was made of other messages', { source_last_message_key: 'id:zz' }, 0],
    [
      'is not used where it stands for more than there is',
      { source_message_count: 9, source_last_message_key: null },
      0,
    ],
    ['is not used where it does not say what it stands for', { source_message_count: null }, 0],
  ])('has a compaction that %s', async (_, more, used) => {
    const state = { source_message_count: 3, source_last_message_key: 'id:u2', messages: [summary], ...more }
    const task = await read(session(four), { 's.compaction.json': state })
    expect(task.usage.condensations).toHaveLength(used)
    expect(task.problems).toMatchObject([{ file: 's.compaction.json', severity: 'warning' }])
    expect(sentBy(task)[1]).toBe(used === 1 ? 'Context summary:\n\nS' : 'u1 | a1 | u2')
  })

  it('tells of a truncation where a compaction shortens messages without a summary', async () => {
    const shortened = {
      ...user('u1', says('u1'), says('<SYSTEM_NOTICE>gone</SYSTEM_NOTICE>')),
      metadata: { kind: 'compaction', reason: 'manual_compaction', displayRole: 'system' },
    }
    const state = {
      source_message_count: 4,
      source_last_message_key: 'id:a2',
      messages: [shortened, four[3]],
    }
    const task = await read(session([...four, user('u3'), answer('a3')]), { 's.compaction.json': state })
    expect(sentBy(task)[2]).toBe('u1+<SYSTEM_NOTICE>gone</SYSTEM_NOTICE> | a2 | u3')
    expect(task.usage.condensations).toMatchObject([{ kind: 'truncation', trigger: 'manual_compaction' }])
    expect(task.contexts?.copies).toHaveLength(1)
  })

  it('knows earlier compactions by the drop in tokens, and what they kept by the rule of Cline', async () => {
    const long = 'x'.repeat(90_000)
    const messages = [
      user('u1'),
      answer('a1', calls('t1')),
      result('r1', 't1', long),
      { ...answer('a2', calls('t2')), metrics: { ...metrics, inputTokens: 50_000 } },
      result('r2', 't2', long),
      { ...answer('a3'), metrics: { ...metrics, inputTokens: 20_000 } },
      user('u2'),
      answer('a4'),
    ]
    const state = {
      source_message_count: 7,
      source_last_message_key: 'id:u2',
      messages: [summary, messages[6]],
    }
    const task = await read(session(messages), { 's.compaction.json': state })
    expect(sentBy(task)[2]).toMatch(/^compaction \| t2 \| \[\{"query":"t2"/)
    expect(task.usage.condensations).toMatchObject([
      { kind: 'opaque', tokensBefore: 50_000, tokensAfter: 20_000 },
      { kind: 'summary' },
    ])
    expect(task.problems[0]?.reason).toMatch(/^1 earlier compaction is known/)
  })

  it('knows what such a compaction kept where the model counted more tokens than Cline guesses', async () => {
    const answers = ['t1', 't2', 't3', 't4'].flatMap((call, at) => [
      { ...answer(`a${at}`, calls(call)), metrics: { ...metrics, inputTokens: 50_000 } },
      result(`r${at}`, call, 'x'.repeat(7000)),
    ])
    const last = { ...answer('a5'), metrics: { ...metrics, inputTokens: 12_000 } }
    const messages = [user('u1'), ...answers, last, user('u2'), answer('a6')]
    const kept = [summary, user('u2')]
    const state = { source_message_count: 11, source_last_message_key: 'id:u2', messages: kept }
    const task = await read(session(messages), { 's.compaction.json': state })
    expect(sentBy(task)[4]).toMatch(/^compaction \| t3 \| .* \| t4 \| /)
  })

  it('cuts the middle out of long results when it sends, and keeps them whole', async () => {
    const long = `${'a'.repeat(6000)}${'b'.repeat(6000)}`
    const task = await read(
      session([user('u1'), answer('a1', calls('t1')), result('r1', 't1', long), answer('a2')]),
    )
    const sent = sentBy(task)[1] ?? ''
    expect(sent).toContain('...[truncated 4032 chars]...')
    expect(task.messages.map(({ content }) => words(content).includes(long))).toContain(true)
    expect(task.contexts?.copies).toHaveLength(1)
  })

  it('answers calls that nobody answered as Cline does, but for one that may still run', async () => {
    const task = await read(
      session([
        user('u1'),
        answer('a1', calls('t1'), calls('t2')),
        result('r1', 't1'),
        user('u2'),
        answer('a2', calls('t3')),
      ]),
    )
    expect(sentBy(task)[1]).toBe(
      'u1 | t1+t2 | [{"query":"t1","result":"r1","success":true}] | Tool execution was interrupted before a result was produced. Tool: read_files. | u2',
    )
    expect(words(task.messages.at(-1)?.content)).toBe('t3')
  })

  it('begins with a summary where an older version compacted the messages themselves', async () => {
    const task = await read(session([summary, user('u2'), answer('a2')]))
    expect(sentBy(task)).toEqual(['Context summary:\n\nS | u2'])
    expect(task.usage.condensations).toMatchObject([{ kind: 'summary', tokensBefore: 900 }])
  })

  it.each([
    ['a subagent', 'root__agent-1', 'researcher', 'root'],
    ['a task of a team', 'root__teamtask__agent-1__x', 'lead', 'root'],
    ['a file of another name', 'root', 'researcher', 'root'],
    ['the session itself', 's', 'lead', null],
  ])('has the parent of %s', async (_, sessionId, agent, parentId) => {
    expect((await read(session(four, { sessionId, agent }))).relations?.parentId).toBe(parentId)
  })

  it.each([1, 30, 300])(
    'is read as far as it goes where it is cut %i characters before the end',
    async (less) => {
      const text = session(four)
      const task = await read(text.slice(0, -less), {
        's.compaction.json': {
          source_message_count: 1,
          source_last_message_key: 'id:u1',
          messages: [summary],
        },
      })
      expect(task).toMatchObject({ format: 'cline-sdk', agent: 'cline' })
      expect(task.problems.length).toBeGreaterThan(0)
      expect(sentBy(task)[0]).toBe('Context summary:\n\nS')
    },
  )

  it('takes odd values for none', async () => {
    const odd = {
      ...answer('a1', says('a1'), { type: 'tool_use', input: 'text' }),
      metrics: { inputTokens: 'x' },
      modelInfo: 7,
      metadata: [],
    }
    const task = await read(session([7, user('u1'), { role: 'user' }, odd]), {
      's.json': { cwd: 5, metadata: 'x' },
      's.compaction.json': '{"version":1,"messages":[',
    })
    expect(task.usage.requests).toHaveLength(1)
    expect(task.problems.map(({ file, place }) => [file, place])).toEqual([
      ['s.messages.json', 'message 0'],
      ['s.messages.json', 'message 2'],
      ['s.compaction.json', ''],
    ])
  })

  it('is read again when the files beside it change', () => {
    expect(listCompanionNames('s.messages.json', clineSdk.companions ?? [])).toEqual([
      's.compaction.json',
      's.json',
    ])
  })

  it('reads messages in steps that grow with their number', async () => {
    const pairs = (count: number): string =>
      session(Array.from({ length: count }, (_, at) => [user(`u${at}`), answer(`a${at}`)]).flat())
    expect((await growthOfReading('s.messages.json', 150, pairs)).factor).toBeLessThan(2.5)
  })
})
