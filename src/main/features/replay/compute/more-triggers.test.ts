import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { RecordedTask } from '../../../record/recorded-task.ts'
import type { MoreTriggers } from './more-triggers.ts'
import { neverPolicy, replayPolicy, type ReplayPolicy, type ReplayServices } from './replay-policy.ts'
import { prepareExample } from './testing/prepare-example.ts'
import { exampleTask, makeUniqueMessage } from './testing/replay-example.ts'

const services: ReplayServices = { signal: new AbortController().signal, onProgress: () => undefined }

/** A summary of 600 tokens for $0.004, and the last message where it is a question. */
function summarise(more: MoreTriggers, thresholdPercent: number, reusesPrefix = false): ReplayPolicy {
  return {
    id: 'summary',
    reusesPrefix,
    trigger: { windowTokens: 20_000, thresholdPercent, maxTokens: null, more },
    condense: ({ messages }) => {
      const summary = { ...makeUniqueMessage('user', 600, 'summary'), isSummary: true }
      const left = messages.slice(messages.at(-1)?.role === 'user' ? -1 : messages.length)
      return Promise.resolve({
        messages: [summary, ...left],
        provenance: { messages: [], dropped: [] },
        costUsd: 0.004,
      })
    },
  }
}

/** Four requests of 6,000 to 9,000 tokens; before the third the user is away, and the cache of five minutes is lost. */
function pausedTask(minutes: number): RecordedTask {
  const task = exampleTask(4)
  const shift = (ts: number | null | undefined): number => (ts ?? 0) + (minutes * 60 - 10) * 1000
  const requests = task.usage.requests.map((request, index) => {
    if (index < 2) return request
    const ts = shift(request.ts)
    if (index > 2) return { ...request, ts }
    // 8,000 written and 100 of output.
    return { ...request, ts, cacheReads: 0, cacheWrites: 8000, costUsd: 0.0315 }
  })
  const messages = task.messages.map((message, index): Message =>
    index < 4 ? message : { ...message, ts: shift(message.ts) },
  )
  return { ...task, messages, usage: { ...task.usage, requests } }
}

const idle = { idle: { minutes: 4, leastTokens: 7000 } }

describe('a policy that condenses idle sessions', () => {
  it('costs what is calculated by hand, where the user comes back to a cold cache', async () => {
    const task = prepareExample(pausedTask(10))
    const never = await replayPolicy(task, neverPolicy, services)
    // 0.024 + 0.00705 + 0.0315 + 0.00765.
    expect(never.costUsd).toBeCloseTo(0.0702, 10)
    const played = await replayPolicy(task, summarise(idle, 100), services)
    // Before the third request stand system prompt, summary and question: 3,500 written for 0.013125, 0.0015 of output.
    expect(played.requests.map(({ costUsd }) => Number(costUsd?.toFixed(9)))).toEqual([
      0.024, 0.00705, 0.014625, 0.0063,
    ])
    expect(played.costUsd).toBeCloseTo(0.055975, 10)
    const answered = (task.steps[1]?.ts ?? 0) + 5000
    expect(played.firings).toMatchObject([
      { request: 2, before: 8000, after: 3500, costUsd: 0.004, by: 'idle', ts: answered + 240_000 },
    ])
    expect(played.trigger).toMatchObject({ kind: 'threshold', idle: { minutes: 4, leastTokens: 7000 } })
  })

  it('says what it would pay in vain for the session that is left open at the end, in no other figure', async () => {
    const task = prepareExample(pausedTask(10))
    const small = { idle: { minutes: 4, leastTokens: 4600 } }
    expect(await replayPolicy(task, summarise(small, 100), services)).toMatchObject({ leftOpenUsd: 0.004 })
    // 4,600 tokens stand at the end.
    const large = await replayPolicy(task, summarise(idle, 100), services)
    expect(large).not.toHaveProperty('leftOpenUsd')
    const above = { idle: { minutes: 4, leastTokens: 4601 } }
    expect(await replayPolicy(task, summarise(above, 100), services)).not.toHaveProperty('leftOpenUsd')
  })

  it('asks while the cache lives, which the request keeps alive where it begins as those of the agent do', async () => {
    const task = prepareExample(pausedTask(8))
    const found: unknown[] = []
    const playWith = async (reusesPrefix: boolean) => {
      const policy = summarise(idle, 100, reusesPrefix)
      const condense: ReplayPolicy['condense'] = (conversation, held) => {
        found.push(held)
        return policy.condense(conversation, held)
      }
      return (await replayPolicy(task, { ...policy, condense }, services)).requests[2]
    }
    // Four minutes after the answer the summary was asked for, four minutes later 2,000 of system prompt are read.
    expect(await playWith(true)).toMatchObject({ tokens: { cacheRead: 2000, cacheWrite: 1500 } })
    expect((await playWith(false))?.tokens).toMatchObject({ cacheRead: 0, cacheWrite: 3500 })
    expect(found[0]).toEqual({ systemTokens: 2000, heldTokens: 7000 })
  })

  it.each<[string, number, MoreTriggers['idle'], boolean]>([
    ['from the size on that it names', 10, { minutes: 4, leastTokens: 7100 }, true],
    ['not below', 10, { minutes: 4, leastTokens: 7101 }, false],
    // The answer stood five seconds after its request.
    ['once the pause is long enough', 4.1, { minutes: 4, leastTokens: 0 }, true],
    ['not in a shorter one', 4.05, { minutes: 4, leastTokens: 0 }, false],
    [
      'after nine tenths of the life of the cache where no minutes are named',
      4.6,
      { minutes: null, leastTokens: 0 },
      true,
    ],
    ['not before that', 4.5, { minutes: null, leastTokens: 0 }, false],
  ])('condenses %s', async (_name, pause, when, expected) => {
    const task = prepareExample(pausedTask(pause))
    const { firings } = await replayPolicy(task, summarise({ idle: when! }, 100), services)
    expect(firings.map(({ by }) => by)).toEqual(expected ? ['idle'] : [])
  })
})

describe('a policy that condenses before a new task', () => {
  const twoTasks = (second: string): RecordedTask => {
    const task = exampleTask(4)
    const texts = new Map([
      [2, 'parser settings comments arrays'],
      [4, second],
    ])
    const messages = task.messages.map((message, at): Message =>
      texts.has(at) ? makeUniqueMessage('user', 900, texts.get(at)!, message.ts ?? 0) : message,
    )
    return { ...task, messages }
  }

  it('costs what is calculated by hand', async () => {
    const task = prepareExample(twoTasks('release notes translated carefully into german today'))
    const played = await replayPolicy(task, summarise({ taskStart: { leastTokens: 7100 } }, 100), services)
    // Read 2,000 and written 1,500: 0.0006 + 0.005625 + 0.0015.
    expect(played.requests.map(({ costUsd }) => Number(costUsd?.toFixed(9)))).toEqual([
      0.024, 0.00705, 0.007725, 0.0063,
    ])
    expect(played.costUsd).toBeCloseTo(0.049075, 10)
    expect(played.firings).toMatchObject([{ request: 2, by: 'task-start', before: 8000, after: 3500 }])
  })

  it.each([
    ['smaller than asked', 'release notes translated into german', 7101],
    ['that goes on with the same', 'parser settings comments again', 7000],
  ])('leaves one alone %s', async (_name, second, leastTokens) => {
    const task = prepareExample(twoTasks(second))
    const { firings } = await replayPolicy(task, summarise({ taskStart: { leastTokens } }, 100), services)
    expect(firings).toEqual([])
  })
})

describe('a policy that prepares its result', () => {
  it('puts it in place at the threshold, with what was written meanwhile behind it', async () => {
    const task = prepareExample(exampleTask(5))
    const played = await replayPolicy(task, summarise({ prepareTokens: 7000 }, 45), services)
    // Prepared of 7,000 at the second request. Before the fourth stand 2,000 of system prompt, 600 of summary and 2,900.
    expect(played.firings).toMatchObject([
      { request: 3, before: 9000, after: 5500, costUsd: 0.004, by: 'prepared' },
    ])
    expect(played.requests.map(({ costUsd }) => Number(costUsd?.toFixed(9)))).toEqual([
      0.024, 0.00705, 0.00735, 0.015225, 0.0069,
    ])
    expect(played.costUsd).toBeCloseTo(0.064525, 10)
    expect(played.attempts).toEqual([])
  })

  it('pays for a result that is never needed', async () => {
    const task = prepareExample(exampleTask(4))
    const played = await replayPolicy(task, summarise({ prepareTokens: 7000 }, 100), services)
    expect(played.firings).toEqual([])
    expect(played.attempts).toEqual([{ request: 1, costUsd: 0.004, text: 'Prepared, and not needed.' }])
    expect(played.costUsd).toBeCloseTo(0.024 + 0.00705 + 0.00735 + 0.00765 + 0.004, 10)
  })
})
