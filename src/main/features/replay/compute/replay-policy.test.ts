import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlayedPolicy } from '../../../../shared/replay/types.ts'
import { Cancelled } from '../../../kernel/cancel-signal.ts'
import { runOn } from '../../../kernel/testing/run-on.ts'
import { findMethod } from '../../../methods/methods.ts'
import { neverPolicy, replayPolicy, type ReplayPolicy, type ReplayServices } from './replay-policy.ts'
import { replayRecorded } from './replay-recorded.ts'
import { prepareExample } from './testing/prepare-example.ts'
import { exampleTask, makeUniqueMessage, recordedTask } from './testing/replay-example.ts'

const services: ReplayServices = { signal: new AbortController().signal, onProgress: () => undefined }

/** A summary of 600 tokens and the last message, for $0.004. */
function summarise(thresholdPercent: number, costUsd = 0.004): ReplayPolicy {
  let count = 0
  return {
    id: `summary at ${thresholdPercent} %`,
    trigger: { windowTokens: 20_000, thresholdPercent, maxTokens: null },
    condense: ({ messages }) => {
      const summary = { ...makeUniqueMessage('user', 600, `summary ${(count += 1)}`), isSummary: true }
      return Promise.resolve({
        messages: [summary, ...messages.slice(-1)],
        provenance: { messages: [], dropped: [] },
        costUsd,
      })
    },
  }
}

const firstFiring = ({ firings }: PlayedPolicy): number => firings[0]?.request ?? Infinity

describe('a replayed task', () => {
  it('costs what was recorded where nothing is condensed', async () => {
    const none = await replayPolicy(prepareExample(exampleTask()), neverPolicy, services)
    expect(none.requests.map(({ contextTokens }) => contextTokens)).toEqual([
      6000, 7000, 8000, 9000, 10_000, 11_000, 12_000, 13_000,
    ])
    const costs = [0.024, 0.00705, 0.00735, 0.00765, 0.00795, 0.00825, 0.00855, 0.00885]
    none.requests.forEach(({ costUsd }, index) => expect(costUsd).toBeCloseTo(costs[index] ?? 0, 10))
    expect(none.tokens).toEqual({ uncached: 0, cacheWrite: 13_000, cacheRead: 63_000, output: 800 })
    expect(none).toMatchObject({ firings: [], attempts: [], peakContext: 13_000 })
    expect(none.costUsd).toBeCloseTo(0.07965, 10)
  })

  it('condenses where the trigger says, with the break-even of a hand calculation', async () => {
    const replay = await replayPolicy(prepareExample(exampleTask()), summarise(45), services)
    expect(replay.firings).toEqual([
      { request: 3, before: 9000, after: 3500, costUsd: 0.004, paysBackAfter: 4 },
    ])
    const costs = [0.024, 0.00705, 0.00735, 0.007725, 0.0063, 0.0066, 0.0069, 0.0072]
    replay.requests.forEach(({ costUsd }, index) => expect(costUsd).toBeCloseTo(costs[index] ?? 0, 10))
    expect(replay.requests[3]?.tokens).toEqual({
      uncached: 0,
      cacheWrite: 1500,
      cacheRead: 2000,
      output: 100,
    })
    expect(replay.costUsd).toBeCloseTo(0.077125, 10)
    expect(replay.peakContext).toBe(8000)
  })

  it.each([
    ['has no break-even where the task ends first', 6, 0.004, null],
    ['breaks even at once where the condensation is free and what is left is much less', 8, 0, 2],
  ])('%s', async (_name, requests, costUsd, expected) => {
    const replay = await replayPolicy(prepareExample(exampleTask(requests)), summarise(45, costUsd), services)
    expect(replay.firings[0]?.paysBackAfter).toBe(expected)
  })

  it('judges each of several firings by itself', async () => {
    const task = prepareExample(recordedTask(Array.from({ length: 20 }, () => 1000)))
    const replay = await replayPolicy(task, summarise(30), services)
    expect(replay.firings.length).toBeGreaterThan(2)
    for (const { before } of replay.firings) expect(before).toBeGreaterThanOrEqual(6000)
    const twice = summarise(30)
    let left = 2
    const limited: ReplayPolicy = {
      ...twice,
      condense: (conversation, held) =>
        (left -= 1) < 0 ? Promise.resolve(null) : twice.condense(conversation, held),
    }
    expect((await replayPolicy(task, limited, services)).firings).toEqual(replay.firings.slice(0, 2))
    const paid = [...replay.requests, ...replay.firings].reduce(
      (sum, { costUsd }) => sum + (costUsd ?? Number.NaN),
      0,
    )
    expect(replay.costUsd).toBeCloseTo(paid, 10)
  })

  it('says what a summary with the same beginning would find in the cache', async () => {
    const task = prepareExample(exampleTask())
    const policy = summarise(30)
    const found: unknown[] = []
    const condense: ReplayPolicy['condense'] = (conversation, held) => {
      found.push(held)
      return policy.condense(conversation, held)
    }
    const { requests, firings } = await replayPolicy(task, { ...policy, condense }, services)
    // Nothing had been sent before the first condensation; before another, all of the request before.
    expect(found[0]).toEqual({ systemTokens: 2000, heldTokens: 0 })
    const second = firings[1]?.request ?? 0
    expect(found[1]).toEqual({ systemTokens: 2000, heldTokens: requests[second - 1]?.contextTokens })
  })

  it('charges for an attempt that condensed nothing, which is in no other figure', async () => {
    const task = prepareExample(recordedTask(Array.from({ length: 20 }, () => 1000)))
    const policy = summarise(30)
    let [tries, made] = [0, 0]
    const replay = await replayPolicy(
      task,
      {
        ...policy,
        condense: (conversation, held) =>
          (tries += 1) % 2 === 1
            ? Promise.resolve({ messages: null, text: 'Too little.', costUsd: 0.5, isCostEstimated: true })
            : policy.condense(conversation, held),
      },
      { ...services, measure: () => ({ survival: 0.25 }), onCondensed: () => (made += 1) },
    )
    const { requests, firings, attempts } = replay
    expect(made).toBe(firings.length)
    expect(firings.length).toBeGreaterThan(1)
    expect(attempts.length).toBeGreaterThan(1)
    expect(attempts[0]).toEqual({ request: 3, costUsd: 0.5, isCostEstimated: true, text: 'Too little.' })
    for (const { request } of attempts) expect(firings.map((own) => own.request)).not.toContain(request)
    for (const { before, after } of firings) expect(after).toBeLessThan(before)
    expect(replay.quality).toEqual({ survival: 0.25 })
    const paid = [...requests, ...firings, ...attempts].reduce(
      (sum, { costUsd }) => sum + (costUsd ?? Number.NaN),
      0,
    )
    expect(replay.costUsd).toBeCloseTo(paid, 10)
    expect(paid).toBeGreaterThan(0.5 * attempts.length)
  })

  it('gives the means of what was measured at the firings', async () => {
    const task = prepareExample(recordedTask(Array.from({ length: 20 }, () => 1000)))
    let count = 0
    const continuations: number[] = []
    const replay = await replayPolicy(task, summarise(30), {
      ...services,
      measure: ({ continuation }) => {
        continuations.push(continuation?.messages.length ?? 0)
        return { 'continuation-recall': (count += 1), nothing: null }
      },
    })
    expect(replay.firings[0]?.quality).toEqual({ 'continuation-recall': 1, nothing: null })
    expect(replay.quality).toEqual({ 'continuation-recall': (count + 1) / 2, nothing: null })
    expect(continuations[0]).toBe(40 - 2 * (replay.firings[0]?.request ?? 0) - 1)
  })

  it('stops when it is cancelled', async () => {
    const signal = AbortSignal.abort()
    await expect(
      replayPolicy(prepareExample(exampleTask()), neverPolicy, { ...services, signal }),
    ).rejects.toThrow(Cancelled)
  })
})

describe('what the agent itself did', () => {
  it('is played with the histories and condensations that were recorded', () => {
    const { messages, usage } = exampleTask(6)
    const summary = { ...makeUniqueMessage('user', 600, 'summary'), isSummary: true, condenseId: 'c' }
    const tagged = messages.slice(0, 6).map((message) => ({ ...message, condenseParent: 'c' }))
    const contexts = [0, 0, 0, 3500, 4500, 5500]
    const task = prepareExample({
      messages: [...tagged, summary, ...messages.slice(6)],
      usage: {
        requests: usage.requests.map((request, index) =>
          index < 3
            ? request
            : { ...request, cacheReads: 2000, cacheWrites: (contexts[index] ?? 0) - 2000, costUsd: 0.01 },
        ),
        condensations: [{ ts: (usage.requests[3]?.ts ?? 0) + 1, condenseId: 'c', costUsd: 0.004 }],
      },
      hiddenRange: null,
    })
    const recorded = replayRecorded(task)
    expect(recorded.requests.map(({ contextTokens }) => contextTokens)).toEqual([
      6000, 7000, 8000, 3500, 4500, 5500,
    ])
    expect(recorded.firings).toMatchObject([{ request: 3, before: 9000, after: 3500, costUsd: 0.004 }])
  })

  it('fires at the same request as a policy with the same settings', async () => {
    const { messages, usage } = exampleTask(6)
    const summary = { ...makeUniqueMessage('user', 600, 'summary'), isSummary: true, condenseId: 'c' }
    const tagged = messages.slice(0, 6).map((message) => ({ ...message, condenseParent: 'c' }))
    const task = prepareExample({
      messages: [...tagged, summary, ...messages.slice(6)],
      usage: { ...usage, condensations: [{ ts: (usage.requests[3]?.ts ?? 0) + 1, condenseId: 'c' }] },
      hiddenRange: null,
    })
    const again = await replayPolicy(task, summarise(45), services)
    expect(firstFiring(again)).toBe(firstFiring(replayRecorded(task)))
  })
})

const questions = fc.array(fc.integer({ min: 50, max: 4000 }), { minLength: 1, maxLength: 25 })

describe('laws of every replay', () => {
  const percent = fc.integer({ min: 10, max: 90 })

  it('tokens are conserved: by kind and by price they add up to the input', async () => {
    await fc.assert(
      fc.asyncProperty(questions, percent, async (own, threshold) => {
        const replay = await replayPolicy(prepareExample(recordedTask(own)), summarise(threshold), services)
        for (const { contextTokens, tokens, byKind, costUsd } of replay.requests) {
          expect(tokens.uncached + tokens.cacheWrite + tokens.cacheRead).toBe(contextTokens)
          expect(Object.values(byKind).reduce((sum, one) => sum + one, 0)).toBe(contextTokens)
          expect(
            Math.min(tokens.uncached, tokens.cacheWrite, tokens.cacheRead, costUsd ?? Number.NaN),
          ).toBeGreaterThanOrEqual(0)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('a policy that never fires, or finds nothing to condense, equals none', async () => {
    await fc.assert(
      fc.asyncProperty(questions, async (own) => {
        const task = prepareExample(recordedTask(own))
        const none = await replayPolicy(task, neverPolicy, services)
        const trigger = { windowTokens: 1e9, thresholdPercent: 100, maxTokens: null }
        const { trigger: _never, ...never } = await replayPolicy(
          task,
          { ...summarise(100), id: 'none', trigger },
          services,
        )
        expect(never).toEqual(none)
        const idle = { ...summarise(10), id: 'none', condense: () => Promise.resolve(null) }
        const { trigger: _idle, ...played } = await replayPolicy(task, idle, services)
        expect(played).toEqual(none)
      }),
      { numRuns: 30 },
    )
  })

  it('condensing without changing anything costs nothing', async () => {
    const task = prepareExample(exampleTask())
    const same: ReplayPolicy = {
      ...summarise(45),
      condense: ({ messages }) =>
        Promise.resolve({ messages, provenance: { messages: [], dropped: [] }, costUsd: 0 }),
    }
    const none = await replayPolicy(task, neverPolicy, services)
    const replay = await replayPolicy(task, same, services)
    expect(replay.requests).toEqual(none.requests)
    expect(replay.costUsd).toBe(none.costUsd)
    expect(replay.firings).toEqual([])
    expect(replay.attempts[0]).toEqual({ request: 3, costUsd: 0, text: null })
  })

  it('a lower threshold never makes the first condensation later', async () => {
    await fc.assert(
      fc.asyncProperty(questions, percent, percent, async (own, one, other) => {
        const task = prepareExample(recordedTask(own))
        const low = await replayPolicy(task, summarise(Math.min(one, other)), services)
        const high = await replayPolicy(task, summarise(Math.max(one, other)), services)
        expect(firstFiring(low)).toBeLessThanOrEqual(firstFiring(high))
      }),
      { numRuns: 60 },
    )
  })

  it('keeping first copies reads more from the cache than keeping the latest', async () => {
    const body = 'the same tool result, long enough to be worth a reference. '.repeat(40)
    const read = `[read_file for 'a.ts'] Result:\n\n<file><path>a.ts</path>\n<content lines="1-40">\n${body}</content>\n</file>`
    const { messages, usage } = recordedTask([900, read.length, 900, read.length, 900, 900])
    const task = prepareExample({
      messages: messages.map((message, index) =>
        index === 2 || index === 6 ? { ...message, content: read } : message,
      ),
      usage,
      hiddenRange: null,
    })
    const lossless = findMethod('lossless')
    if (lossless === undefined) throw new Error('lossless is registered')
    const keeping = (keep: 'first' | 'latest'): ReplayPolicy => ({
      id: keep,
      trigger: { windowTokens: 20_000, thresholdPercent: 40, maxTokens: null },
      condense: async (conversation) => {
        const { condensed } = await runOn(lossless, { keep }, conversation)
        if (condensed === null) return null
        return { messages: condensed.conversation.messages, provenance: condensed.provenance, costUsd: 0 }
      },
    })
    const first = await replayPolicy(task, keeping('first'), services)
    const latest = await replayPolicy(task, keeping('latest'), services)
    expect(first.firings.length).toBeGreaterThan(0)
    expect(latest.firings.length).toBeGreaterThan(0)
    expect(first.tokens.cacheRead).toBeGreaterThan(latest.tokens.cacheRead)
    expect(first.costUsd).toBeLessThan(latest.costUsd ?? Number.NaN)
  })
})
