import { expect, it } from 'vitest'
import { ownTriggerSchema } from '../../../kernel/policy/own-trigger.ts'
import { replayPolicy, type ReplayPolicy } from './replay-policy.ts'
import { prepareExample } from './testing/prepare-example.ts'
import { makeUniqueMessage, recordedTask } from './testing/replay-example.ts'

it('tells the sizes of every condensation where an agent clears at each request, and judges some of them', async () => {
  const task = prepareExample(recordedTask(Array.from({ length: 70 }, () => 300)))
  const limits = { window: 1e6, maxOutput: null, inputLimit: null }
  const own = {
    trigger: ownTriggerSchema.parse({ everyRequest: true }),
    estimator: 'chars-4',
    limits,
  } as const
  let count = 0
  const clearing: ReplayPolicy = {
    id: 'clearing',
    condense: ({ messages }) => {
      const summary = { ...makeUniqueMessage('user', 600, `summary ${(count += 1)}`), isSummary: true }
      return Promise.resolve({
        messages: [summary, ...messages.slice(-1)],
        provenance: { messages: [], dropped: [] },
        costUsd: 0,
      })
    },
    trigger: { windowTokens: 1e6, thresholdPercent: 100, maxTokens: null, own },
  }
  const { firings, requests } = await replayPolicy(task, clearing, {
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
  expect(firings.length).toBeGreaterThan(60)
  const judged = firings.flatMap(({ unjudgedCode }, at) => (unjudgedCode === undefined ? [at + 1] : []))
  expect(judged).toEqual([...Array.from({ length: 32 }, (_, at) => at + 1), 64])
  const added = new Set<number>()
  for (const { request, before, after } of firings) {
    expect(after).toBe(requests.find((one) => one.request === request)?.contextTokens)
    added.add(before - (requests.find((one) => one.request === request - 1)?.contextTokens ?? 0))
  }
  // What stood after the request before, its answer and the next question.
  expect([...added].slice(1)).toEqual([400])
})
