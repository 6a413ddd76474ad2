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
import { forgottenModelNotes } from './forgotten-model-notes.ts'
import { timelineCosts } from './timeline-costs.ts'
import { timelineMarkers } from './timeline-markers.ts'
import { timelineMoments, type PointMoment } from './timeline-moments.ts'
import { timelineNotes } from './timeline-notes.ts'
import { timelinePlaces } from './timeline-places.ts'
import { modelStretches, modeStretches } from './timeline-surroundings.ts'

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
