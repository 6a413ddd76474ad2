import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ExperimentStart } from '../../../shared/experiments/contract.ts'
import {
  experimentExportSchema,
  type ExperimentEvent,
  type ExperimentSummary,
} from '../../../shared/experiments/experiment-types.ts'
import { packJson } from '../../platform/workers/compression.ts'
import { lendEngine } from '../../platform/workers/testing/lend-engine.ts'
import { catchProblem } from '../../testing/catch-problem.ts'
import { buildPricedAnswer, startRunBench, talk, type RunBench } from '../../testing/run-bench.ts'

let bench: RunBench
let tasks: string[]
beforeAll(async () => {
  bench = await startRunBench({ lendEngine })
  tasks = []
  for (const [index, count] of [14, 18, 22].entries()) tasks.push(await bench.open(talk(count, index * 100)))
})
afterAll(() => bench.clean())

/** An experiment on the tasks of this file. */
function yaml(body: string): string {
  return `name: test\ntasks: ${JSON.stringify(tasks)}\ncheckpoints: { at: [0.6] }\n${body}`
}

const offline = `variants:
  - { id: native, provider: native }
  - { id: short, provider: sliding-window }
`
const remote = (profile: string): string => `variants:
  - { id: one, provider: native, profile: ${profile} }
`

async function finish(request: ExperimentStart): Promise<{
  readonly summary: ExperimentSummary
  readonly resumed: boolean
  readonly events: readonly ExperimentEvent[]
}> {
  const { summary, resumed } = await bench.client.experiments.start(request)
  return { resumed, ...(await watched(summary.id)) }
}

async function watched(experimentId: string): Promise<{
  readonly summary: ExperimentSummary
  readonly events: readonly ExperimentEvent[]
}> {
  const events: ExperimentEvent[] = []
  for await (const event of await bench.client.experiments.watch({ experimentId })) events.push(event)
  const last = events.at(-1)
  if (last?.kind !== 'finished') throw new Error('An experiment ended without saying so.')
  return { summary: last.summary, events }
}

/** A copy of JSON with another value at a path. */
function changeValue(
  value: unknown,
  [key, ...rest]: readonly string[],
  change: (value: never) => unknown,
): unknown {
  // The path leads through objects to what `change` takes.
  if (key === undefined) return change(value as never)
  const record = value as Readonly<Record<string, unknown>>
  return { ...record, [key]: changeValue(record[key], rest, change) }
}

describe('an experiment', () => {
  it('does every variant at every checkpoint and tells of each cell', async () => {
    const { summary, events } = await finish({ text: yaml(offline) })
    expect(summary).toMatchObject({ status: 'finished', cells: { total: 6, done: 6, failed: 0 }, tasks: 3 })
    expect(events.filter(({ kind }) => kind === 'cell')).toHaveLength(6)
    const { cells, plan } = await bench.client.experiments.get({ experimentId: summary.id })
    expect(plan.checkpoints.map(({ index }) => index)).toEqual([8, 11, 13])
    expect(cells.every(({ values }) => values['continuation-recall'] !== undefined)).toBe(true)
  })

  it('takes identical cells from an earlier one, and computes them where that is asked for', async () => {
    const text = yaml(offline)
    await finish({ text })
    expect((await finish({ text })).summary.cells).toMatchObject({ done: 6, reused: 6 })
    expect((await finish({ text, ignoreCache: true })).summary.cells).toMatchObject({ done: 6, reused: 0 })
  })

  it('does variants that are the same under two names once', async () => {
    const text = yaml(`variants:
  - { id: a, provider: native, target: 300 }
  - { id: b, provider: native, target: 300 }
`)
    const { summary } = await finish({ text })
    expect(summary.cells).toMatchObject({ done: 6, reused: 3 })
    const { comparisons } = await bench.client.experiments.results({ experimentId: summary.id })
    expect(new Set(comparisons.map(({ difference }) => difference))).toEqual(new Set([0, null]))
  })

  it('shows what a cell rests on, and its source beside its result', async () => {
    const { summary } = await finish({ text: yaml(offline) })
    const at = { experimentId: summary.id, cellId: `native/${tasks[0]}@8/1` }
    const { cell, measured, outcome, missing } = await bench.client.experiments.cell(at)
    expect(missing).toBe('')
    expect(outcome?.status).toBe('condensed')
    for (const { metric, value } of measured) expect(value).toBe(cell.values[metric] ?? null)
    expect(measured.find(({ metric }) => metric === 'reduction')?.evidence?.kind).toBe('tokens')
    const rows = await bench.client.experiments.cellRows(at)
    expect(rows.filter(({ source }) => source !== null)).toHaveLength(8)
  })

  it('says where its text is wrong', async () => {
    const { client } = bench
    const check = (body: string) => client.experiments.check({ text: yaml(body) })
    expect(await check('variants:\n  - { id: a, provider: nativ }\n')).toMatchObject({
      ok: false,
      issues: [{ path: 'variants.0.provider', line: 5 }],
    })
    expect(await check('variants:\n  - { id: a, provider: native, profile: nobody }\n')).toMatchObject({
      issues: [{ message: expect.stringContaining('There is no profile nobody') as string }],
    })
    expect(
      await check(`variants:
  - { id: a, provider: native, settings: { nope: 1 } }
  - { id: b, provider: smart, preset: nope }
  - { id: c, provider: native, prompt: nope, profile: nobody }
`),
    ).toMatchObject({
      issues: [
        { path: 'variants.0.settings', line: 5 },
        { path: 'variants.1.preset', line: 6 },
        { path: 'variants.2.prompt', line: 7 },
        { path: 'variants.2.profile', line: 7 },
      ],
    })
    expect(await check(`${offline}metrics: [judge]\n`)).toMatchObject({ ok: false })
    expect(await catchProblem(client.experiments.start({ text: 'name: x' }))).toMatchObject({
      code: 'bad-input',
    })
  })
})

describe('an experiment that asks a model', () => {
  it('asks anew for each repeat, and never twice for the same one', async () => {
    let asked = 0
    const server = await bench.serve('repeats', () => {
      asked += 1
      return buildPricedAnswer(`Summary number ${asked}.`)
    })
    const text = yaml(`${remote('repeats')}repeats: 2\n`)
    const first = await finish({ text })
    expect(first.summary).toMatchObject({ status: 'finished', cells: { total: 6, done: 6 } })
    expect(first.summary.costUsd).toBeCloseTo(6 * 0.0045)
    expect(server.requests).toHaveLength(6)
    await finish({ text })
    expect(server.requests).toHaveLength(6)
  })

  it('goes on where it was cancelled, and pays for nothing twice', async () => {
    const server = await bench.serve('slow', () => buildPricedAnswer('In short.'))
    const text = yaml(`${remote('slow')}concurrency: 1\n`)
    const { summary } = await bench.client.experiments.start({ text })
    for await (const event of await bench.client.experiments.watch({ experimentId: summary.id }))
      if (event.kind === 'cell') await bench.client.experiments.cancel({ experimentId: summary.id })
    const { status, cells } = (await watched(summary.id)).summary
    expect(status).toBe('cancelled')
    expect(cells.done).toBeGreaterThan(0)
    expect(cells.done).toBeLessThan(3)
    const again = await finish({ text, resume: true })
    expect(again).toMatchObject({ resumed: true, summary: { id: summary.id, status: 'finished' } })
    expect(again.summary.cells).toMatchObject({ total: 3, done: 3, reused: 0 })
    // The call that was on its way when it was cancelled may have to be made again.
    expect(server.requests.length).toBeLessThanOrEqual(4)
  })

  it('stops before a call that its budget has no room for, keeps what is done, and goes on with more', async () => {
    await bench.serve('dear', () => buildPricedAnswer('In short.'))
    const text = yaml(`${remote('dear')}concurrency: 1\nbudgetUsd: 0.07\n`)
    const { summary } = await finish({ text })
    expect(summary).toMatchObject({ status: 'stopped', cells: { done: 2, failed: 0 } })
    expect(summary.reason).toContain('for this experiment')
    const richer = yaml(`${remote('dear')}concurrency: 1\nbudgetUsd: 7\n`)
    expect(await finish({ text: richer, resume: true })).toMatchObject({
      resumed: true,
      summary: { id: summary.id, status: 'finished', cells: { done: 3, reused: 0 } },
    })
  })

  it('keeps failed cells apart and tries them again when asked', async () => {
    let isDown = true
    await bench.serve('down', () =>
      isDown ? { kind: 'error', status: 401 } : buildPricedAnswer('In short.'),
    )
    const { summary } = await finish({ text: yaml(remote('down')) })
    expect(summary).toMatchObject({ status: 'finished', cells: { done: 0, failed: 3 } })
    const { variants } = await bench.client.experiments.results({ experimentId: summary.id })
    expect(variants[0]?.metrics).toEqual({})
    isDown = false
    const { id: experimentId } = await bench.client.experiments.resume({
      experimentId: summary.id,
      retryFailed: true,
    })
    expect((await watched(experimentId)).summary.cells).toMatchObject({ done: 3, failed: 0 })
  })

  it('lets a judge compare, who sees by place nothing but the contexts', async () => {
    // Whoever comes first wins: a judge that goes by place.
    const verdict = buildPricedAnswer(JSON.stringify({ preferred: 'A', reason: 'It came first.' }))
    await bench.serve('judge', () => verdict)
    const text = yaml(`variants:
  - { id: native, provider: native }
  - { id: short, provider: sliding-window }
metrics: [compression, judge]
judge: { profile: judge }
`)
    const { summary } = await finish({ text })
    const { flipRate, variants } = await bench.client.experiments.results({ experimentId: summary.id })
    expect(flipRate).toBe(1)
    expect(variants.map(({ metrics }) => metrics['pairwise']?.mean)).toEqual([0.5, 0.5])
    const at = { experimentId: summary.id, cellId: `short/${tasks[0]}@8/1` }
    const { measured } = await bench.client.experiments.cell(at)
    const evidence = measured.find(({ metric }) => metric === 'pairwise')?.evidence
    expect(evidence).toMatchObject({ kind: 'pairwise', isFlipped: true, answers: [{}, {}] })
  })

  it('says beforehand what it would take', async () => {
    await bench.serve('priced', () => buildPricedAnswer('In short.'))
    const text = yaml(`${remote('priced')}repeats: 2\n`)
    const estimate = await bench.client.experiments.estimate({ text })
    expect(estimate).toMatchObject({ cells: 6, reusable: 0, modelCalls: 6 })
    expect(estimate.costUsd).toBeGreaterThan(0)
    await finish({ text })
    expect(await bench.client.experiments.estimate({ text })).toMatchObject({ reusable: 6, costUsd: 0 })
  })
})

describe('an exported experiment', () => {
  it('comes back with its figures and, where they were asked for, its results', async () => {
    const { client } = bench
    const { summary } = await finish({ text: yaml(offline) })
    const before = await client.experiments.results({ experimentId: summary.id })
    const { text } = await client.experiments.export({
      experimentId: summary.id,
      format: 'json',
      withResults: true,
    })
    const imported = await client.experiments.import({ text })
    expect(imported).toMatchObject({ isImported: true, name: 'test', cells: summary.cells })
    expect(await client.experiments.results({ experimentId: imported.id })).toEqual(before)
    const at = { experimentId: imported.id, cellId: `native/${tasks[0]}@8/1` }
    expect(await client.experiments.cellRows(at)).not.toHaveLength(0)
    expect(await catchProblem(client.experiments.resume({ experimentId: imported.id }))).toMatchObject({
      code: 'bad-input',
    })
  })

  it('of an earlier version that measured likelihoods comes back without them, and says so', async () => {
    const { client } = bench
    const { summary } = await finish({ text: yaml(offline) })
    const { text } = await client.experiments.export({ experimentId: summary.id, format: 'json' })
    const exported = experimentExportSchema.parse(JSON.parse(text))
    const { plan, cells } = exported
    const cellId = cells[0]?.id ?? ''
    const scored = { ...plan.metrics[0], id: 'next-action-likelihood', group: 'likelihood', needsModel: true }
    const judged = packJson({ 'next-action-likelihood': { kind: 'likelihood', bits: { empty: 9 } } })
    const old = {
      ...exported,
      plan: {
        ...plan,
        file: { ...plan.file, likelihood: { profile: 'local', actions: 3 } },
        metrics: [...plan.metrics, scored],
      },
      cells: cells.map((cell) => ({ ...cell, values: { ...cell.values, 'next-action-likelihood': 0.5 } })),
      judgements: { [cellId]: Buffer.from(judged.bytes).toString('base64') },
    }
    const imported = await client.experiments.import({ text: JSON.stringify(old) })
    const detail = await client.experiments.get({ experimentId: imported.id })
    expect(detail.plan).toMatchObject({ file: plan.file, metrics: plan.metrics })
    expect(detail.plan.notes.at(-1)?.message).toContain('no longer measured')
    const { measured } = await client.experiments.cell({ experimentId: imported.id, cellId })
    expect(measured.map(({ metric }) => metric)).toEqual(plan.metrics.map(({ id }) => id))
  })

  it('is refused where it is damaged', async () => {
    const { client } = bench
    for (const text of ['', '{', '{"format":"dewpoint-experiment"}', '<html></html>'])
      expect(await catchProblem(client.experiments.import({ text }))).toMatchObject({ code: 'bad-input' })
  })

  it.each([
    ['no variant', ['plan', 'variants'], () => [], 'must not be empty'],
    ['a variant twice', ['plan', 'variants'], (all: unknown[]) => [...all, ...all], 'hold an id twice'],
    ['a checkpoint twice', ['plan', 'checkpoints'], (all: unknown[]) => [...all, ...all], 'hold an id twice'],
    ['a metric twice', ['plan', 'metrics'], (all: unknown[]) => [...all, ...all], 'hold an id twice'],
    ['a cell twice', ['cells'], (all: unknown[]) => [...all, ...all], 'hold an id twice'],
    ['the baseline of another', ['plan', 'baselineId'], () => 'none', 'must be the id of a variant'],
    ['a time that none is', ['summary', 'finishedTs'], () => 1e300, 'must be at most'],
  ] as const)('is refused with %s, in a sentence', async (_, path, change, words) => {
    const { client } = bench
    const { summary } = await finish({ text: yaml(offline) })
    const { text } = await client.experiments.export({ experimentId: summary.id, format: 'json' })
    const forged = changeValue(JSON.parse(text), path, change)
    expect(await catchProblem(client.experiments.import({ text: JSON.stringify(forged) }))).toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining(words),
    })
  })

  it('agrees with its own data, and no longer once a figure is changed', async () => {
    const { client } = bench
    const { summary } = await finish({ text: yaml(offline) })
    const { text } = await client.experiments.export({ experimentId: summary.id, format: 'html' })
    expect(await client.experiments.verify({ text })).toMatchObject({ ok: true, differences: [] })
    const changed = text.replace(/(data-figure="[^"]*reduction[^"]*"[^>]*>[^<]*?)\d/i, '$17')
    expect(changed).not.toBe(text)
    expect(await client.experiments.verify({ text: changed })).toMatchObject({ ok: false })
  })
})
