import { describe, expect, it } from 'vitest'
import { deepFreeze } from '../../../../shared/kernel/json-values.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import { importTask } from '../../../agents/import-task.ts'
import { createConversation } from '../../../kernel/conversation.ts'
import { buildEffectiveHistory } from '../../../kernel/history/build-effective-history.ts'
import { hasRealHistories, realTaskPaths } from '../../../kernel/testing/real-histories.ts'
import { sharedCounter } from '../../../kernel/testing/shared-counter.ts'
import { selectTestShare } from '../../../kernel/testing/shares.ts'
import { reconstruct } from '../../../record/reconstruct.ts'
import {
  madeUpHistory,
  readContentText,
  type HistoryOfAgent,
} from '../../../record/testing/made-up-history.ts'
import {
  truncatedTask,
  truncationKinds,
  type TruncatedTask,
  type TruncationKind,
} from '../../../record/testing/truncated-task.ts'
import { compareTask, prepareOnBoth } from './testing/prepare-example.ts'
import { examplePrices } from './testing/replay-example.ts'

const counter = await sharedCounter()
const known = [{ modelId: 'example', prices: examplePrices }]

/** So far a played prefix may lie from the overhead that its agent had. */
const mostShare = 0.2

/** A real task with the weights and the prefixes that were recorded for it. */
async function real(name: string): Promise<HistoryOfAgent> {
  const task = await importTask(realTaskPaths().find((path) => path.includes(name)) ?? '')
  const { requests, sizes } = reconstruct(task, { counter })
  const { partTokens } = sizes.recorded
  const sent = requests.flatMap(({ messagesBefore, overhead }) =>
    messagesBefore === null || overhead.value === null
      ? []
      : [{ messagesBefore, tokens: overhead.value.tokens }],
  )
  const weights = new Map(
    task.messages.map(({ content }, index) => [
      content,
      (partTokens[index] ?? []).reduce((all, own) => all + own, 0),
    ]),
  )
  const prefixes = new Map(
    sent.map(({ messagesBefore, tokens }) => [task.messages[messagesBefore]?.content, tokens]),
  )
  const history = task.messages.map(({ role, content }): Message => ({ role, content }))
  return {
    history,
    countTokens: ({ content }) =>
      weights.get(content) ?? Math.round(1.25 * counter.count(readContentText(content))),
    countPrefixTokens: ({ content }) => prefixes.get(content) ?? sent[0]?.tokens ?? 0,
  }
}

/** Histories are made once for all kinds of truncation. */
const made = new Map<string, HistoryOfAgent>()
function madeUp(seed: number, prefixes: Readonly<Record<string, number>>): HistoryOfAgent {
  const name = JSON.stringify([seed, prefixes])
  const known = made.get(name) ?? madeUpHistory(seed, counter, prefixes)
  deepFreeze(known.history)
  made.set(name, known)
  return known
}

/** A limit between the largest system prompt and the largest context without any. */
function chooseLimit({ history, countTokens, countPrefixTokens }: HistoryOfAgent, share: number): number {
  const answers = history.filter(({ role }) => role === 'assistant')
  const most = Math.max(...answers.map(countPrefixTokens))
  let sent = 0
  const contexts = history.map((message) => {
    const context = message.role === 'assistant' ? countPrefixTokens(message) + sent : 0
    sent += countTokens(message)
    return context
  })
  return most + share * (Math.max(...contexts) - most)
}

function expectCalibratedPrefixes(
  kind: TruncationKind,
  { task, prefixes, whole, truncatedAt }: TruncatedTask,
): void {
  expect(truncatedAt.length).toBeGreaterThan(0)
  // A history item alone does not tell a fall of the input by a truncation from one by another mode.
  const missedShare = kind === 'hides-item' ? 0.5 : 0.1
  const options = { known, counter } as const
  for (const { steps, unmatched } of Object.values(prepareOnBoth(task, options))) {
    for (const { request, prefix } of steps) {
      const own = prefixes[request] ?? 0
      expect([request, Math.abs(prefix.tokens - own) <= mostShare * own, prefix.tokens, own]).toEqual([
        request,
        true,
        prefix.tokens,
        own,
      ])
    }
    const played = new Set(steps.map(({ request }) => request))
    // What the file holds is played, all but a few that nothing tells apart.
    const missed = whole.filter((request) => !played.has(request))
    expect(missed.length).toBeLessThanOrEqual(Math.max(1, missedShare * whole.length))
    expect(steps.length + unmatched.length).toBe(task.usage.requests.length)
  }
  // As `inspect` looks at it.
  const { messages, fileIndices } = buildEffectiveHistory(task.messages, task.hiddenRange)
  const counted = createConversation(messages, counter)
  const inspected = { messages, usage: task.usage, hiddenRange: null, fileIndices }
  const fit = reconstruct(inspected, { counter, counted }).calibration
  const last = prefixes.at(-1) ?? 0
  expect(Math.abs((fit?.intercept ?? last) - last)).toBeLessThanOrEqual(mostShare * last)
  const record = compareTask(task, options)
  expect(Math.abs(record.differencePercent ?? 0)).toBeLessThan(1)
  const { requests, costUsd } = record.notReconstructable ?? {}
  expect(requests).toBe(task.usage.requests.length - record.comparedRequests - record.estimatedRequests)
  expect((record.comparedUsd ?? 0) + (costUsd ?? 0)).toBeCloseTo(
    task.usage.requests.reduce((all, own) => all + (own.costUsd ?? 0), 0),
    6,
  )
}

describe.each(truncationKinds.map((kind, turn) => [kind, turn] as const))(
  'a task whose agent %s',
  (kind, turn) => {
    it.each(selectTestShare([1, 2, 3, 4, 5, 6], turn, 3))(
      'has the overhead of its calibration in every request (%i)',
      (seed) => {
        const source = madeUp(seed, { code: 13_400 })
        for (const share of [0.2, 0.4, 0.6])
          expectCalibratedPrefixes(
            kind,
            truncatedTask(source.history, { ...source, kind, limitTokens: chooseLimit(source, share) }),
          )
      },
    )

    it.each(selectTestShare([7, 8, 9], turn, 3))('has that of its mode where modes change (%i)', (seed) => {
      const source = madeUp(seed, { code: 34_000, orchestrator: 7000 })
      for (const share of [0.2, 0.4, 0.6])
        expectCalibratedPrefixes(
          kind,
          truncatedTask(source.history, { ...source, kind, limitTokens: chooseLimit(source, share) }),
        )
    })

    it
      .skipIf(!hasRealHistories)
      .each(
        selectTestShare(
          ['heavy-uncondensed', 'synthetic-1-heavy-write', 'synthetic-3-tool-dedup', 'bc93a6f7'],
          turn,
          2,
        ),
      )('has it in every request of a real task: %s', async (name) => {
      const source = await real(name)
      for (const share of [0.3, 0.6])
        expectCalibratedPrefixes(
          kind,
          truncatedTask(source.history, { ...source, kind, limitTokens: chooseLimit(source, share) }),
        )
    })
  },
)
