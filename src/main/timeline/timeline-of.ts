import type { ContextByKind } from '../../shared/domain/context-by-kind.ts'
import { withPlainTimes } from '../../shared/domain/message-time.ts'
import type { Kin } from '../../shared/domain/related-task.ts'
import type { Timeline, TimelinePoint } from '../../shared/domain/timeline.ts'
import { sum } from '../../shared/lib/sum.ts'
import { matchRequests } from '../record/requests/match-requests.ts'
import { steadyTimes } from '../record/requests/steady-times.ts'
import type { TokenCounter } from '../engine/tokens/token-counter.ts'
import { createContextWalk } from '../record/requests/context-walk.ts'
import type { RecordedTask } from '../record/recorded-task.ts'
import { wholeInput } from '../record/usage/usage-splits.ts'
import { weighTask, type WeighedTask } from '../record/overhead/size-task.ts'
import { timelineMarkers } from './timeline-markers.ts'
import { timelineMoments, type PointMoment } from './timeline-moments.ts'
import { timelinePlaces, type TimelinePlaces } from './timeline-places.ts'
import { modelStretches, modeStretches, type Stretch } from './timeline-surroundings.ts'
import type { RecordedUsage } from '../../shared/domain/usage.ts'
import { countOf } from '../../shared/lib/count-of.ts'
import { cachedTokensOf, countingNotes } from '../record/usage/cached-tokens.ts'

const noKin: Kin = { parentId: null, childIds: [] }

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

/**
 * The context of a task after each of its messages, as the next request would send it, by kind of part. Tokens are
 * those that the record gives to the messages (`weighTask`); without one, they are counted and have no prefix. Other
 * tasks (`kin`) are named by the ids of the agent; how they are listed is not known here.
 */
export function timelineOf(recorded: RecordedTask, counter: TokenCounter, kin: Kin = noKin): Timeline {
  const plain = withPlainTimes(recorded.messages)
  const task = { ...recorded, messages: steadyTimes(plain, recorded.usage) }
  const { messages, usage } = task
  const parent = kin.parentId === null ? null : { id: kin.parentId, taskId: null, title: null }
  if (messages.length === 0) return { ...nothing, parent }
  const weighed = weighTask(task, { counter, basis: 'record' })
  const { splits } = weighed
  const all = matchRequests(messages, usage)
  const inputOf = (requestIndex: number): number | null => {
    const split = splits[requestIndex] ?? null
    return split === null ? null : Math.round(wholeInput(split))
  }
  const isCalibrated = weighed.matched.some(({ requestIndex }) => inputOf(requestIndex) !== null)
  const moments = timelineMoments(task, weighed)
  const { contexts, firstSeen } = contextsOf(task, weighed, moments, isCalibrated)
  const places = timelinePlaces(messages, usage, all.matched)
  const paid = timelineCosts(messages.length, usage, places)
  const answers = new Map(all.matched.map((one) => [one.answerIndex, inputOf(one.requestIndex)]))
  const points = contexts.map((byKind, messageIndex): TimelinePoint => ({
    messageIndex,
    ts: plain[messageIndex]?.ts ?? null,
    contextTokens: sum(Object.values(byKind)),
    byKind,
    recordedTokens: answers.get(messageIndex) ?? null,
    cumulativeUsd: paid?.[messageIndex] ?? null,
  }))
  const { matched, unmatched, parts } = weighed
  // A request that was sent something else still says which model it went to.
  const around = { messages, usage, ...all, places }
  const models = modelStretches(around)
  const basis = isCalibrated ? 'calibrated' : 'counted'
  return {
    parent,
    points,
    markers: timelineMarkers({
      task,
      matched,
      unmatched,
      moments,
      places,
      parts,
      modes: modeStretches(around),
      models,
      childIds: kin.childIds,
      firstSeen,
      inputOf,
    }),
    models: models.map(({ fromMessage, value }) => ({ fromMessage, model: value })),
    basis,
    ...peakOf(
      points,
      moments,
      usage.requests.map((_, index) => inputOf(index) ?? 0),
      basis,
    ),
    notes: [...timelineNotes(task, weighed, isCalibrated), ...forgottenModelNotes(models, messages.length)],
  }
}

type Contexts = {
  readonly contexts: readonly ContextByKind[]
  readonly firstSeen: ReadonlyMap<number, number>
}

/** Follows the context from message to message, adding what comes and taking off what goes. */
function contextsOf(
  task: RecordedTask,
  { parts, partTokens, partCounts, weights }: WeighedTask,
  moments: readonly PointMoment[],
  isCalibrated: boolean,
): Contexts {
  const tokens = isCalibrated ? partTokens : partCounts
  const walk = createContextWalk(task)
  const sums = new Map<keyof ContextByKind, number>()
  const firstSeen = new Map<number, number>()
  const change = (index: number, sign: 1 | -1): void =>
    parts[index]?.forEach(({ kind }, at) =>
      sums.set(kind, (sums.get(kind) ?? 0) + sign * (tokens[index]?.[at] ?? 0)),
    )
  const contexts = moments.map(({ moment, matchIndex }, point) => {
    const { added, gone } = walk.to(moment)
    for (const index of gone) change(index, -1)
    for (const index of added) {
      change(index, 1)
      if (!firstSeen.has(index)) firstSeen.set(index, point)
    }
    const prefix = isCalibrated ? (weights.prefixes[matchIndex]?.tokens ?? 0) : 0
    const own = prefix > 0 ? [...sums, ['prefix', prefix] as const] : [...sums]
    return Object.fromEntries(own.filter(([, count]) => count > 0))
  })
  return { contexts, firstSeen }
}

/**
 * The largest context of a request: of those that were recorded, and of those that were not; of all points without any.
 */
function peakOf(
  points: readonly TimelinePoint[],
  moments: readonly PointMoment[],
  inputs: readonly number[],
  basis: Timeline['basis'],
): Pick<Timeline, 'peakTokens' | 'peakBasis'> {
  const largest = (sizes: readonly number[]): number =>
    sizes.reduce((most, tokens) => Math.max(most, tokens), 0)
  const sent = points.filter((_, index) => moments[index]?.isSent === true)
  const shown = largest((sent.length > 0 ? sent : points).map(({ contextTokens }) => contextTokens))
  const recorded = largest(inputs)
  return recorded > shown
    ? { peakTokens: recorded, peakBasis: 'recorded' }
    : { peakTokens: shown, peakBasis: basis }
}

/** Over which of so many messages the model is not recorded, so that no window is drawn there. */
function forgottenModelNotes(models: readonly Stretch[], messages: number): string[] {
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
  places: TimelinePlaces,
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
  { messages, usage, hiddenRange }: RecordedTask,
  { matched, unmatched, splits }: Pick<WeighedTask, 'matched' | 'unmatched' | 'splits'>,
  isCalibrated: boolean,
): string[] {
  const count = (reason: string): number => unmatched.filter((one) => one.reason === reason).length
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
      `Part of what ${requests} sent is no longer in the file: the agent deleted it afterwards. The context there is that of the messages that are left, and was larger.`,
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
    isCalibrated ? matched.filter(({ requestIndex }) => splits[requestIndex] === null).length : 0,
    (requests) => `The tokens of ${requests} were not recorded; the context there follows from the others.`,
  )
  if (isCalibrated && measuredEnd(matched, splits) < messages.length - 2)
    notes.push(
      `No request after message #${Math.max(0, measuredEnd(matched, splits))} says what its messages have: they are counted and scaled as the rest.`,
    )
  if (hiddenRange !== null && usage.requests.every(({ deletedRange }) => deletedRange === undefined))
    notes.push(
      `When messages #${hiddenRange.start} to #${hiddenRange.end} were left out is not recorded; they are taken to be gone from the request on whose input fell, else as soon as the last of them is passed.`,
    )
  notes.push(...countingNotes(cachedTokensOf(usage.requests)))
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

function measuredEnd(matched: WeighedTask['matched'], splits: WeighedTask['splits']): number {
  return matched.findLast(({ requestIndex }) => splits[requestIndex] != null)?.answerIndex ?? -1
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
