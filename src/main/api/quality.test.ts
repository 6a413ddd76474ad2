import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunQuality } from '../../shared/api/quality.ts'
import type { Evidence } from '../../shared/domain/evidence.ts'
import { problemOf } from './testing/problem-of.ts'
import { startRunBench, talk, type RunBench } from './testing/run-bench.ts'

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

const valueOf = ({ measured: all }: RunQuality, id: string): number | null =>
  all.find(({ metric }) => metric === id)?.value ?? null

function evidenceOf({ measured: all }: RunQuality, id: string): Evidence | null {
  return all.find(({ metric }) => metric === id)?.evidence ?? null
}

describe('the quality of a run', () => {
  it('has a value for every metric, with what was lost and where the rest stands', async () => {
    const taskId = await bench.open(messages)
    const { run } = await bench.run({ taskId, providerId: 'sliding-window' })
    const quality = await bench.client.quality.ofRun({ runId: run.id })
    expect(quality.measured.map(({ metric }) => metric)).toEqual(quality.metrics.map(({ id }) => id))
    expect(valueOf(quality, 'reduction')).toBeCloseTo(run.outcome!.stats.reductionPercent, 1)
    expect(valueOf(quality, 'survival-constraint')).toBe(0)
    expect(evidenceOf(quality, 'survival-constraint')).toMatchObject({
      kind: 'facts',
      facts: [{ fact: { text: constraint, places: [{ messageIndex: 8, partIndex: 0 }] }, now: [] }],
    })
    expect(valueOf(quality, 'survival-path')).toBe(1)
    expect(quality.fileIndices).toEqual(messages.map((_, index) => index))
  })

  it('counts a constraint as kept once it is pinned', async () => {
    const taskId = await bench.open(messages)
    const pins = [{ messageIndex: 8, partIndex: 0 }]
    const { run } = await bench.run({ taskId, providerId: 'sliding-window', pins })
    const quality = await bench.client.quality.ofRun({ runId: run.id })
    expect(valueOf(quality, 'survival-constraint')).toBe(1)
  })

  it('of one that changed nothing is that of its source', async () => {
    const taskId = await bench.open(talk(4))
    const { run } = await bench.run({ taskId, providerId: 'lossless' })
    expect(run.status).toBe('unchanged')
    const quality = await bench.client.quality.ofRun({ runId: run.id })
    expect(valueOf(quality, 'reduction')).toBe(0)
    expect(valueOf(quality, 'validity')).toBe(1)
  })

  it('says no longer where a message stands in a file that has changed since', async () => {
    const taskId = await bench.open(messages)
    const { run } = await bench.run({ taskId, providerId: 'sliding-window' })
    await bench.rewrite(taskId, [...talk(2), ...messages])
    const quality = await bench.client.quality.ofRun({ runId: run.id })
    expect(quality.fileIndices).toBeNull()
    expect(evidenceOf(quality, 'survival-constraint')).toMatchObject({
      facts: [{ fact: { text: constraint } }],
    })
  })

  it('is a problem where the run failed, and where there is none', async () => {
    const taskId = await bench.open(messages)
    const { run } = await bench.run({ taskId, providerId: 'native', profileId: 'nobody' })
    expect(run.status).toBe('failed')
    expect(await problemOf(bench.client.quality.ofRun({ runId: run.id }))).toMatchObject({
      code: 'bad-input',
      message: 'There is nothing to measure: the run is failed',
    })
    expect(await problemOf(bench.client.quality.ofRun({ runId: 'none' }))).toMatchObject({
      code: 'not-found',
    })
  })
})
