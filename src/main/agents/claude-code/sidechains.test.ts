import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importTask } from '../import-task.ts'
import { wordsSentBy } from '../testing/sent-by.ts'
import { buildSidechainHead, splitSidechains } from './sidechains.ts'

type Line = Readonly<Record<string, unknown>>

let clock = 0
const line = (uuid: string, parentUuid: string | null, more: Line = {}): Line => ({
  type: 'user',
  uuid,
  parentUuid,
  sessionId: 's',
  isSidechain: true,
  timestamp: new Date((clock += 1000)).toISOString(),
  message: { role: 'user', content: uuid },
  ...more,
})
const answer = (uuid: string, parentUuid: string | null, more: Line = {}): Line =>
  line(uuid, parentUuid, {
    type: 'assistant',
    message: {
      id: `m-${uuid}`,
      role: 'assistant',
      model: 'claude-x',
      content: [{ type: 'text', text: uuid }],
      usage: { input_tokens: 3, output_tokens: 2 },
    },
    ...more,
  })
const own = { isSidechain: false }

const mapSidechainIds = (lines: readonly Line[]): Record<string, unknown[]> =>
  Object.fromEntries(
    splitSidechains(lines.map((value, at) => ({ line: at + 1, value }))).sidechains.map(
      ({ key, records }) => [key, records.map(({ value }) => value['uuid'])],
    ),
  )

describe('subagents in the transcript of a session', () => {
  it('are told apart by what their lines follow, though they wrote at the same time', () => {
    expect(
      mapSidechainIds([
        line('u1', null, own),
        line('x1', null),
        line('y1', null),
        answer('y2', 'y1'),
        answer('x2', 'x1'),
        line('x3', 'x2'),
        answer('y3', 'y2'),
      ]),
    ).toEqual({ x1: ['x1', 'x2', 'x3'], y1: ['y1', 'y2', 'y3'] })
  })

  it.each([
    [
      'have the id that their lines give them',
      [line('x1', null, { agentId: 'a7' }), answer('x2', 'x1', { agentId: 'a7' })],
      { a7: ['x1', 'x2'] },
    ],
    [
      'begin where they follow a line of the session',
      [line('x1', 'u1'), answer('x2', 'x1')],
      { x1: ['x1', 'x2'] },
    ],
    [
      'go on behind a line that was never written',
      [line('x1', null), answer('x3', 'lost')],
      { x1: ['x1', 'x3'] },
    ],
    ['are no address of another folder', [line('x1', null, { agentId: '../a#b' })], { '.._a_b': ['x1'] }],
    ['are none without a message', [line('x1', null, { type: 'system', message: undefined })], {}],
    ['are no subagents where there is nothing else', [], {}],
  ] as const)('%s', (_, lines, wanted) => {
    expect(mapSidechainIds([line('u1', null, own), ...lines])).toEqual(wanted)
    expect(mapSidechainIds(lines)).toEqual({})
  })

  it('have another stamp when they have changed, though they are as long as before', () => {
    const readStamp = (text: string): string =>
      buildSidechainHead({
        key: 'x',
        records: [{ line: 1, value: { uuid: 'x', message: { content: text } } }],
      }).stamp
    expect(readStamp('one')).toBe(readStamp('one'))
    expect(readStamp('one')).not.toBe(readStamp('two'))
  })

  it('are read by their key, as sessions that name the one that they belong to', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sidechains-'))
    const path = join(folder, 'main.jsonl')
    const lines = [
      line('u1', null, own),
      answer('a1', 'u1', own),
      line('x1', null),
      answer('x2', 'x1'),
      line('x3', 'x2'),
      answer('x4', 'x3'),
    ]
    await writeFile(path, `${lines.map((one) => JSON.stringify(one)).join('\n')}\n{"broken\n`)
    const task = await importTask(`${path}#x1`)
    expect(task).toMatchObject({
      path: `${path}#x1`,
      title: 'x1',
      sessionKey: 'claude-code:x1',
      relations: { parentId: 'main', childIds: [] },
      subagents: [{ key: 'x1' }],
      problems: [],
    })
    expect(wordsSentBy(task)).toEqual([['x1'], ['x1', 'x2', 'x3']])
    const whole = await importTask(path)
    expect([whole.sessionKey, whole.relations]).toEqual([
      'claude-code:main',
      { parentId: null, childIds: ['x1'] },
    ])
    await expect(importTask(`${path}#zz`)).rejects.toMatchObject({ code: 'not-found' })
    await rm(folder, { recursive: true })
  })
})

const real = resolve(
  import.meta.dirname,
  '../../../../../shared/data/claude-code/kiliman__claude-transcript__test2/test2.jsonl',
)

describe.skipIf(!existsSync(real))('subagents in a real transcript', () => {
  it('are all there, with each of their messages once', async () => {
    const { subagents = [], messages, relations } = await importTask(real)
    expect(subagents.map(({ title }) => title?.slice(0, 30))).toEqual([
      'Please analyze the codebase st',
      'Please convert all JavaScript ',
      'The TypeScript files in data-c',
      'The logger is now exported as ',
    ])
    expect(relations?.childIds).toEqual(subagents.map(({ key }) => key))
    const children = await Promise.all(subagents.map(({ key }) => importTask(`${real}#${key}`)))
    expect(children.reduce((all, one) => all + one.usage.requests.length, 0)).toBeGreaterThan(50)
    const ids = [...messages, ...children.flatMap((one) => one.messages)].map(({ origin }) =>
      JSON.stringify(origin),
    )
    expect(new Set(ids).size).toBe(ids.length)
    expect(children.flatMap(({ problems }) => problems)).toEqual([])
  })
})
