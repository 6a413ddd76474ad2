import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunEvent } from '../../shared/condense/run-types.ts'
import { lendEngine } from '../platform/workers/testing/lend-engine.ts'
import { buildPricedAnswer, startRunBench, talk, type RunBench } from '../testing/run-bench.ts'

let bench: RunBench
beforeAll(async () => {
  bench = await startRunBench({ lendEngine })
})
afterAll(() => bench.clean())

const listEventKinds = (events: readonly RunEvent[]): string[] =>
  events.flatMap(({ kind }) => (kind === 'progress' ? [] : [kind]))
const joinEventTexts = (events: readonly RunEvent[]): string =>
  events.map((event) => (event.kind === 'text' ? event.text : '')).join('')
const refused = { kind: 'error', status: 401 } as const

async function listen(events: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const heard: RunEvent[] = []
  for await (const event of events) heard.push(event)
  return heard
}

describe('a run with a model', () => {
  it('tells what the model writes and what it costs, and ends with the same cost', async () => {
    await bench.serve('plain', [buildPricedAnswer('a short ', 'summary')])
    const taskId = await bench.open(talk(10))
    const { events, run } = await bench.run({ taskId, providerId: 'native', profileId: 'plain' })
    expect(listEventKinds(events)).toEqual([
      'answer-started',
      'spending',
      'text',
      'text',
      'spending',
      'spending',
      'finished',
    ])
    expect(joinEventTexts(events)).toBe('a short summary')
    expect(events.findLast(({ kind }) => kind === 'spending')).toMatchObject({
      spending: { costUsd: 0.0045, modelCalls: 1, inputTokens: 1000, outputTokens: 100 },
    })
    expect(run).toMatchObject({
      status: 'condensed',
      model: { profileId: 'plain', label: 'Profile plain (model-1)' },
      outcome: { stats: { costUsd: 0.0045, modelCalls: 1, cacheHits: 0 } },
    })
    expect(run.outcome?.events).toMatchObject([
      { kind: 'started', usedOwnHandler: true, isAutomatic: false },
      { kind: 'pass-finished' },
      { kind: 'condensed' },
    ])
    const { messages } = await bench.client.runs.result({ runId: run.id })
    expect(messages[1]).toMatchObject({ content: 'a short summary', isSummary: true })
  })

  it('asks once for the same, unless asked to ask again', async () => {
    const server = await bench.serve('kept', [buildPricedAnswer('once'), buildPricedAnswer('twice')])
    const request = { taskId: await bench.open(talk(10)), providerId: 'native', profileId: 'kept' }
    await bench.run(request)
    const { run: again, events } = await bench.run(request)
    expect(again.outcome?.stats).toMatchObject({ costUsd: 0, modelCalls: 0, cacheHits: 1 })
    expect(joinEventTexts(events)).toBe('once')
    expect(server.requests).toHaveLength(1)
    const { run: anew } = await bench.run({ ...request, ignoreCache: true })
    expect(anew.outcome?.stats).toMatchObject({ costUsd: 0.0045, modelCalls: 1, cacheHits: 0 })
    expect(server.requests).toHaveLength(2)
  })

  it('makes no call that its budget does not allow, and leaves the history', async () => {
    const server = await bench.serve('poor', [buildPricedAnswer('x')])
    const taskId = await bench.open(talk(10))
    const { run } = await bench.run({ taskId, providerId: 'native', profileId: 'poor', maxCostUsd: 0.001 })
    expect(run).toMatchObject({
      status: 'failed',
      outcome: { error: { code: 'budget' }, stats: { costUsd: 0 } },
    })
    expect(server.requests).toEqual([])
  })

  it('says which profile is missing, and asks none in its place', async () => {
    const taskId = await bench.open(talk(10))
    const { run } = await bench.run({ taskId, providerId: 'native', profileId: 'nowhere' })
    expect(run.outcome?.error).toMatchObject({
      code: 'handler-invalid',
      message: expect.stringContaining('nowhere'),
    })
  })

  it('goes to the main profile, and says so, where nobody has the condensing role', async () => {
    await bench.serve('main', [buildPricedAnswer('by main')])
    await bench.client.profiles.setRoles({ main: 'main', condensing: null })
    const { run } = await bench.run({ taskId: await bench.open(talk(10)), providerId: 'native' })
    await bench.client.profiles.setRoles({ main: null, condensing: null })
    expect(run).toMatchObject({
      model: { profileId: 'main' },
      outcome: { warnings: [{ code: 'handler-fallback' }] },
    })
    expect(run.outcome?.events[0]).toMatchObject({ usedOwnHandler: false })
  })
})

describe('who begins to watch late', () => {
  it('hears first what was said before, and then the rest, as everybody does', async () => {
    const { promise: watching, resolve: goOn } = Promise.withResolvers<void>()
    const texts = ['first ', 'second ', 'third']
    const between = (index: number): Promise<void> => (index === 2 ? watching : Promise.resolve())
    await bench.serve('slow', [{ ...buildPricedAnswer(), kind: 'answer', texts, between }])
    const { client } = bench
    const { id: runId } = await client.runs.start({
      taskId: await bench.open(talk(10)),
      providerId: 'native',
      profileId: 'slow',
    })
    const early: RunEvent[] = []
    let late: Promise<RunEvent[]> | undefined
    for await (const event of await client.runs.watch({ runId })) {
      early.push(event)
      if (late !== undefined || joinEventTexts(early) !== 'first second ') continue
      const events = await client.runs.watch({ runId })
      late = listen(events)
      goOn()
    }
    const heard = await late!
    expect(listEventKinds(heard).slice(0, 3)).toEqual(['answer-started', 'text', 'spending'])
    expect(heard.find(({ kind }) => kind === 'text')).toEqual({ kind: 'text', text: 'first second ' })
    expect(joinEventTexts(heard)).toBe(texts.join(''))
    expect(heard.at(-1)).toEqual(early.at(-1))
  })

  it('hears only how it ended, once it has ended', async () => {
    const { run } = await bench.run({
      taskId: await bench.open(talk(10)),
      providerId: 'native',
      profileId: 'extractive',
    })
    const events = await listen(await bench.client.runs.watch({ runId: run.id }))
    expect(events).toEqual([{ kind: 'finished', run }])
  })
})

describe('a cancel in the middle of an answer', () => {
  it('ends the run and closes the call', async () => {
    const server = await bench.serve('hanging', [{ kind: 'broken', texts: ['begun'], by: 'hang' }])
    const { client } = bench
    const taskId = await bench.open(talk(10))
    const { id: runId } = await client.runs.start({ taskId, providerId: 'native', profileId: 'hanging' })
    let last: RunEvent | undefined
    for await (const event of await client.runs.watch({ runId })) {
      last = event
      if (event.kind === 'text') await client.runs.cancel({ runId })
    }
    expect(last).toMatchObject({ kind: 'finished', run: { status: 'cancelled', outcome: null } })
    const { spent } = await client.runs.get({ runId })
    expect(spent).toMatchObject({ unknownUsd: 0, modelCalls: 1 })
    expect(spent?.costUsd).toBeGreaterThan(0)
    const [request] = server.requests
    await request?.closed
    expect(server.requests).toHaveLength(1)
  })
})

describe('a call that says nothing of its cost', () => {
  it('makes a warning of what it can have cost at most', async () => {
    await bench.serve('dropping', [{ kind: 'drop' }])
    const taskId = await bench.open(talk(10))
    const { run } = await bench.run({ taskId, providerId: 'native', profileId: 'dropping' })
    expect(run).toMatchObject({
      status: 'failed',
      spent: { costUsd: 0, modelCalls: 3 },
      outcome: {
        warnings: [
          { code: 'cost-unknown', message: expect.stringMatching(/up to \$0\.\d+ more .* stays reserved/) },
        ],
      },
    })
  })

  it('is said to be estimated where the answer came nevertheless', async () => {
    await bench.serve('silent', [{ kind: 'answer', texts: ['a short summary'], usage: null }])
    const taskId = await bench.open(talk(10))
    const { run } = await bench.run({ taskId, providerId: 'native', profileId: 'silent' })
    expect(run).toMatchObject({
      status: 'condensed',
      outcome: {
        warnings: [{ code: 'cost-estimated', message: expect.stringMatching(/^The cost of 1 call/) }],
      },
    })
  })
})

describe('a chain of fallbacks', () => {
  it('goes on to the next where the model cannot be had, and says what happened', async () => {
    await bench.serve('shut', [refused])
    const { run } = await bench.run({
      taskId: await bench.open(talk(12)),
      providerId: 'native',
      profileId: 'shut',
      fallback: [{ providerId: 'lossless' }, { providerId: 'sliding-window' }],
    })
    expect(run).toMatchObject({ status: 'condensed', providerId: 'native' })
    expect(run.outcome?.attempts).toMatchObject([
      { providerId: 'native', status: 'failed', code: 'authentication' },
      { providerId: 'lossless', status: 'unchanged' },
      { providerId: 'sliding-window', status: 'condensed' },
    ])
    expect(run.outcome?.events.map(({ kind }) => kind)).toEqual([
      'started',
      'failed',
      'started',
      'started',
      'pass-finished',
      'truncated',
    ])
    const { messages } = await bench.client.runs.result({ runId: run.id })
    expect(messages).toHaveLength(12 - 4)
  })

  it('goes on where too little is saved, and pays for both', async () => {
    const long = 'a summary that is nearly as long as what it stands for '.repeat(100)
    await bench.serve('wordy', [buildPricedAnswer(long)])
    const { run } = await bench.run({
      taskId: await bench.open(talk(12)),
      providerId: 'native',
      profileId: 'wordy',
      fallback: [{ providerId: 'sliding-window', settings: { fraction: 0.9 } }],
    })
    expect(run.outcome?.attempts).toMatchObject([
      { providerId: 'native', status: 'insufficient', costUsd: 0.0045 },
      { providerId: 'sliding-window', status: 'condensed', costUsd: 0 },
    ])
    expect(run.outcome?.stats.costUsd).toBe(0.0045)
  })
})

it('a model that no step of a chain came to is not said to have been asked', async () => {
  const server = await bench.serve('spare', [buildPricedAnswer('x')])
  await bench.client.profiles.setRoles({ main: 'spare', condensing: null })
  const taskId = await bench.open(talk(12))
  const fallback = [{ providerId: 'native' }]
  const { run } = await bench.run({ taskId, providerId: 'sliding-window', fallback })
  const { run: both } = await bench.run({ taskId, providerId: 'lossless', fallback })
  await bench.client.profiles.setRoles({ main: null, condensing: null })
  expect(run.outcome).toMatchObject({ attempts: [{ status: 'condensed' }], warnings: [] })
  expect(both.outcome?.warnings).toMatchObject([{ code: 'handler-fallback' }])
  expect(server.requests).toHaveLength(1)
})

describe('a prompt of the library', () => {
  it('is used in the version that was named, the newest where none was', async () => {
    const { client } = bench
    const server = await bench.serve('prompted', [buildPricedAnswer('x')])
    const { id: promptId } = await client.prompts.create({
      name: 'Mine',
      purpose: 'conversation',
      text: 'first words',
      note: '',
    })
    await client.prompts.addVersion({ promptId, text: 'second words', note: '' })
    const request = { taskId: await bench.open(talk(10)), providerId: 'native', profileId: 'prompted' }
    const { run: old } = await bench.run({ ...request, prompt: { promptId, version: 1 } })
    const { run: newest } = await bench.run({ ...request, prompt: { promptId } })
    const { run: none } = await bench.run(request)
    expect([old, newest, none].map(({ prompt }) => prompt)).toEqual([
      { promptId, version: 1 },
      { promptId, version: 2 },
      null,
    ])
    expect(old.outcome?.events[0]).toMatchObject({ usedCustomPrompt: true })
    expect(none.outcome?.events[0]).toMatchObject({ usedCustomPrompt: false })
    const systems = server.requests.map(({ text }) => [
      text.includes('first words'),
      text.includes('second words'),
    ])
    expect(systems).toEqual([
      [true, false],
      [false, true],
      [false, false],
    ])
    const missing = client.runs.start({ ...request, prompt: { promptId, version: 3 } })
    await expect(missing).rejects.toMatchObject({
      message: 'The prompt Mine has no version 3',
      data: { code: 'not-found' },
    })
    const untaken = client.runs.start({ ...request, providerId: 'lossless', prompt: { promptId } })
    await expect(untaken).rejects.toMatchObject({ data: { code: 'bad-input' } })
  })
})
