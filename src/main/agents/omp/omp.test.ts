import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withDerivedCosts } from '../../kernel/pricing/derive-costs.ts'
import { readFileHead } from '../file-head.ts'
import { importFiles } from '../import-files.ts'
import { importTask } from '../import-task.ts'
import {
  answer,
  calls,
  entry,
  header,
  message,
  result,
  says,
  sentBy,
  usage,
  user,
} from '../pi/testing/session-lines.ts'
import type { Line } from '../pi/testing/session-lines.ts'
import { failuresOfDamaged } from '../testing/damage.ts'
import { draftInput } from '../testing/draft-input.ts'
import { omp } from './omp.ts'
import { ompWriter } from './write-session.ts'

const title: Line = { type: 'title', v: 1, title: 'Harbour', updatedAt: '2026-01-01T00:00:00Z', pad: '  ' }
const read = (lines: readonly Line[], name = 'a.jsonl') =>
  importFiles('drop', [
    { name, text: [title, header, ...lines].map((line) => JSON.stringify(line)).join('\n') },
  ])
const compaction = (more: Line): Line =>
  entry('compaction', 'c', 'a2', { summary: 'S', firstKeptEntryId: 'u2', tokensBefore: 900, ...more })
const turns = [user('u1', null), answer('a1', 'u1'), user('u2', 'a1'), answer('a2', 'u2')]
const after = [user('u3', 'c'), answer('a3', 'u3')]
const readSummary = async (more: Line) => {
  const { messages } = await read([...turns, compaction(more), ...after])
  return messages.find(({ isSummary }) => isSummary)?.content
}
const framed = '<S>'
const sentOf = async (lines: readonly Line[]): Promise<string[]> =>
  sentBy(await read(lines)).map((sent) => sent.replace(/Prior model.*<summary>\n(.*?)\n<\/summary>/s, '<$1>'))

it.each([
  ['a title in front of the header', [title, header], true],
  [
    'a model in one text, as before there were titles',
    [header, { type: 'model_change', model: 'p/m' }],
    true,
  ],
  ['a session of pi', [header, { type: 'model_change', provider: 'p', modelId: 'm' }], false],
])('knows its own by %s', (_, lines, wanted) => {
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  expect(omp.recognises(readFileHead('a.jsonl', Buffer.from(text)))).toBe(wanted)
})

describe('a session of oh-my-pi', () => {
  it('has its title on the first line, and what it is called on the second', async () => {
    const task = await read(turns)
    expect(task).toMatchObject({
      format: 'omp',
      agent: 'omp',
      title: 'Harbour',
      sessionKey: 'omp:s',
      workspace: '/harbour',
      problems: [],
    })
  })

  it('asks for a tier of each family of models until it is changed, on each branch', async () => {
    const asks = (id: string, parent: string, more: Line): Line =>
      answer(id, parent, [says(id)], { usage: { input: 1000, output: 100 }, ...more })
    const tier = (id: string, parent: string, serviceTier: unknown): Line =>
      entry('service_tier_change', id, parent, { serviceTier })
    const gpt = { provider: 'openai', api: 'openai-responses', model: 'gpt-5.4' }
    const opus = { provider: 'anthropic', api: 'anthropic-messages', model: 'claude-opus-5' }
    const { usage: read1 } = await read([
      user('u1', null),
      asks('a1', 'u1', gpt),
      tier('t1', 'a1', { openai: 'priority', anthropic: 'priority' }),
      asks('a2', 't1', gpt),
      asks('a3', 'a2', { ...opus, usage: { input: 1000, output: 100, cost: { total: 0.0075 } } }),
      asks('a4', 'a3', { ...opus, provider: 'amazon-bedrock' }),
      asks('a5', 'a4', { provider: 'google', api: 'google-generative-ai', model: 'gemini-2.5-pro' }),
      tier('t2', 'a5', null),
      asks('a6', 't2', gpt),
      tier('t3', 'a6', 'claude-only'),
      asks('a7', 't3', opus),
      // Another branch, on which it never changed.
      user('u2', 'a1'),
      asks('a8', 'u2', gpt),
    ])
    const requests = withDerivedCosts(read1, new Date('2026-11-20')).requests
    expect(requests.map(({ serviceTier, speed }) => serviceTier ?? speed)).toEqual([
      undefined,
      'priority',
      'fast',
      undefined,
      undefined,
      undefined,
      'fast',
      undefined,
    ])
    const [list, fast] = [1000 * 2.5 + 100 * 15, (1000 * 5 + 100 * 25) * 2]
    expect(requests.map(({ derivedUsd = 0 }) => Math.round(derivedUsd * 1e6))).toEqual([
      list,
      2 * list,
      fast,
      fast / 2,
      1000 * 1.25 + 100 * 10,
      list,
      fast,
      list,
    ])
  })

  it('reads usage by its own names', async () => {
    const own = {
      input: 10,
      output: 100,
      cacheRead: 5,
      cacheWrite: 1000,
      cttl: { ephemeral5m: 400, ephemeral1h: 600 },
      reasoningTokens: 40,
      server: { webSearch: 2 },
      contextTokens: 900,
      orchestration: { input: 7, output: 3 },
      cost: { total: 0 },
    }
    const opus = { provider: 'anthropic', api: 'anthropic-messages', model: 'claude-opus-5', usage: own }
    const { usage: read1 } = await read([user('u1', null), answer('a1', 'u1', [says('a1')], opus)])
    expect(read1.requests).toMatchObject([
      {
        cacheWrites: 1000,
        cacheWrites1h: 600,
        reasoningTokens: 40,
        webSearches: 2,
        contextTokens: 900,
        innerCalls: [{ kind: 'other', tokensIn: 7, tokensOut: 3 }],
      },
    ])
  })

  it('counts calls outside of the conversation by their cost alone', async () => {
    const task = await read([
      ...turns,
      entry('model_usage', 'm', 'a2', { purpose: 'title', provider: 'p', model: 'm', usage }),
      entry('service_tier_change', 't', 'm', { serviceTier: null }),
    ])
    expect(task.usage).toMatchObject({ apartUsd: 0.5, requests: [{}, {}] })
    expect(task.problems).toEqual([])
  })

  it('begins anew where the person cleared it, unless it was compacted after that', async () => {
    const cleared = [...turns, entry('reset_boundary', 'r', 'a2', {}), user('u3', 'r'), answer('a3', 'u3')]
    expect((await sentOf(cleared)).at(-1)).toBe('u3')
    expect((await read(cleared)).usage.condensations).toEqual([])
    const both = [
      ...cleared,
      entry('compaction', 'c', 'a3', { summary: 'S', firstKeptEntryId: 'u3' }),
      user('u4', 'c'),
      answer('a4', 'u4'),
    ]
    expect((await sentOf(both)).at(-1)).toBe('<S> | u3 | a3 | u4')
  })

  it('sends a summary in its own words, and those of a handoff', async () => {
    expect((await sentOf([...turns, compaction({ method: 'soft' }), ...after])).at(-1)).toBe(
      `${framed} | u2 | a2 | u3`,
    )
    expect(JSON.stringify(await readSummary({ method: 'handoff' }))).toContain('<handoff>\\nS\\n</handoff>')
  })

  it('sends what a provider keeps in place of the kept messages', async () => {
    const items = [
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'first' }] },
      { type: 'compaction', encrypted_content: 'xyz' },
    ]
    const preserveData = { openaiRemoteCompaction: { provider: 'openai', replacementHistory: items } }
    const lines = (through: string | undefined): Line[] => [
      ...turns,
      compaction({ method: 'remote', preserveData, providerReplayThroughEntryId: through }),
      ...after,
    ]
    const task = await read(lines(undefined))
    expect(task.usage.condensations).toMatchObject([{ kind: 'opaque', trigger: 'remote', summaryText: 'S' }])
    expect(await readSummary({ preserveData })).toEqual([says('first'), items[1]])
    expect(sentBy(task).at(-1)).toMatch(/^first\+.*? \| u3$/)
    expect(sentBy(await read(lines('u2'))).at(-1)).toMatch(/ \| a2 \| u3$/)
  })

  it('reads what Anthropic wrote, before the kept messages', async () => {
    const preserveData = {
      anthropicCompaction: { provider: 'anthropic', content: 'told', filesText: 'files' },
    }
    const task = await read([...turns, compaction({ preserveData }), ...after])
    expect(sentBy(task).at(-1)).toBe('told+files | u2 | a2 | u3')
    expect(task.usage.condensations).toMatchObject([{ kind: 'summary' }])
  })

  it('sends pictures of the history between its oldest and its newest text', async () => {
    const frame = (data: string): Line => ({ data, mimeType: 'image/png', cols: 1, rows: 1, chars: 1 })
    const snapcompact = {
      frames: [frame('A'.repeat(2_000_000)), frame('B'.repeat(2_000_000)), frame('blob:sha256:c'), 7],
      textHead: '\u000Ehead\u000F\u2588more',
      textTail: 'tail',
      text: 'all',
      totalChars: 9,
      truncatedChars: 0,
    }
    const content = await readSummary({ method: 'snapcompact', preserveData: { snapcompact } })
    expect(content).toMatchObject([
      says('S'),
      says('head\nmore\n-------------- imaged middle below\n'),
      { type: 'text', text: expect.stringContaining('1 archived image frame could not be included. 2.0 MB') },
      { type: 'image', source: { type: 'base64', media_type: 'image/png' } },
      { type: 'image', source: { type: 'file', file_id: 'blob:sha256:c' } },
      says('-------------- imaged middle above\ntail'),
    ])
    const textOnly = { ...snapcompact, frames: [], truncatedChars: 3 }
    expect(await readSummary({ preserveData: { snapcompact: textOnly } })).toEqual([
      says('S'),
      says('head\nmore'),
      says('\n-------------- middle history omitted above\ntail'),
    ])
  })

  it('tells of results that were shaken off, from the answer on that did not see them', async () => {
    const shaken = result('r1', 'a1', 't1')
    const prunedAt = Date.parse(String(user('x', null)['timestamp'])) + 100_500
    const own = { ...(shaken['message'] as Line), prunedAt, content: [says('[shaken ~900 tokens]')] }
    const late = { timestamp: new Date(prunedAt + 1).toISOString() }
    const task = await read([
      user('u1', null),
      answer('a1', 'u1', [calls('t1')]),
      { ...shaken, message: own },
      answer('a2', 'r1'),
      { ...answer('a3', 'a2'), ...late },
    ])
    expect(task.usage.condensations).toEqual([{ ts: prunedAt, kind: 'clearing', trigger: 'shake' }])
    expect(task.contexts?.changes.map(({ request }) => request)).toEqual([2])
  })

  it('leaves out calls without a result, and failed answers with what was written for their calls', async () => {
    const sent = await sentOf([
      user('u1', null),
      answer('a1', 'u1', [says('hm'), calls('t1')]),
      user('u2', 'a1'),
      answer('a2', 'u2', [calls('t2')], { stopReason: 'aborted' }),
      result('r2', 'a2', 't2'),
      answer('a3', 'r2'),
    ])
    expect(sent.at(-1)).toBe('u1 | hm | u2')
  })

  it('sends what else a person put in', async () => {
    const task = await read([
      message('u1', null, { role: 'user', content: [says('stop')], steering: true }),
      message('p', 'u1', { role: 'pythonExecution', code: '1/0', output: 'no', exitCode: 1 }),
      message('h', 'p', { role: 'pythonExecution', code: 'secret', excludeFromContext: true }),
      message('f', 'h', { role: 'fileMention', files: [{ path: 'a.md', content: 'A' }] }),
      message('d', 'f', { role: 'developer', content: 'mind' }),
      entry('custom_message', 'v', 'd', { customType: 'vibe-mode-context', content: 'gone' }),
      answer('a1', 'v'),
    ])
    const [sent] = sentBy(task)
    expect(sent?.split(' | ').map((text) => text.slice(-28))).toEqual([
      'intent.\n</system-notice>\nstop'.slice(-28),
      'Execution failed with code 1',
      '<file path="a.md">\nA\n</file>'.slice(-28),
      'mind',
    ])
  })

  it('names the session of a subagent by the folder in which it lies', async () => {
    const id = '01a22328-84f8-77eb-80ea-b0a3febe249e'
    const text = [title, header, ...turns].map((line) => JSON.stringify(line)).join('\n')
    const folder = await mkdtemp(join(tmpdir(), 'dewpoint-omp-'))
    const path = join(folder, `2026-11-28T17-16-27-769Z_${id}`, 'scout.jsonl')
    await mkdir(dirname(path))
    await writeFile(path, text)
    expect((await importTask(path)).relations?.parentId).toBe(id)
    await rm(folder, { recursive: true })
  })

  it('is read or refused in words, however damaged it is', async () => {
    const archive = { frames: [{ data: 'A', mimeType: 'image/png' }], textHead: 'h', textTail: 't' }
    const remote = { openaiRemoteCompaction: { replacementHistory: [{ type: 'compaction' }] } }
    const lines = [
      title,
      header,
      ...turns,
      compaction({ preserveData: { snapcompact: archive } }),
      ...after,
      compaction({ id: 'c2', parentId: 'a3', preserveData: remote }),
      message('f', 'c2', { role: 'fileMention', files: [{ path: 'a.md', content: 'A', image: {} }] }),
      answer('a4', 'f'),
    ]
    const text = lines.map((line) => JSON.stringify(line)).join('\n')
    expect(await failuresOfDamaged(text, 60)).toEqual([])
  })
})

it('is written in its own folder, behind a line of 256 bytes with the title', async () => {
  const text = [title, header, ...turns].map((line) => JSON.stringify(line)).join('\n')
  const { messages } = await importFiles('a.jsonl', [{ name: 'a.jsonl', text }])
  const input = await draftInput({ name: 'a.jsonl', text }, messages)
  const draft = ompWriter.draft({ ...input, cwd: '/home/mara/it', title: 'ü'.repeat(300) })
  expect(draft.folder).toBe('/home/mara/.omp/agent/sessions/-it')
  expect(Buffer.byteLength(draft.files[0]?.text.split('\n', 1).join('') ?? '')).toBe(255)
  expect(draft.commands('f')).toEqual([['omp', '--session', 'f']])
  const task = await importFiles('copy', [...draft.files])
  expect([task.format, task.messages.length]).toEqual(['omp', 4])
})
