import { mkdtemp, readFile, rm, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDefinedError, safe } from '@orpc/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ContractClient } from '../shared/api/contract.ts'
import type { RunEvent, RunSummary } from '../shared/condense/run-types.ts'
import type { Message } from '../shared/kernel/message.ts'
import type { Inspection } from '../shared/library/inspection-types.ts'
import type { Dewpoint } from './features/common/dewpoint.ts'
import { lendEngine } from './platform/workers/testing/lend-engine.ts'
import { resourcesFolder, startAnew } from './testing/start-dewpoint.ts'

let folder: string
let dewpoint: Dewpoint
let client: ContractClient

const start = async (): Promise<void> => {
  dewpoint = await startAnew(folder, { lendEngine })
  client = dewpoint.client
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-compose-'))
  await start()
})
afterEach(async () => {
  await dewpoint.close()
  await rm(folder, { recursive: true, force: true })
})

const sampleId = async (): Promise<string> => (await client.tasks.list())[0]!.id

async function inspect(taskId: string): Promise<Inspection> {
  for await (const event of await client.tasks.inspect({ taskId })) {
    if (event.kind === 'finished') return event.inspection
  }
  throw new Error('The inspection ended without figures.')
}

async function run(
  request: Parameters<ContractClient['runs']['start']>[0],
): Promise<{ events: RunEvent[]; run: RunSummary }> {
  const { id } = await client.runs.start(request)
  const events: RunEvent[] = []
  for await (const event of await client.runs.watch({ runId: id })) events.push(event)
  return { events, run: await client.runs.get({ runId: id }) }
}

async function catchProblem(call: Promise<unknown>): Promise<unknown> {
  const { error } = await safe(call)
  return error !== null && isDefinedError(error) ? (error as { data: unknown }).data : error
}

const write = async (name: string, messages: unknown): Promise<string> => {
  const path = join(folder, name)
  await mkdir(path, { recursive: true })
  await writeFile(join(path, 'api_conversation_history.json'), JSON.stringify(messages, null, 2))
  return path
}

describe('the first run', () => {
  it('shows the bundled sample, once and for all', async () => {
    expect(await client.tasks.list()).toMatchObject([{ isSample: true, era: 'native' }])
    await client.tasks.forget({ taskId: await sampleId() })
    await dewpoint.close()
    await start()
    expect(await client.tasks.list()).toEqual([])
  })

  it('finds everything in order', async () => {
    expect((await client.app.doctor()).filter(({ status }) => status !== 'ok')).toEqual([])
  })
})

describe('a task', () => {
  it('is inspected with figures that add up, and the second time from the store', async () => {
    const taskId = await sampleId()
    const { tokens, messages, calibration } = await inspect(taskId)
    expect(Object.values(tokens.byKind).reduce((sum, count) => sum + count, 0)).toBe(tokens.total)
    expect(messages).toMatchObject({ hidden: 0 })
    expect(calibration?.r2).toBeGreaterThan(0.99)
    const { rows, summary } = await client.tasks.get({ taskId })
    expect(rows.reduce((sum, row) => sum + (row.tokens ?? 0), 0)).toBe(tokens.total)
    expect(summary.tokens).toBe(tokens.total)
    const events: string[] = []
    for await (const event of await client.tasks.inspect({ taskId })) events.push(event.kind)
    expect(events).toEqual(['finished'])
  })

  it('is searched by text, not by pattern', async () => {
    const path = await write('search', [
      { role: 'user', content: 'A (b) [c] .*' },
      { role: 'assistant', content: 'plain' },
    ])
    const taskId = (await client.tasks.open({ kind: 'path', path })).tasks[0]!.id
    expect(await client.tasks.search({ taskId, query: '(B) [C] .*' })).toEqual([0])
    expect(await client.tasks.search({ taskId, query: '.*n' })).toEqual([])
  })

  it('shows a message with its parts, keys in the order of the file', async () => {
    const message = { content: [{ text: 'x', type: 'text', extra: 1 }], role: 'user', ts: 5 }
    const path = await write('order', [message])
    const taskId = (await client.tasks.open({ kind: 'path', path })).tasks[0]!.id
    const view = await client.tasks.message({ taskId, index: 0 })
    expect(JSON.stringify(view.message)).toBe(JSON.stringify(message))
    expect(view.parts).toMatchObject([{ kind: 'user-text', text: 'x', tokens: 1 }])
    expect(await catchProblem(client.tasks.message({ taskId, index: 1 }))).toMatchObject({
      code: 'not-found',
    })
  })

  it('that was opened twice is one task, with what its folder holds now', async () => {
    const path = await write('again', [{ role: 'user', content: 'one' }])
    const first = await client.tasks.open({ kind: 'path', path })
    await write('again', [
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two' },
    ])
    const second = await client.tasks.open({ kind: 'path', path })
    expect(second.tasks[0]).toMatchObject({ id: first.tasks[0]!.id, messages: 2 })
    expect(await client.tasks.list()).toHaveLength(2)
  })

  it('is listed with all others of a folder before it is read, and read when somebody asks for it', async () => {
    await write('many/good', [{ role: 'user', content: '<task>\nMend the door\n</task>' }])
    await write('many/bad', { no: 'messages' })
    const { tasks, problems } = await client.tasks.open({ kind: 'path', path: join(folder, 'many') })
    expect(problems).toEqual([])
    const states = tasks.map(({ title, state }) => `${title}: ${state}`)
    expect(states.toSorted()).toEqual(['Mend the door: found', 'bad: found'])
    const findTaskId = (name: string): string => tasks.find(({ path }) => path.endsWith(name))!.id
    const { summary } = await client.tasks.get({ taskId: findTaskId('good') })
    expect(summary).toMatchObject({ state: 'read', messages: 1, title: 'Mend the door' })
    expect(await catchProblem(client.tasks.get({ taskId: findTaskId('bad') }))).toMatchObject({
      where: expect.stringContaining('bad'),
    })
    const failed = (await client.tasks.list()).find(({ id }) => id === findTaskId('bad'))
    expect(failed).toMatchObject({ state: 'failed', messages: null, failure: expect.stringContaining('. ') })
  })

  it('opens from dropped files', async () => {
    const text = JSON.stringify([{ role: 'user', content: 'dropped' }])
    const { tasks } = await client.tasks.open({
      kind: 'files',
      name: 'task',
      files: [{ name: 'api_conversation_history.json', text }],
    })
    expect(tasks).toMatchObject([{ messages: 1, path: '' }])
  })

  it('that does not exist is a problem with a code, a place and advice', async () => {
    expect(
      await catchProblem(client.tasks.open({ kind: 'path', path: join(folder, 'nowhere') })),
    ).toMatchObject({
      code: 'not-found',
      where: expect.stringContaining('nowhere'),
      hint: expect.stringMatching(/.+/),
    })
    expect(await catchProblem(client.tasks.get({ taskId: 'nope' }))).toMatchObject({ code: 'not-found' })
  })

  it('reports the rules that its history breaks', async () => {
    const orphan = [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x', content: 'y' }] }]
    const taskId = (await client.tasks.open({ kind: 'path', path: await write('orphan', orphan) })).tasks[0]!
      .id
    expect(await client.tasks.check({ taskId })).toMatchObject({
      ok: false,
      violations: [{ rule: 'tool-pairing', messageIndex: 0 }],
    })
  })
})

describe('a run', () => {
  it('reports progress, ends, and is found again after a restart with rows, texts and result', async () => {
    const taskId = await sampleId()
    const { events, run: finished } = await run({ taskId, providerId: 'lossless', presetId: 'strict' })
    expect(events.map(({ kind }) => kind)).toContain('progress')
    expect(events.at(-1)).toMatchObject({ kind: 'finished', run: { status: 'condensed' } })
    await dewpoint.close()
    await start()
    expect(await client.runs.list({ taskId })).toMatchObject([{ id: finished.id, outcome: finished.outcome }])
    const rows = await client.runs.rows({ runId: finished.id })
    const changed = rows.find(({ fate }) => fate === 'referenced')!
    expect(changed.reasons[0]?.reason).toMatch(/message #\d+/)
    const texts = await client.runs.texts({
      runId: finished.id,
      sourceIndex: changed.source!.index,
      resultIndex: changed.result!.index,
    })
    expect(texts.result!.text.length).toBeLessThan(texts.source!.text.length)
    expect(await client.runs.check({ runId: finished.id })).toMatchObject({ ok: true })
  })

  it('that is reversible gives its source back byte for byte, from the file alone', async () => {
    const taskId = await sampleId()
    const { run: finished } = await run({ taskId, providerId: 'lossless', presetId: 'strict' })
    const source = await readFile(join(resourcesFolder, 'sample-task/api_conversation_history.json'), 'utf8')
    const text = JSON.stringify(await client.runs.result({ runId: finished.id }))
    await client.tasks.forget({ taskId })
    const expanded = await client.runs.expand({ file: { name: 'result.json', text } })
    expect(expanded).toMatchObject({ verified: true, restoredFromStore: 0 })
    expect(expanded.text).toBe(source)
  })

  it('that is not gives it back from the store, and says so when the store is another', async () => {
    const taskId = await sampleId()
    const { run: finished } = await run({ taskId, providerId: 'truncation' })
    const expanded = await client.runs.expand({ runId: finished.id })
    expect(expanded.verified).toBe(true)
    expect(expanded.restoredFromStore).toBeGreaterThan(0)
    const text = JSON.stringify(await client.runs.result({ runId: finished.id }))
    await client.tasks.forget({ taskId })
    expect(await catchProblem(client.runs.expand({ file: { name: 'r.json', text } }))).toMatchObject({
      code: 'not-reversible',
    })
  })

  it('that was edited by hand is distinguished from one that was not', async () => {
    const { run: finished } = await run({
      taskId: await sampleId(),
      providerId: 'lossless',
      presetId: 'strict',
    })
    const result = await client.runs.result({ runId: finished.id })
    const messages: Message[] = [...result.messages]
    messages[0] = { role: 'user', content: 'another task' }
    const expanded = await client.runs.expand({
      file: { name: 'r.json', text: JSON.stringify({ ...result, messages }) },
    })
    expect(expanded.verified).toBe(false)
  })

  it('that finds nothing to do has a result equal to its source', async () => {
    const path = await write('words', [{ role: 'user', content: 'hi' }])
    const taskId = (await client.tasks.open({ kind: 'path', path })).tasks[0]!.id
    const { run: finished } = await run({ taskId, providerId: 'lossless' })
    expect(finished).toMatchObject({ status: 'unchanged', outcome: { reason: expect.stringMatching(/.+/) } })
    expect(await client.runs.expand({ runId: finished.id })).toMatchObject({
      verified: true,
      messages: [{ role: 'user', content: 'hi' }],
    })
  })

  it('merges settings over a preset, and refuses what does not fit with the field', async () => {
    const taskId = await sampleId()
    const { run: finished } = await run({
      taskId,
      providerId: 'truncation',
      presetId: 'balanced',
      settings: { toolResults: { maxLines: 3 } },
    })
    expect(finished.settings).toMatchObject({
      preserveRecentCount: 7,
      toolResults: { mode: 'truncate', maxLines: 3 },
    })
    const start = (settings: Record<string, number>) =>
      catchProblem(client.runs.start({ taskId, providerId: 'truncation', settings }))
    expect(await start({ minTokens: -1 })).toMatchObject({ code: 'bad-input', where: 'minTokens' })
    expect(await catchProblem(client.runs.start({ taskId, providerId: 'magic' }))).toMatchObject({
      code: 'bad-input',
      where: 'magic',
    })
    expect(
      await catchProblem(client.runs.start({ taskId, providerId: 'lossless', presetId: 'x' })),
    ).toMatchObject({ where: 'x' })
  })

  it('is cancelled within a second, and what was stored before stays', async () => {
    const big = Array.from({ length: 400 }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: `${index} ${'some words here '.repeat(4000)}`,
    }))
    const taskId = (await client.tasks.open({ kind: 'path', path: await write('big', big) })).tasks[0]!.id
    const { id } = await client.runs.start({ taskId, providerId: 'truncation' })
    await client.runs.cancel({ runId: id })
    expect(await client.runs.get({ runId: id })).toMatchObject({ status: 'cancelled', outcome: null })
    expect(await catchProblem(client.runs.rows({ runId: id }))).toMatchObject({ code: 'not-found' })
    expect(await client.runs.list({})).toHaveLength(1)
  })
})

describe('providers', () => {
  it('come with defaults and presets that fit their own schema', async () => {
    for (const { id, defaults, presets, settingsJsonSchema } of await client.providers.list()) {
      expect(settingsJsonSchema).toMatchObject({ type: 'object' })
      for (const settings of [defaults, ...presets.map((preset) => preset.settings)]) {
        expect(await client.providers.validate({ providerId: id, settings })).toEqual([])
      }
    }
    expect(
      await client.providers.validate({ providerId: 'truncation', settings: { minTokens: 'x' } }),
    ).toMatchObject([{ path: ['minTokens'] }])
  })
})

it('keeps preferences', async () => {
  await client.preferences.set({ key: 'theme', value: { name: 'dark' } })
  await dewpoint.close()
  await start()
  expect(await client.preferences.all()).toMatchObject({ theme: { name: 'dark' } })
})
