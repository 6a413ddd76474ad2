import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replayResultSchema, type ReplayEvent, type ReplayInput } from '../../../shared/replay/contract.ts'
import { StoreFailure } from '../../platform/store/store-failure.ts'
import type { Store } from '../../platform/store/store.ts'
import { makeTask } from '../../platform/store/testing/fixtures.ts'
import { packJson } from '../../platform/workers/compression.ts'
import { catchProblem } from '../../testing/catch-problem.ts'
import { samplePath } from '../../testing/run-bench.ts'
import { startDewpoint } from '../../testing/start-dewpoint.ts'
import type { Dewpoint } from '../common/dewpoint.ts'
import { keepReplay, loadKeptOutline, openKept } from './kept-replays.ts'

/** The whole engine over one data folder and one task, both of which outlive it. */
let folder = ''
let taskPath = ''
let dewpoint: Dewpoint
let taskId = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-kept-'))
  taskPath = join(folder, 'task')
  await cp(samplePath, taskPath, { recursive: true })
  dewpoint = await startDewpoint(join(folder, 'data'))
  await openTask()
})
afterEach(async () => {
  await dewpoint.close()
  await rm(folder, { recursive: true, force: true })
})

async function openTask(): Promise<void> {
  const { tasks } = await dewpoint.client.tasks.open({ kind: 'path', path: taskPath })
  taskId = tasks[0]!.id
}

async function restart(): Promise<void> {
  await dewpoint.close()
  dewpoint = await startDewpoint(join(folder, 'data'))
}

const policies = [{ id: 'none' }, { id: 'a', provider: 'native', window: 60_000, threshold: 50 }]

async function play(more: Partial<ReplayInput> = {}): Promise<Extract<ReplayEvent, { kind: 'finished' }>> {
  const input = { taskId, policies, keeps: true, ...more }
  for await (const event of await dewpoint.client.replay.run(input))
    if (event.kind === 'finished') return event
  throw new Error('It ended without a result.')
}

const kept = () => dewpoint.client.replay.kept({ taskId })

describe('a replay that is kept', () => {
  it('is there after a restart: what was asked, what came of it, and what was sent', async () => {
    expect(await kept()).toBeNull()
    const { replayId, result, notKept } = await play({ maxCostUsd: 0.5 })
    expect(notKept).toBeNull()
    const asked = { replayId, policyId: 'a', request: result.policies[1]!.firings[0]!.request }
    const context = await dewpoint.client.replay.context(asked)
    await restart()
    expect(await dewpoint.client.replay.played()).toEqual([
      { kind: 'replay', taskId, replayId, playedTs: expect.any(Number), count: 2 },
    ])
    expect(await kept()).toEqual({
      replayId,
      playedTs: expect.any(Number),
      version: expect.any(String),
      changes: [],
      input: { taskId, policies, keeps: true, maxCostUsd: 0.5 },
    })
    expect(await dewpoint.client.replay.result({ replayId })).toEqual(result)
    expect(await dewpoint.client.replay.context(asked)).toEqual(context)
  })

  it('names the policies that were played where nobody named any', async () => {
    await play({ policies: undefined })
    const usual = await dewpoint.client.replay.usual({ taskId })
    expect((await kept())?.input.policies).toEqual(usual)
  })

  it('names the window of the model where a request did not fit into the usual one', async () => {
    const at = (index: number) => ({ timestamp: `2026-06-01T10:00:0${index}.000Z`, sessionId: 's' })
    const usage = { input_tokens: 300_000, output_tokens: 20 }
    const lines = [
      { ...at(0), type: 'user', uuid: 'a', parentUuid: null, message: { role: 'user', content: 'Read it' } },
      {
        ...at(1),
        type: 'assistant',
        uuid: 'b',
        parentUuid: 'a',
        message: {
          role: 'assistant',
          model: 'claude-opus-4-8',
          content: [{ type: 'text', text: 'Done' }],
          usage,
        },
      },
    ]
    taskPath = join(folder, 'session.jsonl')
    await writeFile(taskPath, lines.map((line) => JSON.stringify(line)).join('\n'))
    await openTask()
    const named = [{ id: 'a', provider: 'native', threshold: 50 }]
    await play({ policies: named })
    expect((await kept())?.input.policies).toEqual([{ ...named[0], window: 1_000_000 }])
    await play({ policies: named, windowTokens: 200_000 })
    expect((await kept())?.input).toMatchObject({ policies: named, windowTokens: 200_000 })
  })

  it('gives way to the next one that is kept, and to no other', async () => {
    const first = await play()
    await play({ keeps: false })
    expect((await kept())?.replayId).toBe(first.replayId)
    const second = await play()
    expect((await kept())?.replayId).toBe(second.replayId)
    const { replayId } = first
    expect(await catchProblem(dewpoint.client.replay.result({ replayId }))).toMatchObject({
      code: 'not-found',
      message: 'Another replay has taken its place.',
    })
  })

  it('says that the task has changed: its history, or its usage alone', async () => {
    await play()
    for (const file of ['api_conversation_history.json', 'ui_messages.json']) {
      const path = join(taskPath, file)
      const text = await readFile(path, 'utf8')
      // The last request has cost more, or the last message is gone.
      const list: { text?: string }[] = JSON.parse(text)
      const changed =
        file === 'ui_messages.json'
          ? list.map((line) => ({ ...line, text: line.text?.replace(/"cost":0\./, '"cost":1.') }))
          : list.slice(0, -1)
      await writeFile(path, JSON.stringify(changed))
      await openTask()
      expect({ file, changes: (await kept())?.changes }).toEqual({ file, changes: ['task'] })
      await writeFile(path, text)
      await openTask()
      expect((await kept())?.changes).toEqual([])
    }
  })

  it('says that what its policies name has changed, and when it is gone', async () => {
    const { presets, policy, pins } = dewpoint.client
    const save = (preserveRecentCount: number) =>
      presets.save({ providerId: 'truncation', id: 'mine', settings: { preserveRecentCount } })
    await save(1)
    await play({ policies: [{ id: 'a', provider: 'truncation', preset: 'mine', window: 60_000 }] })
    await policy.set({ ...(await policy.get()), alertCostUsd: 77 })
    expect((await kept())?.changes).toEqual([])
    await save(2)
    expect((await kept())?.changes).toEqual(['settings'])
    await presets.remove({ providerId: 'truncation', id: 'mine' })
    expect((await kept())?.changes).toEqual(['settings'])
    await play()
    expect((await kept())?.changes).toEqual([])
    await pins.add({ taskId, pins: [{ messageIndex: 3, partIndex: null }] })
    expect((await kept())?.changes).toEqual(['settings'])
  })

  it('stands beside the last drift, which is there after a restart too', async () => {
    const { replayId } = await play()
    const { drift } = dewpoint.client
    expect(await drift.kept({ taskId })).toBeNull()
    const asked = { taskId, cycles: 3, policies: [{ id: 'a', provider: 'native' }], keeps: true }
    const events = []
    for await (const event of await drift.run(asked)) events.push(event)
    const finished = events.at(-1)
    expect(finished).toMatchObject({ kind: 'finished', notKept: null })
    await restart()
    const last = await dewpoint.client.drift.kept({ taskId })
    expect(last).toMatchObject({ changes: [], input: asked })
    const result = await dewpoint.client.drift.result({ replayId: last!.replayId })
    expect(finished).toMatchObject({ result })
    expect(result.policies[0]?.cycles).toHaveLength(3)
    expect((await kept())?.replayId).toBe(replayId)
  })

  it('goes when its task is forgotten', async () => {
    const { replayId } = await play()
    await dewpoint.client.tasks.forget({ taskId })
    await openTask()
    expect(await kept()).toBeNull()
    expect(await catchProblem(dewpoint.client.replay.result({ replayId }))).toMatchObject({
      code: 'not-found',
    })
  })
})

describe('what is too much to keep, or cannot be written', () => {
  const large = new Uint8Array(17 * 2 ** 20)
  const small = new Uint8Array(1)
  it.each([
    ['a large result', { result: large, contexts: small }, [], 'It is too large to be kept.'],
    ['large contexts', { result: small, contexts: large }, [{ result: small, contexts: null }], null],
    ['a small one', { result: small, contexts: small }, [{ result: small, contexts: small }], null],
  ])('is said of %s', async (_, packed, written, said) => {
    const puts: unknown[] = []
    const put = (_row: unknown, bytes: unknown) => Promise.resolve(puts.push(bytes) > 0)
    const notKept = await keep({ put }, packed)
    expect(puts).toEqual(written)
    expect(notKept).toEqual(said)
  })

  it('is said in the words of the store, and where the task is gone', async () => {
    const packed = { result: small, contexts: null }
    const failure = new StoreFailure({
      code: 'disk-full',
      message: 'The disk is full.',
      where: '',
      hint: 'Make room.',
    })
    expect(await keep({ put: () => Promise.reject(failure) }, packed)).toBe('The disk is full. Make room.')
    expect(await keep({ put: () => Promise.resolve(false) }, packed)).toBe(
      'The task has been forgotten meanwhile.',
    )
  })

  function keep(
    replays: Pick<Store['replays'], 'put'>,
    packed: { readonly result: Uint8Array; readonly contexts: Uint8Array | null },
  ) {
    // Nothing else of the services is looked at.
    const services = { store: { replays }, info: { version: '1' }, now: () => 1 } as Parameters<
      typeof keepReplay
    >[0]
    const played = { task: makeTask(), policies: [{ id: 'none' as const }] }
    return keepReplay(services, played, { id: 'x', kind: 'replay', request: {}, packed })
  }
})

describe('what another version has kept', () => {
  it('is a problem that says what to do, and its contexts are none', async () => {
    const bytes = packJson({ policies: 'of another shape' }).bytes
    for (const kept of [bytes, new Uint8Array([1, 2, 3])]) {
      const replays = { result: () => Promise.resolve(kept), contexts: () => Promise.resolve(kept) }
      // Nothing else of the store is looked at.
      const services = { store: { replays } } as unknown as Parameters<typeof openKept>[0]
      await expect(openKept(services, 'x', replayResultSchema)).rejects.toMatchObject({
        code: 'not-found',
        message: expect.stringContaining('cannot be read'),
        hint: 'Play the task again.',
      })
      expect(await loadKeptOutline(services, 'x')).toBeNull()
    }
  })
})
