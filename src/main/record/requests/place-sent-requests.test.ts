import { describe, expect, it } from 'vitest'
import { sum } from '../../../shared/kernel/numbers.ts'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import { explainUnknownHistory } from '../../../shared/kernel/words/record.ts'
import { neverPolicy, replayPolicy, type ReplayPolicy } from '../../features/replay/compute/replay-policy.ts'
import { replayRecorded } from '../../features/replay/compute/replay-recorded.ts'
import {
  study,
  computeRequestStart,
  tagged,
} from '../../features/replay/compute/testing/condensed-example.ts'
import { compareTask, prepareExample } from '../../features/replay/compute/testing/prepare-example.ts'
import {
  characterCounter as counter,
  exampleTask,
  makeUniqueMessage,
  recordedTask,
} from '../../features/replay/compute/testing/replay-example.ts'
import { timelineOfTask } from '../../features/timeline/compute/testing/timeline-of-task.ts'
import type { RecordedTask } from '../recorded-task.ts'
import { withAttempt } from '../testing/with-attempt.ts'

const services = { signal: new AbortController().signal, onProgress: () => undefined }
const paid = ({ usage }: RecordedTask): number => sum(usage.requests.map(({ costUsd = 0 }) => costUsd))
/** `request:tokens` of what is played. */
const played = (task: RecordedTask): string[] =>
  replayRecorded(prepareExample(task)).requests.map((one) => `${one.request}:${one.contextTokens}`)
const whyNot = (task: RecordedTask): string[] =>
  prepareExample(task).unmatched.map(({ request, reason }) => `${request} ${explainUnknownHistory(reason)}`)

describe('requests that nothing answers and that were charged for', () => {
  const task = withAttempt(withAttempt(exampleTask(6), 3), 3, { cacheReads: 8000, cacheWrites: 1000 })

  it('are played with what stood before them, at what they were recorded at', async () => {
    const all = '0:6000 1:7000 2:8000 3:9000 4:9000 5:9000 6:10000 7:11000'
    expect(played(task).join(' ')).toBe(all)
    const prepared = prepareExample(task)
    const none = await replayPolicy(prepared, neverPolicy, services)
    expect(none.costUsd).toBeCloseTo(paid(task), 10)
    expect(none.requests.slice(3, 6).map(({ tokens }) => tokens)).toEqual([
      { uncached: 0, cacheWrite: 1000, cacheRead: 8000, output: 40 },
      { uncached: 0, cacheWrite: 0, cacheRead: 9000, output: 40 },
      { uncached: 0, cacheWrite: 0, cacheRead: 9000, output: 100 },
    ])
    expect(compareTask(task)).toMatchObject({
      requests: 8,
      comparedRequests: 8,
      differencePercent: expect.closeTo(0, 8),
      cacheDeviations: 0,
      reasons: [],
    })
  })

  it('leave in the cache what the one after them reads, which is no surprise there', () => {
    const { steps } = prepareExample(task)
    expect(steps.map(({ cacheSurpriseTokens }) => cacheSurpriseTokens)).toEqual(steps.map(() => 0))
    expect(steps.map(({ cache }) => cache.sharedTokens)).toEqual(steps.map(() => 0))
    const unknown = exampleTask(6)
    const requests = unknown.usage.requests.map((request, index) =>
      index === 3 ? { ...request, cacheReads: 9000, cacheWrites: 0 } : request,
    )
    const cached = prepareExample({ ...unknown, usage: { ...unknown.usage, requests } })
    expect(cached.steps[3]?.cache.sharedTokens).toBe(9000)
  })

  it('are looked at by the trigger, and what it makes of them stands from there on', async () => {
    const summary = { ...makeUniqueMessage('user', 600, 'summary'), isSummary: true }
    const policy: ReplayPolicy = {
      id: 'summary',
      trigger: { windowTokens: 20_000, thresholdPercent: 45, maxTokens: null },
      condense: ({ messages }) =>
        Promise.resolve({
          messages: [summary, ...messages.slice(-1)],
          provenance: { messages: [], dropped: [] },
          costUsd: 0.004,
        }),
    }
    const { firings, requests } = await replayPolicy(prepareExample(task), policy, services)
    expect(firings.map(({ request, before, after }) => [request, before, after])).toEqual([[3, 9000, 3500]])
    expect(requests.slice(3).map(({ contextTokens }) => contextTokens)).toEqual([
      3500, 3500, 3500, 4500, 5500,
    ])
  })

  it('are no condensation of their own, and follow the one that they set off', () => {
    const ts = computeRequestStart(3) - 1500
    const own = withAttempt(tagged({ ts, tokensBefore: 9000, costUsd: 0.01 }), 3)
    const { task: prepared, run } = study(own)
    expect(run.condensations.map(({ request }) => request)).toEqual([3])
    expect(prepared.steps.map(({ ownCondensations }) => ownCondensations.length)).toEqual([
      0, 0, 0, 1, 0, 0, 0,
    ])
    expect(played(own).slice(2)).toEqual(['2:8000', '3:3500', '4:3500', '5:4500', '6:5500'])
  })

  it('had not been condensed by what only the attempt after them set off', () => {
    const condensed = tagged({ ts: computeRequestStart(3) + 1000, tokensBefore: 9000, costUsd: 0.01 })
    const own = withAttempt(condensed, 3, { cacheReads: 8000, cacheWrites: 1000 })
    expect(played(own).slice(2, 5)).toEqual(['2:8000', '3:9000', '4:3500'])
    expect(prepareExample(own).steps.map(({ ownCondensations }) => ownCondensations.length)).toEqual([
      0, 0, 0, 0, 1, 0, 0,
    ])
  })

  it('are played at the end of the file too, and where nothing was ever answered', () => {
    expect(played(withLast({}))).toEqual(['0:6000', '1:7000', '2:8000', '3:9000'])
    const only = recordedTask([4000])
    const aborted = { ...only, messages: only.messages.slice(0, 1) }
    const compared = compareTask(aborted)
    expect(compared).toMatchObject({ comparedRequests: 1, comparedUsd: paid(only), reasons: [] })
  })

  const nobodyKnows =
    '3 No answer is recorded before the next request, and which messages it sent is not known.'
  const other = /^3 No answer .* its recorded input is not that of the messages before it/
  const unpaid = /^3 No answer is recorded before the next request: it was aborted, it failed, or its answer/
  it.each<[string, RecordedTask, string | RegExp]>([
    ['without a cost', withAttempt(exampleTask(6), 3, { costUsd: 0 }), unpaid],
    ['without tokens', withAttempt(exampleTask(6), 3, { cacheReads: 0, cacheWrites: 0, costUsd: 1 }), unpaid],
    [
      'with more input than these messages have',
      withAttempt(exampleTask(6), 3, { cacheWrites: 1200 }),
      other,
    ],
    ['with less input than these messages have', withAttempt(exampleTask(6), 3, { cacheWrites: 800 }), other],
    ['at the end with far more input than was new there', withLast({ cacheWrites: 90_000 }), other],
    ['where an answer stands that is nobody’s', withStranger(), nobodyKnows],
  ])('are not played %s', (_name, own, expected) => {
    expect(whyNot(own)).toEqual([expect.stringMatching(expected)])
    expect(played(own)).not.toContain('3:9000')
  })

  it('change neither the timeline nor what other requests are played with', () => {
    const [plain, own] = [timelineOfTask(exampleTask(6), counter), timelineOfTask(task, counter)]
    const contexts = ({ points }: typeof plain) => points.map(({ contextTokens }) => contextTokens)
    expect(contexts(own)).toEqual(contexts(plain))
    expect(own.markers.map(({ kind, messageIndex }) => `${kind} #${messageIndex}`)).toEqual([
      'error #6',
      'error #6',
    ])
  })
})

/** The answer to the last request is not there. */
function withLast(more: Partial<RequestUsage>): RecordedTask {
  const { messages, usage, hiddenRange } = exampleTask(4)
  const requests = usage.requests.map((request, index) => (index === 3 ? { ...request, ...more } : request))
  return { messages: messages.slice(0, -1), usage: { ...usage, requests }, hiddenRange }
}

/** Before the fourth question stands an answer that no request has, since a line of the record is lost. */
function withStranger(): RecordedTask {
  const own = withAttempt(exampleTask(6), 3)
  const stranger = makeUniqueMessage('assistant', 100, 'stranger', computeRequestStart(3) - 4000)
  const question = makeUniqueMessage('user', 100, 'what else', computeRequestStart(3) - 4500)
  return { ...own, messages: own.messages.toSpliced(6, 0, question, stranger) }
}
