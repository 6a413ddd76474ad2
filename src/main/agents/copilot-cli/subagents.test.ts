import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importTask } from '../import-task.ts'
import { wordsSentBy } from '../testing/sent-by.ts'

type Line = Readonly<Record<string, unknown>>

let clock = 0
const event = (type: string, data: Line = {}, more: Line = {}): Line => ({
  type,
  data,
  id: `e${(clock += 1)}`,
  timestamp: new Date(clock * 1000).toISOString(),
  ...more,
})
const start = event('session.start', { sessionId: 's', producer: 'copilot-agent', context: { cwd: '/work' } })
const answer = (content: string, calls: readonly string[] = [], more: Line = {}): Line =>
  event(
    'assistant.message',
    {
      content,
      toolRequests: calls.map((toolCallId) => ({ toolCallId, name: 'task', arguments: {} })),
      outputTokens: 9,
      model: 'claude-x',
    },
    more,
  )
const result = (toolCallId: string, more: Line = {}): Line =>
  event('tool.execution_complete', { toolCallId, success: true, result: { content: 'done' } }, more)
const told = (content: string, agentId: string): Line =>
  event('user.message', { content, source: 'agent-s' }, { agentId })

let path: string
beforeEach(async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'subagents-')), 's')
  await mkdir(folder)
  path = join(folder, 'events.jsonl')
})
afterEach(() => rm(join(path, '../..'), { recursive: true }))

const write = (lines: readonly Line[]): Promise<void> =>
  writeFile(path, lines.map((one) => JSON.stringify(one)).join('\n'))

describe('a subagent of Copilot CLI', () => {
  it('is a session of its own that names the one that it belongs to', async () => {
    await write([
      start,
      event('user.message', { content: 'Go' }),
      answer('', ['c1', 'c2']),
      event('subagent.started', { toolCallId: 'c1', agentDisplayName: 'Car' }, { agentId: 'a1' }),
      event('subagent.started', { toolCallId: 'c2', agentDisplayName: 'Bus' }, { agentId: 'a2' }),
      told('Do', 'a1'),
      answer('Aside', ['x1'], { agentId: 'a1' }),
      answer('Other', [], { agentId: 'a2' }),
      result('x1', { agentId: 'a1' }),
      answer('Ready', [], { agentId: 'a1' }),
      result('c1'),
      answer('Done'),
    ])
    const task = await importTask(`${path}#a1`)
    expect(task).toMatchObject({
      title: 'Do',
      workspace: '/work',
      sessionKey: 'copilot-cli:a1',
      relations: { parentId: 's', childIds: [] },
      subagents: [{ key: 'a1', title: 'Do' }],
    })
    expect(wordsSentBy(task)).toEqual([['Do'], ['Do', 'Aside+x1', 'done']])
    expect(task.usage.requests.map(({ tokensOut }) => tokensOut)).toEqual([9, 9])
    expect((await importTask(path)).subagents).toMatchObject([
      { key: 'a1', title: 'Do' },
      { key: 'a2', title: 'Bus' },
    ])
    await expect(importTask(`${path}#zz`)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('belongs to the subagent that called it', async () => {
    await write([
      start,
      event('user.message', { content: 'Go' }),
      answer('', ['c1']),
      event('subagent.started', { toolCallId: 'c1' }, { agentId: 'a1' }),
      told('Do', 'a1'),
      answer('Deeper', ['c2'], { agentId: 'a1' }),
      event('subagent.started', { toolCallId: 'c2' }, { agentId: 'a2' }),
      told('Do more', 'a2'),
      answer('Yes', [], { agentId: 'a2' }),
    ])
    expect((await importTask(path)).relations).toEqual({ parentId: null, childIds: ['a1'] })
    expect((await importTask(`${path}#a1`)).relations).toEqual({ parentId: 's', childIds: ['a2'] })
    expect((await importTask(`${path}#a2`)).relations).toEqual({ parentId: 'a1', childIds: [] })
  })
})

const real = resolve(
  import.meta.dirname,
  '../../../../../shared/data/copilot-cli/polecatspeaks__StarCar__84-e7f6fdba43-0/full.jsonl',
)

describe.skipIf(!existsSync(real))('subagents of a real session of Copilot CLI', () => {
  it('have all their answers, each once', async () => {
    const { subagents = [], messages } = await importTask(real)
    const children = await Promise.all(subagents.map(({ key }) => importTask(`${real}#${key}`)))
    expect(children.map(({ usage }) => usage.requests.length).reduce((a, b) => a + b, 0)).toBe(152)
    expect(children.map(({ model }) => model)).toEqual(['claude-sonnet-5', 'claude-opus-4.8'])
    const all = [...messages, ...children.flatMap((one) => one.messages)]
    const ids = all.map(({ origin }) => JSON.stringify(origin))
    expect(new Set(ids).size).toBe(ids.length)
  })
})
