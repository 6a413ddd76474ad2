import { describe, expect, it } from 'vitest'
import { withExplanation } from '../../../../shared/condensations/words.ts'
import { sumInputTokens } from '../../../../shared/kernel/sum-recorded-usage.ts'
import { importTask } from '../../../agents/import-task.ts'
import type { ImportedTask } from '../../../agents/imported-task.ts'
import { createConversation } from '../../../kernel/conversation.ts'
import { findPrices } from '../../../kernel/pricing/find-prices.ts'
import { hasRealHistories, realTaskPaths } from '../../../kernel/testing/real-histories.ts'
import { runOn } from '../../../kernel/testing/run-on.ts'
import { sharedCounter } from '../../../kernel/testing/shared-counter.ts'
import { findMethod } from '../../../methods/methods.ts'
import { reconstruct } from '../../../record/reconstruct.ts'
import { matchRequests } from '../../../record/requests/match-requests.ts'
import { compareWithRecord } from './agent/compare-with-record.ts'
import { explainCondensations } from './agent/explain-condensations.ts'
import { findFirstCondensation } from './agent/find-first-condensation.ts'
import { measureContextSizes } from './agent/measure-context-sizes.ts'
import { measureDrift } from './measure-drift.ts'
import { prepareReplay } from './prepare-replay.ts'
import { neverPolicy, replayPolicy, type ReplayPolicy } from './replay-policy.ts'
import { replayRecorded } from './replay-recorded.ts'

const tasks = realTaskPaths()
const counter = await sharedCounter()
const services = { signal: new AbortController().signal, onProgress: () => undefined }

/** Real tasks that are shorter than this say little: they have no line, and are too small to be cut. */
const fewRequests = 5

async function open(path: string) {
  const task = await importTask(path)
  const run = reconstruct(task, {
    counter,
    findKnownPrices: (models) => models.flatMap((model) => findPrices(model) ?? []),
    findWindow: (model) => findPrices(model)?.windowTokens ?? null,
  })
  const [prepared, modelled] = [prepareReplay(run, counter, 'record'), prepareReplay(run, counter, 'model')]
  return { task, run, prepared, modelled }
}

/** Every request is either matched, or named with a reason. */
function expectAllNamed({ messages, usage }: ImportedTask): void {
  const { matched, unmatched } = matchRequests(messages, usage)
  expect(matched.length + unmatched.length).toBe(usage.requests.length)
  const answers = matched.map(({ answerIndex }) => answerIndex)
  expect(answers).toEqual([...new Set(answers)].toSorted((a, b) => a - b))
  answers.forEach((index) => expect(messages[index]?.role).toBe('assistant'))
}

describe.skipIf(!hasRealHistories)('real histories', () => {
  it.each(tasks)('%s costs when replayed what it did, and keeps its tokens', async (path) => {
    const { task, run, prepared, modelled } = await open(path)
    expectAllNamed(task)
    const cost = compareWithRecord(run, prepared, modelled)
    expect(cost.notes.length > 0).toBe(cost.comparedRequests < cost.requests)
    expect(cost.differencePercent === null).toBe(cost.comparedRequests === 0)
    expect(Math.abs(cost.differencePercent ?? 0)).toBeLessThan(1)
    const recorded = replayRecorded(prepared)
    prepared.steps.forEach(({ usage }, index) => {
      const { contextTokens, tokens, byKind } = recorded.requests[index] ?? {
        tokens: { uncached: 0, cacheWrite: 0, cacheRead: 0 },
        byKind: {},
      }
      expect(tokens.uncached + tokens.cacheWrite + tokens.cacheRead).toBe(contextTokens)
      expect(Object.values(byKind).reduce((sum, own) => sum + own, 0)).toBe(contextTokens)
      expect(contextTokens).toBe(usage === null ? contextTokens : sumInputTokens(usage))
    })
    // Nothing of these tasks is hidden behind tags: what was sent is the full history, unless a log says that parts were cut.
    const none = await replayPolicy(prepared, neverPolicy, services)
    const isWhole = task.contexts === undefined
    expect(isWhole ? none.requests : none.requests.length).toEqual(
      isWhole ? recorded.requests : recorded.requests.length,
    )
  })

  it.each(tasks)('%s lies on its line where enough was recorded', async (path) => {
    const { messages, usage, contexts } = await importTask(path)
    const counted = createConversation(messages, counter)
    const task = { messages, usage, hiddenRange: null, ...(contexts === undefined ? {} : { contexts }) }
    const fit = reconstruct(task, { counter, counted }).calibration
    expect(fit === null).toBe(usage.requests.length < fewRequests)
    expect(fit?.r2 ?? 1).toBeGreaterThan(0.999)
    expect(fit?.intercept ?? 1).toBeGreaterThan(0)
  })

  it.each(tasks)('%s fires no later at a lower threshold, with a real provider', async (path) => {
    const { prepared } = await open(path)
    const none = await replayPolicy(prepared, neverPolicy, services)
    const truncation = findMethod('truncation')
    if (truncation === undefined) throw new Error('truncation is registered')
    const at = (thresholdPercent: number): ReplayPolicy => ({
      id: `truncation at ${thresholdPercent} %`,
      trigger: { windowTokens: Math.max(10_000, none.peakContext * 2), thresholdPercent, maxTokens: 100 },
      condense: async (conversation) => {
        const { condensed, summary } = await runOn(truncation, {}, conversation)
        if (condensed === null) return null
        const { messages } = condensed.conversation
        return { messages, provenance: condensed.provenance, costUsd: summary.stats.costUsd }
      },
    })
    const [low, high] = [
      await replayPolicy(prepared, at(30), services),
      await replayPolicy(prepared, at(45), services),
    ]
    expect(low.firings.length > 0).toBe(none.requests.length >= fewRequests)
    expect(low.firings[0]?.request ?? Infinity).toBeLessThanOrEqual(high.firings[0]?.request ?? Infinity)
    for (const { before, after } of [...low.firings, ...high.firings]) expect(after).toBeLessThan(before)
    for (const { contextTokens, tokens } of low.requests)
      expect(tokens.uncached + tokens.cacheWrite + tokens.cacheRead).toBe(contextTokens)
  })

  it.each(tasks)('%s is the same under a policy that never fires, or condenses nothing', async (path) => {
    const { prepared } = await open(path)
    const none = await replayPolicy(prepared, neverPolicy, services)
    const never = { windowTokens: 1e9, thresholdPercent: 100, maxTokens: null }
    const idle = { windowTokens: 10_000, thresholdPercent: 5, maxTokens: null }
    const unused: ReplayPolicy['condense'] = () => Promise.reject(new Error('It must not condense.'))
    const nothing: ReplayPolicy['condense'] = () => Promise.resolve(null)
    for (const [trigger, condense] of [
      [never, unused],
      [idle, nothing],
    ] as const) {
      const { trigger: _used, ...played } = await replayPolicy(
        prepared,
        { id: 'none', trigger, condense },
        services,
      )
      expect(played).toEqual(none)
    }
  })

  it('read more from the cache where lossless keeps first copies than where it keeps the latest', async () => {
    const { prepared } = await open(tasks.find((name) => name.includes('synthetic-3-tool-dedup')) ?? '')
    const lossless = findMethod('lossless')
    if (lossless === undefined) throw new Error('lossless is registered')
    const keeping = (keep: 'first' | 'latest', thresholdPercent: number): ReplayPolicy => ({
      id: keep,
      trigger: { windowTokens: 200_000, thresholdPercent, maxTokens: null },
      condense: async (conversation) => {
        const { condensed } = await runOn(lossless, { keep }, conversation)
        if (condensed === null) return null
        return { messages: condensed.conversation.messages, provenance: condensed.provenance, costUsd: 0 }
      },
    })
    for (const threshold of [50, 75]) {
      const first = await replayPolicy(prepared, keeping('first', threshold), services)
      const latest = await replayPolicy(prepared, keeping('latest', threshold), services)
      expect(first.firings.length).toBeGreaterThan(0)
      expect(first.tokens.cacheRead).toBeGreaterThan(latest.tokens.cacheRead)
    }
  })

  it.each(tasks)('%s has its own condensations explained', async (path) => {
    const { task, run, prepared } = await open(path)
    const sizes = measureContextSizes(prepared, run)
    const found = explainCondensations(
      run.condensations,
      sizes,
      run.requests.map(({ windowTokens }) => windowTokens.value),
    )
    expect(found).toHaveLength(task.usage.condensations.length)
    // Both tasks with condensations fired at a limit that no earlier request had reached.
    for (const { same, text } of found.map(withExplanation)) {
      expect(same).toBe(true)
      expect(text).toContain('before the same request')
    }
    for (const thresholdPercent of [40, 60, 80]) {
      const trigger = { windowTokens: 200_000, thresholdPercent, maxTokens: null }
      const condense: ReplayPolicy['condense'] = ({ messages }) =>
        Promise.resolve({ messages, provenance: { messages: [], dropped: [] }, costUsd: 0 })
      const replay = await replayPolicy(prepared, { id: 'a', trigger, condense }, services)
      const record = { task: prepared, run, sizes }
      const first = findFirstCondensation(record, trigger, replay)
      expect(first === undefined).toBe(run.condensations.length === 0)
      // What is said of requests that are played is what the replay does.
      const isPlayed = sizes[first?.request ?? -1]?.isPlayed === true && first?.same === false
      expect(isPlayed ? replay.firings[0]?.request : first?.request).toBe(first?.request)
    }
  })

  it('lose facts when they are cut again and again', async () => {
    const path = tasks.find((name) => name.includes('heavy-uncondensed')) ?? ''
    const { messages } = await importTask(path)
    const truncation = findMethod('truncation')
    if (truncation === undefined) throw new Error('truncation is registered')
    const drift = await measureDrift({
      messages,
      cuts: [20, 34, 48],
      counter,
      signal: services.signal,
      condense: async (conversation) => {
        const { condensed } = await runOn(truncation, {}, conversation)
        return condensed === null
          ? null
          : { messages: condensed.conversation.messages, provenance: condensed.provenance, costUsd: 0 }
      },
    })
    expect(drift.facts).toBeGreaterThan(20)
    const shares = drift.cycles.map(({ survival }) => survival ?? 1)
    expect(shares).toEqual(shares.toSorted((a, b) => b - a))
    expect(shares[0]).toBeLessThan(1)
    expect(drift.halfLifeCycles).toBeGreaterThan(0)
  })
})
