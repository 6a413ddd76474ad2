import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MeasuringEvent, RunQuality } from '../../../shared/activity/quality-contract.ts'
import type { Evidence } from '../../../shared/kernel/evidence.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { catchProblem } from '../../testing/catch-problem.ts'
import { startRunBench, talk, type RunBench } from '../../testing/run-bench.ts'

let bench: RunBench
beforeAll(async () => {
  bench = await startRunBench()
})
afterAll(() => bench.clean())

const constraint = 'Never touch the vendor folder of this repository.'
const messages = [
  { role: 'user', content: 'Begin with src/start.ts', ts: 1 },
  { role: 'assistant', content: 'I begin.', ts: 2 },
  ...talk(6),
  { role: 'user', content: constraint, ts: 9 },
  ...talk(40, 1),
]

const pickMetricValue = ({ measured: all }: RunQuality, id: string): number | null =>
  all.find(({ metric }) => metric === id)?.value ?? null

function pickMetricEvidence({ measured: all }: RunQuality, id: string): Evidence | null {
  return all.find(({ metric }) => metric === id)?.evidence ?? null
}

describe('the quality of a run', () => {
  it('has a value for every metric, with what was lost and where the rest stands', async () => {
    const taskId = await bench.open(messages)
    const { run } = await bench.run({ taskId, providerId: 'sliding-window' })
    const quality = await bench.client.quality.ofRun({ runId: run.id })
    expect(quality.measured.map(({ metric }) => metric)).toEqual(quality.metrics.map(({ id }) => id))
    expect(pickMetricValue(quality, 'reduction')).toBeCloseTo(run.outcome!.stats.reductionPercent, 1)
    expect(pickMetricValue(quality, 'survival-constraint')).toBe(0)
    expect(pickMetricEvidence(quality, 'survival-constraint')).toMatchObject({
      kind: 'facts',
      facts: [{ fact: { text: constraint, places: [{ messageIndex: 8, partIndex: 0 }] }, now: [] }],
    })
    expect(pickMetricValue(quality, 'survival-path')).toBe(1)
    expect(quality.fileIndices).toEqual(messages.map((_, index) => index))
  })

  it('counts a constraint as kept once it is pinned', async () => {
    const taskId = await bench.open(messages)
    const pins = [{ messageIndex: 8, partIndex: 0 }]
    const { run } = await bench.run({ taskId, providerId: 'sliding-window', pins })
    const quality = await bench.client.quality.ofRun({ runId: run.id })
    expect(pickMetricValue(quality, 'survival-constraint')).toBe(1)
  })

  it('of one that changed nothing is that of its source', async () => {
    const taskId = await bench.open(talk(4))
    const { run } = await bench.run({ taskId, providerId: 'lossless' })
    expect(run.status).toBe('unchanged')
    const quality = await bench.client.quality.ofRun({ runId: run.id })
    expect(pickMetricValue(quality, 'reduction')).toBe(0)
    expect(pickMetricValue(quality, 'validity')).toBe(1)
  })

  it('says no longer where a message stands in a file that has changed since', async () => {
    const taskId = await bench.open(messages)
    const { run } = await bench.run({ taskId, providerId: 'sliding-window' })
    await bench.rewrite(taskId, [...talk(2), ...messages])
    const quality = await bench.client.quality.ofRun({ runId: run.id })
    expect(quality.fileIndices).toBeNull()
    expect(pickMetricEvidence(quality, 'survival-constraint')).toMatchObject({
      facts: [{ fact: { text: constraint } }],
    })
  })

  it('is a problem where the run failed, and where there is none', async () => {
    const taskId = await bench.open(messages)
    const { run } = await bench.run({ taskId, providerId: 'native', profileId: 'nobody' })
    expect(run.status).toBe('failed')
    expect(await catchProblem(bench.client.quality.ofRun({ runId: run.id }))).toMatchObject({
      code: 'bad-input',
      message: 'There is nothing to measure: the run is failed',
    })
    expect(await catchProblem(bench.client.quality.ofRun({ runId: 'none' }))).toMatchObject({
      code: 'not-found',
    })
  })
})

describe('what runs kept, measured in the background', () => {
  const rule = 'I lost src/start.ts, so I open src/start.ts again.'
  const later = [
    { role: 'user', content: 'Go on.', ts: 100 },
    { role: 'assistant', content: rule, ts: 101 },
  ]

  /** A run that dropped the messages in the middle, and what measuring it tells. */
  async function measuredRun(more: readonly Message[] | null) {
    const taskId = await bench.open(messages)
    const { run } = await bench.run({ taskId, providerId: 'sliding-window' })
    if (more !== null) await bench.rewrite(taskId, more)
    const events: MeasuringEvent[] = []
    for await (const event of await bench.client.quality.measure({ taskId })) events.push(event)
    const known = await bench.client.runs.get({ runId: run.id })
    return { taskId, run, events, quality: known.quality }
  }

  it('is not there before, is reported as it comes, and is not measured twice', async () => {
    const { taskId, run, events, quality } = await measuredRun(null)
    expect(run.quality).toBeUndefined()
    expect(events).toEqual([
      { done: 0, total: 1 },
      { done: 1, total: 1 },
    ])
    expect(quality).toMatchObject({ survivalGap: null, continuationRecall: null })
    expect(quality?.continuationGap).toBe('nothing-after')
    expect(quality?.survival).toBeGreaterThan(0)
    expect(quality?.survival).toBeLessThan(1)
    expect(await bench.client.runs.list({ taskId })).toMatchObject([{ quality }])
    const again = []
    for await (const event of await bench.client.quality.measure({ taskId })) again.push(event)
    expect(again).toEqual([{ done: 0, total: 0 }])
  })

  it('holds it against what the task has recorded since', async () => {
    const { taskId, run, quality } = await measuredRun([...messages, ...later])
    expect(quality).toMatchObject({ used: 1, continuationRecall: 1, continuationGap: null })
    // What is looked at by itself says the same.
    const whole = await bench.client.quality.ofRun({ runId: run.id })
    expect(pickMetricValue(whole, 'continuation-recall')).toBe(1)
    const { total } = await bench.client.metrics.report({ taskId })
    expect(total.continuationRecall).toMatchObject({ n: 1, mean: 1 })
    expect(total.survival).toMatchObject({ n: 1, mean: quality?.survival })
    expect(total.qualityGaps).toEqual([])
  })

  it('measures anew what went on after it was measured', async () => {
    const { taskId, run, quality } = await measuredRun(null)
    expect(quality?.continuationGap).toBe('nothing-after')
    await bench.rewrite(taskId, [...messages, ...later])
    for await (const _ of await bench.client.quality.measure({ taskId }));
    expect((await bench.client.runs.get({ runId: run.id })).quality).toMatchObject({ used: 1 })
  })

  it.each<[string, readonly Message[], string]>([
    ['was written anew', [...talk(2), ...messages, ...later], 'rewritten'],
    ['went on with nothing that was known', [...messages, ...talk(2, 900)], 'none-used'],
  ])('has no value, and says why, where the task %s', async (_, more, gap) => {
    const { taskId, quality } = await measuredRun(more)
    expect(quality).toMatchObject({ continuationRecall: null, continuationGap: gap })
    const { total } = await bench.client.metrics.report({ taskId })
    expect(total.continuationRecall).toBeNull()
    expect(total.qualityGaps).toEqual([{ figure: 'continuationRecall', code: gap, attempts: 1 }])
  })

  it('is of no run that left no result', async () => {
    const taskId = await bench.open(talk(4))
    await bench.run({ taskId, providerId: 'lossless' })
    await bench.run({ taskId, providerId: 'native', profileId: 'nobody' })
    const events = []
    for await (const event of await bench.client.quality.measure({ taskId })) events.push(event)
    expect(events).toEqual([{ done: 0, total: 0 }])
  })

  it('is measured once where two ask at the same time', async () => {
    const taskId = await bench.open(messages)
    await bench.run({ taskId, providerId: 'sliding-window' })
    const read = async () => {
      const totals = []
      for await (const { done } of await bench.client.quality.measure({ taskId })) totals.push(done)
      return totals
    }
    expect(await Promise.all([read(), read()])).toEqual([
      [0, 1],
      [0, 1],
    ])
  })

  it('refuses a task that there is not', async () => {
    expect(await catchProblem(bench.client.quality.measure({ taskId: 'none' }))).toMatchObject({
      code: 'not-found',
    })
  })
})
