import type { ContextByKind } from '../../shared/domain/part.ts'
import type { Timeline, TimelinePoint } from '../../shared/domain/timeline.ts'
import type { RecordedUsage } from '../../shared/domain/usage.ts'
import { countOf } from '../../shared/lib/count-of.ts'
import { sum } from '../../shared/lib/numbers.ts'
import { countingNotes } from '../../shared/words/counting-notes.ts'
import type { UnknownHistoryReason } from '../../shared/words/unknown-history.ts'
import type { RecordedRequest, RecordedRun } from '../record/recorded-run.ts'
import { inputOf } from './request-input.ts'
import { timelineMarkers } from './timeline-markers.ts'

const nothing: Timeline = {
  parent: null,
  points: [],
  markers: [],
  models: [],
  basis: 'counted',
  peakTokens: 0,
  peakBasis: 'counted',
  notes: ['The history has no messages.'],
}

/** What a timeline is made of. */
export type TimelineInput = {
  readonly run: RecordedRun
  /** Times of the messages as their file has them; milliseconds since 1970, null where there is none. */
  readonly times: readonly (number | null)[]
  /** The task that handed this one its work, by the id of the agent. */
  readonly parentId: string | null
}

/**
 * The context of a task after each of its messages, as the next request would send it, by kind of part. Tokens are
 * those that the record gives to the messages; without one, they are counted and have no overhead. Other tasks are named
 * by the ids of the agent; how they are listed is not known here.
 */
export function timelineOf({ run, times, parentId }: TimelineInput): Timeline {
  const { messages, usage } = run
  const parent = parentId === null ? null : { id: parentId, taskId: null, title: null }
  if (messages.length === 0) return { ...nothing, parent }
  const isCalibrated = run.requests.some((request) => isKnown(request) && request.usage.value !== null)
  const { contexts, firstSeen } = contextsByKind(run, isCalibrated)
  const paid = timelineCosts(messages.length, usage, run.places)
  const inputs = run.requests.map(inputOf)
  const answers = new Map(
    run.requests.flatMap(({ index, answer }) =>
      answer.value === null ? [] : [[answer.value, inputs[index] ?? null] as const],
    ),
  )
  const points = contexts.map((byKind, messageIndex): TimelinePoint => ({
    messageIndex,
    ts: times[messageIndex] ?? null,
    contextTokens: sum(Object.values(byKind)),
    byKind,
    recordedTokens: answers.get(messageIndex) ?? null,
    cumulativeUsd: paid?.[messageIndex] ?? null,
  }))
  const basis = isCalibrated ? 'calibrated' : 'counted'
  return {
    parent,
    points,
    markers: timelineMarkers(run, firstSeen),
    models: run.models.map(({ fromMessage, value }) => ({ fromMessage, model: value })),
    basis,
    ...peakOf(points, run, basis),
    notes: [...timelineNotes(run, isCalibrated), ...forgottenModelNotes(run.models, messages.length)],
  }
}

/** Whether an answered request is known to have sent these messages. */
function isKnown({ history }: RecordedRequest): boolean {
  return history.kind === 'derived' && history.from === 'answer'
}

type Contexts = {
  readonly contexts: readonly ContextByKind[]
  readonly firstSeen: ReadonlyMap<number, number>
}

/** Follows the context from message to message, adding what comes and taking off what goes. */
function contextsByKind(
  { contexts: changes, requests, sizes }: RecordedRun,
  isCalibrated: boolean,
): Contexts {
  const tokens = isCalibrated ? sizes.recorded.partTokens : sizes.partCounts
  const sums = new Map<keyof ContextByKind, number>()
  const firstSeen = new Map<number, number>()
  const change = (index: number, sign: 1 | -1): void =>
    sizes.parts[index]?.forEach(({ kind }, at) =>
      sums.set(kind, (sums.get(kind) ?? 0) + sign * (tokens[index]?.[at] ?? 0)),
    )
  const contexts = changes.map(({ added, gone, request }, point) => {
    for (const index of gone) change(index, -1)
    for (const index of added) {
      change(index, 1)
      if (!firstSeen.has(index)) firstSeen.set(index, point)
    }
    const overhead = isCalibrated && request !== null ? (requests[request]?.overhead.value?.tokens ?? 0) : 0
    const own = overhead > 0 ? [...sums, ['prefix', overhead] as const] : [...sums]
    return Object.fromEntries(own.filter(([, count]) => count > 0))
  })
  return { contexts, firstSeen }
}

/**
 * The largest context of a request: of those that were recorded, and of those that were not; of all points without any.
 */
function peakOf(
  points: readonly TimelinePoint[],
  { contexts, requests }: RecordedRun,
  basis: Timeline['basis'],
): Pick<Timeline, 'peakTokens' | 'peakBasis'> {
  const largest = (sizes: readonly number[]): number =>
    sizes.reduce((most, tokens) => Math.max(most, tokens), 0)
  const sent = points.filter((_, index) => contexts[index]?.isSent === true)
  const shown = largest((sent.length > 0 ? sent : points).map(({ contextTokens }) => contextTokens))
  const recorded = largest(requests.map((request) => inputOf(request) ?? 0))
  return recorded > shown
    ? { peakTokens: recorded, peakBasis: 'recorded' }
    : { peakTokens: shown, peakBasis: basis }
}

/** Over which of so many messages the model is not recorded, so that no window is drawn there. */
function forgottenModelNotes(models: RecordedRun['models'], messages: number): string[] {
  return models.flatMap(({ fromMessage, value }, index) => {
    const last = (models[index + 1]?.fromMessage ?? messages) - 1
    if (value !== null || last < fromMessage) return []
    const where = last === fromMessage ? `Message #${last}` : `Messages #${fromMessage} to #${last}`
    return `${where}: the requests were deleted between two models, so which of them it was is not recorded, and its window is not known.`
  })
}

/** What had been paid up to each of `count` messages, US dollars; null where no cost is recorded at all. */
function timelineCosts(
  count: number,
  { requests, condensations }: RecordedUsage,
  places: RecordedRun['places'],
): readonly number[] | null {
  if ([...requests, ...condensations].every(({ costUsd }) => costUsd === undefined)) return null
  const costs = Array.from({ length: count }, () => 0)
  const pay = (place: number, costUsd: number): void => {
    costs[place] = (costs[place] ?? 0) + costUsd
  }
  requests.forEach(({ costUsd = 0 }, index) => pay(places.ofRequest(index), costUsd))
  condensations.forEach(({ ts, costUsd = 0 }) => pay(places.ofTime(ts) ?? count - 1, costUsd))
  let paid = 0
  return costs.map((cost) => (paid += cost))
}

/** What a timeline cannot show, and why. */
function timelineNotes(
  { messages, usage, requests: all, cachedTokens, undatedRange }: RecordedRun,
  isCalibrated: boolean,
): string[] {
  const count = (reason: UnknownHistoryReason): number =>
    all.filter(({ history }) => history.kind === 'unknown' && history.why === reason).length
  const known = all.filter(isKnown)
  const measuredEnd = known.findLast((request) => request.usage.value !== null)?.answer.value ?? -1
  const notes: string[] = []
  const note = (times: number, text: (requests: string, isOne: boolean) => string): void => {
    if (times > 0) notes.push(text(countOf(times, 'request'), times === 1))
  }
  if (!isCalibrated)
    notes.push(
      `${isRecorded(usage) ? 'The usage that is recorded fits none of these messages' : 'No usage of these messages is recorded'}: tokens are counted, and the system prompt and the tools are missing.`,
    )
  if (usage.requests.length === 0) notes.push('No request is recorded, so there is no cost either.')
  note(
    count('condensed-away'),
    (requests) =>
      `The agent condensed and deleted what it condensed. What ${requests} before that saw is gone: the context up to the last message that was kept is that of the messages that are left, and was larger.`,
  )
  note(
    count('lost-history'),
    (requests) =>
      `Part of what ${requests} sent is no longer in the file: it was deleted afterwards. The context there is that of the messages that are left, and was larger.`,
  )
  note(
    count('sent-more'),
    (requests, isOne) =>
      `${requests} ${isOne ? 'was' : 'were'} recorded with more input than these messages and the system prompt have: something else was sent.`,
  )
  note(
    count('sent-less'),
    (requests, isOne) =>
      `${requests} ${isOne ? 'was' : 'were'} recorded with less input than these messages have: something else was sent.`,
  )
  note(count('no-time'), (requests) => `Neither times nor places say which messages answered ${requests}.`)
  note(
    // Without any that were recorded, the first note has said so.
    isCalibrated ? known.filter((request) => request.usage.value === null).length : 0,
    (requests) => `The tokens of ${requests} were not recorded; the context there follows from the others.`,
  )
  if (isCalibrated && measuredEnd < messages.length - 2)
    notes.push(
      `No request after message #${Math.max(0, measuredEnd)} says what its messages have: they are counted and scaled as the rest.`,
    )
  if (undatedRange !== null)
    notes.push(
      `When messages #${undatedRange.start} to #${undatedRange.end} were left out is not recorded; they are taken to be gone from the request on whose input fell, else as soon as the last of them is passed.`,
    )
  notes.push(...countingNotes(cachedTokens))
  notes.push(...costNotes(usage))
  if ((usage.subtasks ?? 0) > 0)
    notes.push(
      `${countOf(usage.subtasks ?? 0, 'subtask')} had records of their own; their cost is not in this one.`,
    )
  return notes
}

/** The last message that a measured request answered or saw. */
function isRecorded({ requests }: RecordedUsage): boolean {
  return requests.some(
    ({ tokensIn = 0, cacheWrites = 0, cacheReads = 0 }) => tokensIn + cacheWrites + cacheReads > 0,
  )
}

/** Why the cost is not the whole cost, or why there is none. */
function costNotes({ requests, condensations }: RecordedUsage): string[] {
  const free = requests.filter(({ costUsd }) => costUsd === undefined).length
  if (free === 0) return []
  const isPaid = free < requests.length || condensations.some(({ costUsd }) => costUsd !== undefined)
  return [
    isPaid
      ? `No cost is recorded of ${countOf(free, 'request')}; the cumulative cost is without ${free === 1 ? 'it' : 'them'}.`
      : `No cost is recorded of ${countOf(free, 'request')}, so the chart of the cost is left out.`,
  ]
}
