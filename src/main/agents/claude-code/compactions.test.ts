import { describe, expect, it } from 'vitest'
import { importFiles } from '../import-files.ts'
import type { ImportedTask } from '../imported-task.ts'
import { sentNext } from '../opencode/testing/stored-fixture.ts'
import { growthOfReading } from '../testing/growth-of-reading.ts'
import { readBlockTexts, wordsSentBy } from '../testing/sent-by.ts'

type Line = Readonly<Record<string, unknown>>

const line = (type: string, uuid: string, parentUuid: string | null, more: Line = {}): Line => ({
  type,
  uuid,
  parentUuid,
  sessionId: 's',
  isSidechain: false,
  ...more,
})
const user = (uuid: string, parent: string, content: unknown, more: Line = {}): Line =>
  line('user', uuid, parent === '' ? null : parent, { message: { role: 'user', content }, ...more })
const answer = (uuid: string, parent: string, id: string, block: Line, more: Line = {}): Line =>
  line('assistant', uuid, parent, {
    message: { id, role: 'assistant', model: 'claude-x', content: [block] },
    ...more,
  })
const boundary = (last: string, more: Line = {}): Line =>
  line('system', 'b', null, {
    subtype: 'compact_boundary',
    logicalParentUuid: last,
    compactMetadata: { trigger: 'manual', preTokens: 900, ...more },
  })
const says = (text: string): Line => ({ type: 'text', text })
const calls = (id: string): Line => ({ type: 'tool_use', id, name: 'Read', input: {} })
const result = (id: string): Line => ({ type: 'tool_result', tool_use_id: id, content: `result of ${id}` })

const read = (lines: readonly Line[]): Promise<ImportedTask> =>
  importFiles('drop', [{ name: 'a.jsonl', text: lines.map((one) => JSON.stringify(one)).join('\n') }])

describe('a compaction of Claude Code', () => {
  const kept = { preservedSegment: { headUuid: 'u2', anchorUuid: 's', tailUuid: 'r2' } }
  const before = [
    user('u1', '', 'Old'),
    answer('a1', 'u1', 'm1', says('Older answer')),
    user('u2', 'a1', 'Kept'),
    answer('a2', 'u2', 'm2', calls('t1')),
    answer('a3', 'a2', 'm2', calls('t2')),
    user('r1', 'a2', [result('t1')]),
    user('r2', 'a3', [result('t2')]),
    boundary('r2', kept),
    user('s', 'b', 'Summary', { isCompactSummary: true }),
  ]
  const sent = ['Summary', 'Kept', 't1+t2', 'result of t1', 'result of t2']

  it.each(['s', 'r2'])(
    'keeps what lies between two lines that it names, if %s is gone on from',
    async (last) => {
      const task = await read([...before, user('u3', last, 'Next'), answer('a4', 'u3', 'm3', says('On'))])
      expect(wordsSentBy(task).at(-1)).toEqual([...sent, 'Next'])
      expect(task.messages).toHaveLength(9)
    },
  )

  it('keeps what it named where nothing was answered since', async () => {
    expect(sentNext(await read(before))).toEqual(sent)
    expect(sentNext(await read([...before, user('u3', 'r2', 'Next')]))).toEqual([...sent, 'Next'])
  })

  it('keeps nothing where the way between the two lines is broken', async () => {
    const lost = { preservedSegment: { headUuid: 'gone', anchorUuid: 's', tailUuid: 'r2' } }
    const lines = before.map((one) => (one['uuid'] === 'b' ? boundary('r2', lost) : one))
    expect(sentNext(await read(lines))).toEqual(['Summary'])
  })

  it('is what the session goes on from, though nothing was answered behind it', async () => {
    const task = await read([
      user('u1', '', 'Old'),
      answer('a1', 'u1', 'm1', says('Done')),
      boundary('a1'),
      line('attachment', 'x', 'b', { attachment: { type: 'hook_success' } }),
      user('s', 'x', 'Summary', { isCompactSummary: true }),
      user('u2', 's', 'Typed behind it'),
    ])
    expect(sentNext(task)).toEqual(['Summary', 'Typed behind it'])
    expect(task.usage.condensations).toMatchObject([{ condenseId: 's', summaryText: 'Summary' }])
  })

  it('takes nothing away while its summary is still to come', async () => {
    const task = await read([user('u1', '', 'Old'), answer('a1', 'u1', 'm1', says('Done')), boundary('a1')])
    expect(sentNext(task)).toEqual(['Old', 'Done'])
  })
})

it('keeps responses apart to which a gateway gives the same id', async () => {
  const task = await read([
    user('u1', '', 'Go'),
    answer('a1', 'u1', 'chatcmpl', calls('t1'), { requestId: 'req_1' }),
    user('r1', 'a1', [result('t1')]),
    answer('a2', 'r1', 'chatcmpl', calls('t2'), { requestId: 'req_2' }),
    user('r2', 'a2', [result('t2')]),
  ])
  expect(task.messages.map(readBlockTexts)).toEqual(['Go', 't1', 'result of t1', 't2', 'result of t2'])
  expect(task.usage.requests).toHaveLength(2)
})

describe('a line of Claude Code whose parent is not in the file', () => {
  it('goes on from the line before it', async () => {
    const task = await read([
      user('u1', '', 'Go'),
      answer('a1', 'u1', 'm1', says('On it')),
      answer('a2', 'gone', 'm2', says('Done')),
      user('u2', 'a2', 'More'),
      answer('a3', 'u2', 'm3', says('Yes')),
    ])
    expect(wordsSentBy(task)).toEqual([['Go'], ['Go', 'On it'], ['Go', 'On it', 'Done', 'More']])
    expect(task.problems.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^1 line follows a line that is not in the file/),
    ])
  })
})

it('takes steps for each compaction of a file, not for each pair', async () => {
  const lines = (count: number): string =>
    Array.from({ length: count }, (_, at) => [
      line('system', `b${at}`, null, { subtype: 'compact_boundary', compactMetadata: {} }),
      user(`s${at}`, `b${at}`, 'Summary', { isCompactSummary: true }),
    ])
      .flat()
      .map((one) => JSON.stringify(one))
      .join('\n')
  expect((await growthOfReading('a.jsonl', 150, lines)).factor).toBeLessThan(2.5)
})
