import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RunSummary } from '../../shared/condense/run-types.ts'
import { policySchema } from '../../shared/installation/policy-types.ts'
import {
  buildPricedAnswer,
  samplePath,
  startRunBench,
  talk,
  type RunBench,
  type RunRequest,
} from '../testing/run-bench.ts'
import { resourcesFolder } from '../testing/start-dewpoint.ts'

let bench: RunBench
beforeAll(async () => {
  bench = await startRunBench()
})
afterAll(() => bench.clean())
const setPolicy = (policy: object) => bench.client.policy.set(policySchema.parse(policy))
beforeEach(() => setPolicy({}))

/** Sixty messages are 10,200 tokens, about 64 % of this window; the next request may have 13,400. */
const roomy = { windowTokens: 16_000, maxTokens: 1000, threshold: 75 }
/** The same are 93 % of this one; the next request may have 8,900. */
const tight = { windowTokens: 11_000, maxTokens: 1000, threshold: 75 }

async function trigger(trigger: RunRequest['trigger'], more: Partial<RunRequest> = {}): Promise<RunSummary> {
  const taskId = more.taskId ?? (await bench.open(talk(60)))
  const request = { providerId: 'native', profileId: 'extractive', ...more, taskId, trigger }
  return (await bench.run(request)).run
}
const listAttempts = ({ outcome }: RunSummary): string[] =>
  (outcome?.attempts ?? []).map(({ providerId, status }) => `${providerId} ${status}`)
const listWarnings = ({ outcome }: RunSummary): string[] => (outcome?.warnings ?? []).map(({ code }) => code)

describe('a trigger', () => {
  it('that is not reached changes nothing, and says why', async () => {
    const run = await trigger(roomy)
    expect(run).toMatchObject({
      status: 'unchanged',
      isAutomatic: true,
      outcome: {
        reason: 'The context is below the threshold and within the allowed tokens.',
        attempts: [],
        events: [],
      },
    })
    // Nothing is recorded, so the request is what the messages count.
    expect(run.outcome?.stats.originalTokens).toBeGreaterThan(10_000)
    expect(run.outcome?.request).toEqual({ tokens: run.outcome?.stats.originalTokens, basis: 'counted' })
  })

  it('keeps the recorded request apart from the counted messages, whether or not it is reached', async () => {
    const taskId = await bench.openPath(samplePath)
    const own = (await bench.run({ providerId: 'lossless', taskId })).run.outcome
    const skipped = (await trigger({ windowTokens: 1_000_000 }, { taskId })).outcome
    const fired = (await trigger({ windowTokens: 60_000, threshold: 50 }, { taskId })).outcome
    expect([skipped?.status, fired?.status]).toEqual(['unchanged', 'condensed'])
    for (const { stats, request } of [skipped!, fired!]) {
      expect(stats.originalTokens).toBe(own?.stats.originalTokens)
      expect(request?.basis).toMatch(/^(?:recorded|calibrated)$/)
      expect(request?.tokens).not.toBe(stats.originalTokens)
    }
    expect(own?.request).toBeUndefined()
  })

  it('that is reached condenses, as a run that nobody started', async () => {
    const run = await trigger({ ...roomy, threshold: 50 })
    expect(run).toMatchObject({ status: 'condensed', isAutomatic: true })
    expect(listAttempts(run)).toEqual(['native condensed'])
    expect(run.outcome?.events.every(({ isAutomatic }) => isAutomatic)).toBe(true)
  })

  it('is the profile’s own where it has one', async () => {
    expect((await trigger({ ...roomy, profileThreshold: 50 })).status).toBe('condensed')
    expect((await trigger({ ...roomy, threshold: 50, profileThreshold: 90 })).status).toBe('unchanged')
    expect((await trigger({ ...roomy, threshold: 50, profileThreshold: -1 })).status).toBe('condensed')
  })

  it('above the allowed tokens slides the window where automatic condensation is off', async () => {
    await setPolicy({ autoCondense: false })
    const run = await trigger(tight)
    expect(listAttempts(run)).toEqual(['sliding-window condensed'])
    expect(run.outcome?.events.at(-1)).toMatchObject({ kind: 'truncated' })
    expect(run.providerId).toBe('sliding-window')
    expect((await bench.client.runs.result({ runId: run.id })).messages).toHaveLength(60 - 28)
  })

  it('names neither preset nor prompt of a provider that the window slid instead of', async () => {
    await setPolicy({ autoCondense: false })
    const prompt = { promptId: 'built-in-conversation', version: 1 }
    const slid = await trigger(tight, { presetId: 'current', prompt })
    expect(slid).toMatchObject({ providerId: 'sliding-window', presetId: null, prompt: null })
    const condensed = await trigger({ ...tight, isForced: true }, { presetId: 'current', prompt })
    expect(condensed).toMatchObject({ providerId: 'native', presetId: 'current', prompt })
  })

  it('below them does nothing where it is off', async () => {
    await setPolicy({ autoCondense: false })
    expect(await trigger({ ...roomy, threshold: 50 })).toMatchObject({
      status: 'unchanged',
      outcome: { reason: expect.stringContaining('automatic condensation is off') },
    })
  })

  it('goes by the size that was recorded, and comes down to its stop level on the scale of the record', async () => {
    await setPolicy({ stopPercent: 50 })
    const path = join(resourcesFolder, 'sample-task')
    const taskId = (await bench.client.tasks.open({ kind: 'path', path })).tasks[0]!.id
    const status = await bench.client.context.status({ taskId, windowTokens: 110_000 })
    const { slope, intercept } = status.calibration ?? { slope: 1, intercept: 0 }
    expect(slope).toBeGreaterThan(1)
    const run = await trigger({ windowTokens: 110_000, maxTokens: 1000, threshold: 60 }, { taskId })
    // Half of the window less the system prompt, in tokens as they are counted here.
    expect(run.targetTokens).toBe(Math.floor((55_000 - intercept) / slope))
  })

  it('that was forced condenses at 75 % although it is off', async () => {
    await setPolicy({ autoCondense: false })
    expect(listAttempts(await trigger({ ...tight, isForced: true }))).toEqual(['native condensed'])
    expect((await trigger({ ...roomy, isForced: true })).status).toBe('unchanged')
  })

  it('slides at last where the model cannot be had, with its error', async () => {
    await bench.serve('shut', [{ kind: 'error', status: 401 }])
    const run = await trigger(tight, { profileId: 'shut' })
    expect(listAttempts(run)).toEqual(['native failed', 'sliding-window condensed'])
    expect(run.outcome?.attempts[0]).toMatchObject({ code: 'authentication' })
    const below = await trigger({ ...roomy, threshold: 50 }, { profileId: 'shut' })
    expect(listAttempts(below)).toEqual(['native failed'])
  })

  it('fits a small model with the sliding window, without asking for a summary', async () => {
    const small = { windowTokens: 7999, maxTokens: 500, threshold: 75 }
    expect(listAttempts(await trigger(small))).toEqual(['sliding-window condensed'])
  })
})

describe('the loop guard', () => {
  it('lets three automatic runs of a task through within a minute, and no fourth', async () => {
    const taskId = await bench.open(talk(60))
    const reached = { ...roomy, threshold: 50 }
    // What was not needed and what a person started is no attempt.
    for (let run = 0; run < 3; run += 1) await trigger(roomy, { taskId })
    await trigger(undefined, { taskId })
    const runs: RunSummary[] = []
    for (let run = 0; run < 4; run += 1) runs.push(await trigger(reached, { taskId }))
    expect(runs.map(({ status }) => status)).toEqual(['condensed', 'condensed', 'condensed', 'unchanged'])
    expect(runs[3]?.outcome?.reason).toMatch(/^Three automatic condensations within a minute: .* in \d+ s\.$/)
    expect((await trigger(undefined, { taskId })).status).toBe('condensed')
    expect((await trigger(reached)).status).toBe('condensed')
  })

  it('does not keep the window from sliding where the next request would not fit', async () => {
    const taskId = await bench.open(talk(60))
    for (let run = 0; run < 3; run += 1) await trigger({ ...roomy, threshold: 50 }, { taskId })
    const fourth = await trigger(tight, { taskId })
    expect(listAttempts(fourth)).toEqual(['sliding-window condensed'])
  })

  it('does not count what was prepared early', async () => {
    await setPolicy({ earlyPercent: 40 })
    const taskId = await bench.open(talk(60))
    const prepared = await trigger(roomy, { taskId })
    expect(listWarnings(prepared)).toContain('prepared-early')
    const statuses: string[] = []
    for (let run = 0; run < 4; run += 1)
      statuses.push((await trigger({ ...roomy, threshold: 50 }, { taskId })).status)
    expect(statuses).toEqual(['condensed', 'condensed', 'condensed', 'unchanged'])
  })

  it('counts those that failed', async () => {
    await bench.serve('failing', [{ kind: 'error', status: 401 }])
    const taskId = await bench.open(talk(60))
    const statuses: string[] = []
    for (let run = 0; run < 4; run += 1)
      statuses.push((await trigger({ ...roomy, threshold: 50 }, { taskId, profileId: 'failing' })).status)
    expect(statuses).toEqual(['failed', 'failed', 'failed', 'unchanged'])
  })
})

describe('hysteresis', () => {
  it('waits until there is something to gain again', async () => {
    await setPolicy({ stopPercent: 10 })
    const taskId = await bench.open(talk(60))
    const first = await trigger({ ...roomy, threshold: 50 }, { taskId, providerId: 'sliding-window' })
    expect(first).toMatchObject({ status: 'condensed', targetTokens: 1600 })
    expect(listWarnings(first)).toEqual(['target-missed'])
    // It ended at about 34 % of the window; the whole task stands at 64 %, more than 20 % above that.
    const grown = await trigger({ ...roomy, threshold: 50 }, { taskId, providerId: 'sliding-window' })
    expect(grown.status).toBe('condensed')
    await setPolicy({ stopPercent: 10, minimumGainPercent: 40 })
    const waits = await trigger({ ...roomy, threshold: 50 }, { taskId, providerId: 'sliding-window' })
    expect(waits.outcome?.reason).toContain('above the stop level of 10 %')
  })
})

describe('what was prepared early', () => {
  const later = { ...roomy, windowTokens: 12_500 }

  it('is used when it is needed, without another call', async () => {
    const server = await bench.serve('early', [
      buildPricedAnswer('prepared'),
      buildPricedAnswer('not needed'),
    ])
    await setPolicy({ earlyPercent: 40 })
    const taskId = await bench.open(talk(60))
    const early = await trigger(roomy, { taskId, profileId: 'early' })
    expect(listWarnings(early)).toContain('prepared-early')
    const needed = await trigger(later, { taskId, profileId: 'early' })
    expect(needed.status).toBe('condensed')
    expect(listWarnings(needed)).toEqual(['prepared'])
    expect(needed.outcome?.stats).toMatchObject({ costUsd: 0, modelCalls: 0 })
    expect(server.requests).toHaveLength(1)
    const { messages } = await bench.client.runs.result({ runId: needed.id })
    expect(messages[1]).toMatchObject({ content: 'prepared' })
  })

  it.each<[string, Partial<RunRequest>, string]>([
    ['another provider', { providerId: 'sliding-window' }, 'sliding-window condensed'],
    ['other settings', { settings: { keepLast: 5 } }, 'native condensed'],
  ])('is not taken for the result of %s', async (_name, more, attempt) => {
    await setPolicy({ earlyPercent: 40 })
    const taskId = await bench.open(talk(60))
    expect(listWarnings(await trigger(roomy, { taskId }))).toContain('prepared-early')
    const run = await trigger(later, { taskId, ...more })
    expect(listAttempts(run)).toEqual([attempt])
    expect(listWarnings(run)).not.toContain('prepared')
  })

  it('is not prepared again and again, but once for each condensation and for other settings', async () => {
    const server = await bench.serve('once', [buildPricedAnswer('a')])
    await setPolicy({ earlyPercent: 40 })
    const taskId = await bench.open(talk(60))
    const ask = (threshold: number, more: object = {}) =>
      trigger({ ...roomy, threshold }, { taskId, profileId: 'once', ...more })
    expect(listWarnings(await ask(75))).toContain('prepared-early')
    const again = await ask(75)
    expect(again).toMatchObject({
      status: 'unchanged',
      outcome: { reason: expect.stringContaining('already') },
    })
    expect(server.requests).toHaveLength(1)
    expect(listWarnings(await ask(75, { settings: { keepLast: 5 } }))).toContain('prepared-early')
    expect(server.requests).toHaveLength(2)
    expect(listWarnings(await ask(50))).toEqual(['prepared'])
  })

  it('does not slide away where automatic condensation was turned off since', async () => {
    await setPolicy({ earlyPercent: 40 })
    const taskId = await bench.open(talk(60))
    await trigger(roomy, { taskId })
    await setPolicy({ autoCondense: false })
    const run = await trigger(tight, { taskId })
    expect(listAttempts(run)).toEqual(['sliding-window condensed'])
    expect(listWarnings(run)).not.toContain('prepared')
  })

  it('has not changed the context, so nothing is waited for', async () => {
    await setPolicy({ earlyPercent: 40, stopPercent: 1, minimumGainPercent: 90 })
    const taskId = await bench.open(talk(60))
    await trigger(roomy, { taskId })
    expect((await trigger(later, { taskId })).status).toBe('condensed')
  })
})
