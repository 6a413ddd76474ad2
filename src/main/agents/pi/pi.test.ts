import { describe, expect, it } from 'vitest'
import { readFileHead } from '../file-head.ts'
import { growthOfReading } from '../testing/growth-of-reading.ts'
import { pi } from './pi.ts'
import {
  answer,
  calls,
  entry,
  header,
  message,
  read,
  result,
  says,
  sentBy,
  usage,
  user,
  type Line,
} from './testing/session-lines.ts'

it.each([
  ['{"type":"session","version":1}', false],
  ['{"type":"session","version":3,"id":"a","timestamp":"2026-01-01T00:00:00Z"}', true],
  ['{"type":"session","cwd":"/work"}', true],
])('takes %s for the head of a session: %s', (line, wanted) => {
  expect(pi.recognises(readFileHead('a.jsonl', Buffer.from(`${line}\n`)))).toBe(wanted)
})

describe('a session of pi', () => {
  it('gives each answer as a request with its usage', async () => {
    const task = await read([
      user('Fix it', null),
      answer('a1', 'Fix it', [{ type: 'thinking', thinking: 'hm', thinkingSignature: 'sig' }, calls('t1')]),
      result('r1', 'a1', 't1'),
      answer('Done', 'r1'),
    ])
    expect(task).toMatchObject({
      format: 'pi',
      agent: 'pi',
      title: 'Fix it',
      model: 'm',
      workspace: '/harbour',
      problems: [],
    })
    expect(sentBy(task)).toEqual(['Fix it', 'Fix it | hm+t1 | r1'])
    expect(task.usage.requests[0]).toMatchObject({
      modelId: 'm',
      tokensIn: 3,
      tokensOut: 9,
      cacheReads: 100,
      cacheWrites: 20,
      cacheWrites1h: 5,
      reasoningTokens: 4,
      isCacheApart: true,
      costUsd: 0.5,
    })
    expect(task.messages[1]?.content).toEqual([
      { type: 'thinking', thinking: 'hm', signature: 'sig' },
      { type: 'tool_use', id: 't1', name: 'read', input: { path: 't1' } },
    ])
    expect(task.messages[2]).toMatchObject({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 't1', content: [says('r1')] }],
    })
  })

  it('keeps from the line that a compaction of the first version names, where there are no ids', async () => {
    const lines = [user('u1', null), answer('a1', null), user('u2', null), answer('a2', null)]
    const task = await read(
      [
        ...lines,
        entry('compaction', 'c', null, { summary: 'S', firstKeptEntryIndex: 3, tokensBefore: 900 }),
        user('u3', null),
        answer('a3', null),
      ].map(({ id: _id, parentId: _parent, ...line }) => line),
      { type: 'session', id: 's', cwd: '/harbour' },
    )
    expect(sentBy(task)).toEqual(['u1', 'u1 | a1 | u2', '<S> | u2 | a2 | u3'])
    expect(task.usage.condensations).toMatchObject([{ kind: 'summary', tokensBefore: 900 }])
    const summary = task.messages.find(({ isSummary }) => isSummary)
    expect(summary?.condenseId).toBe(task.usage.condensations[0]?.condenseId)
  })

  it.each([
    ['the entry that is named', 'u2', '<S> | u2 | a2 | u3'],
    ['nothing where a compaction names itself', 'c', '<S> | u3'],
    ['nothing where the entry is on another branch', 'x', '<S> | u3'],
  ])('keeps %s', async (_, firstKeptEntryId, sent) => {
    const task = await read([
      user('u1', null),
      answer('a1', 'u1'),
      user('x', 'u1'),
      user('u2', 'a1'),
      answer('a2', 'u2'),
      entry('compaction', 'c', 'a2', { summary: 'S', firstKeptEntryId, usage }),
      user('u3', 'c'),
      answer('a3', 'u3'),
    ])
    expect(sentBy(task).at(-1)).toBe(sent)
    expect(task.usage.condensations).toMatchObject([{ usage: { tokensOut: 9 }, costUsd: 0.5 }])
  })

  it('takes an older summary out where a newer one keeps messages from before both', async () => {
    const task = await read([
      user('u1', null),
      answer('a1', 'u1'),
      entry('compaction', 'c1', 'a1', { summary: 'S1', firstKeptEntryId: 'a1' }),
      user('u2', 'c1'),
      answer('a2', 'u2'),
      entry('compaction', 'c2', 'a2', { summary: 'S2', firstKeptEntryId: 'a1' }),
      user('u3', 'c2'),
      answer('a3', 'u3'),
    ])
    expect(sentBy(task)).toEqual(['u1', '<S1> | a1 | u2', '<S2> | a1 | u2 | a2 | u3'])
  })

  it.each([
    ['its last entry', 'a2'],
    ['the entry that the new one goes on from, as older versions name it', 'a1'],
  ])('tells what a branch that was left held, named by %s', async (_, fromId) => {
    const task = await read([
      user('u1', null),
      answer('a1', 'u1'),
      user('u2', 'a1'),
      answer('a2', 'u2'),
      entry('branch_summary', 'b', 'a1', { fromId, summary: 'left' }),
      user('u3', 'b'),
      answer('a3', 'u3'),
    ])
    expect(sentBy(task)).toEqual(['u1', 'u1 | a1 | u2', 'u1 | a1 | <left> | u3'])
    expect(task.usage.condensations).toMatchObject([{ kind: 'summary', trigger: 'branch' }])
    const change = task.contexts?.changes.find(({ condensation }) => condensation === 0)
    expect(change?.hide).toEqual([[2, 4]])
  })

  it('edits and takes out messages from the edit on, the last edit of each', async () => {
    const task = await read([
      user('u1', null),
      answer('a1', 'u1', [calls('t1')]),
      result('r1', 'a1', 't1'),
      answer('a2', 'r1'),
      entry('context_edit', 'e1', 'a2', { targetId: 'r1', replacement: { content: 'first' } }),
      entry('context_edit', 'e2', 'e1', { targetId: 'r1', replacement: { content: 'short' } }),
      entry('context_edit', 'e3', 'e2', { targetId: 'a2', replacement: null }),
      user('u2', 'e3'),
      answer('a3', 'u2'),
    ])
    expect(sentBy(task)).toEqual(['u1', 'u1 | t1 | r1', 'u1 | t1 | short | u2'])
    expect(task.usage.condensations.map(({ kind }) => kind)).toEqual(['clearing'])
    expect(task.contexts?.copies).not.toEqual([])
  })

  it('counts requests that keep the cache warm, and calls inside of tools apart', async () => {
    const nested = result('r1', 'a1', 't1')
    const task = await read([
      user('u1', null),
      answer('a1', 'u1', [calls('t1')]),
      { ...nested, message: { ...(nested['message'] as Line), usage } },
      answer('a2', 'r1'),
      entry('usage', 'w', 'a2', { kind: 'cache_warm', model: 'm', usage }),
    ])
    expect(sentBy(task)).toEqual(['u1', 'u1 | t1 | r1', 'u1 | t1 | r1 | a2'])
    expect(task.usage.apartUsd).toBe(0.5)
  })

  it('is read as far as it goes where lines are damaged, circular, doubled, strange or cut', async () => {
    const twice = answer('a1', 'u1')
    const task = await read(
      [
        '// exported',
        user('u1', 'a3'),
        '{"type":"message","id":',
        twice,
        twice,
        answer('a2', 'gone', 7),
        message('z', 'a2', { role: 'oracle', content: 5 }),
        entry('hologram', 'h', 'z', {}),
        answer('a3', 'h', 'text', { usage: 'none', stopReason: 1 }),
        '{"type":"message","i',
      ],
      null,
    )
    expect(sentBy(task)).toEqual(['u1', 'u1 | a1', 'u1 | a1 | '])
    expect(task.problems.map(({ place, reason }) => place || reason.slice(0, 24))).toEqual([
      'line 3',
      'last line',
      'its first line is missin',
      '2 entries follow one tha',
      '2 entries of unknown kin',
    ])
  })

  it('takes the name that somebody gave it', async () => {
    const named = entry('session_info', 'n', 'a1', { name: ' Harbour ' })
    expect((await read([user('u1', null), answer('a1', 'u1'), named])).title).toBe('Harbour')
  })

  it('compares an entry once with each request that holds it, and does no more that grows with a square', async () => {
    const branches = (count: number): string => {
      const all = Array.from({ length: count }, (_, at) => [
        user(`u${at}`, at === 0 ? null : `a${at - 1}`),
        answer(`a${at}`, `u${at}`),
      ])
      const lines = [header, ...all.flat(), user('v', 'a10'), answer('w', 'v')]
      return lines.map((line) => JSON.stringify(line)).join('\n')
    }
    expect((await growthOfReading('s.jsonl', 150, branches)).perPair).toBeLessThan(2.5)
  })
})
