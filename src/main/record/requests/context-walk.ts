import type { ContextLog } from '../../../shared/condense/context-log-types.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { walkContextLog } from '../../kernel/history/context-log.ts'
import { createRangeFinder } from '../condensations/hidden-ranges.ts'
import {
  listMarkers,
  isActive,
  selectVisibleIndices,
  type Marker,
  type Moment,
} from '../condensations/summary-markers.ts'
import { findAnsweredTs, type HiddenRange, type RecordedTask } from '../recorded-task.ts'

/** What a context has that the one before had not, and the other way round; indices in the file. */
export type ContextChange = {
  readonly added: readonly number[]
  readonly gone: readonly number[]
  /** Nothing went, and what came stands at the end. */
  readonly onlyGrew: boolean
}

export type ContextWalk = {
  /** Goes on to a later moment: one with no fewer messages before it. */
  readonly to: (moment: Moment) => ContextChange
  /** The context at the moment that it has come to; indices in the file, ascending. */
  readonly indices: () => readonly number[]
}

/**
 * The contexts of a task one after the other: what the agent really sent at each moment. From one to the next only what
 * changed is looked at, unless a condensation or truncation lies between them: 10,000 messages take as many steps.
 */
export function createContextWalk({ messages, usage, contexts }: RecordedTask): ContextWalk {
  if (contexts !== undefined) return createLoggedWalk(contexts)
  const markers = listMarkers(messages, usage)
  let current: number[] = []
  let active: readonly Marker[] = []
  let hiding: { readonly summaries: Set<string>; readonly markers: Set<string> } = collectMarkerIds(
    [],
    messages,
  )
  let last: Moment = { before: 0, atTs: -Infinity, range: null, request: null }
  const markerIndices = new Set(markers.map(({ index }) => index))
  const rebuild = (moment: Moment): ContextChange => {
    hiding = collectMarkerIds(active, messages)
    const next = selectVisibleIndices(messages, findAbsentMessages(markers, moment), moment)
    const [had, has] = [new Set(current), new Set(next)]
    const added = next.filter((index) => !had.has(index))
    const gone = current.filter((index) => !has.has(index))
    const end = current.at(-1) ?? -1
    current = next
    return { added, gone, onlyGrew: gone.length === 0 && (added[0] ?? end + 1) > end }
  }
  const grow = (from: number, { before, range }: Moment): ContextChange => {
    const added: number[] = []
    for (let index = from; index < before; index += 1) {
      const message = messages[index]
      // Of those that hide others, the ones that did so by now led to a rebuild; the rest is not there yet.
      if (message === undefined || markerIndices.has(index) || isIn(range, index)) continue
      const { condenseParent, truncationParent, condenseId } = message
      if (condenseParent != null && condenseParent !== condenseId && hiding.summaries.has(condenseParent))
        continue
      if (truncationParent != null && hiding.markers.has(truncationParent)) continue
      added.push(index)
    }
    for (const index of added) current.push(index)
    return { added, gone: [], onlyGrew: true }
  }
  return {
    to: (moment) => {
      const now = markers.filter((marker) => isActive(marker, moment))
      const isSame =
        now.length === active.length &&
        now.every((marker, at) => marker === active[at]) &&
        moment.range?.start === last.range?.start &&
        moment.range?.end === last.range?.end
      const from = last.before
      active = now
      last = moment
      return isSame ? grow(from, moment) : rebuild(moment)
    },
    indices: () => current,
  }
}

/** The moment at which a request was sent that the message at `answerIndex` answers. */
export function createMomentLookup(
  task: RecordedTask,
): (requestIndex: number, answerIndex: number) => Moment {
  const rangeAt = createRangeFinder(task)
  return (requestIndex, answerIndex) => ({
    before: answerIndex,
    atTs: findAnsweredTs(task, requestIndex, answerIndex),
    range: rangeAt(requestIndex, answerIndex),
    request: requestIndex,
  })
}

function collectMarkerIds(active: readonly Marker[], messages: readonly Message[]) {
  const summaries = new Set<string>()
  const markers = new Set<string>()
  for (const { index } of active) {
    const { isSummary, condenseId, isTruncationMarker, truncationId } = messages[index] ?? {}
    if (isSummary === true && condenseId) summaries.add(condenseId)
    if (isTruncationMarker === true && truncationId) markers.add(truncationId)
  }
  return { summaries, markers }
}

function isIn(range: HiddenRange | null, index: number): boolean {
  return range !== null && index >= range.start && index <= range.end
}

function findAbsentMessages(markers: readonly Marker[], moment: Moment): ReadonlySet<number> {
  return new Set(markers.filter((marker) => !isActive(marker, moment)).map(({ index }) => index))
}

/** Walks through the contexts of a task by its log. */
function createLoggedWalk(log: ContextLog): ContextWalk {
  const walk = walkContextLog(log)
  return {
    to: ({ request, before }) => {
      const at = request ?? findRequestAfter(log, before)
      const end = walk.indices().at(-1) ?? -1
      const { added, gone } = walk.to(at, request === null ? before : (log.requests[at]?.before ?? before))
      return { added, gone, onlyGrew: gone.length === 0 && (added[0] ?? end + 1) > end }
    },
    indices: walk.indices,
  }
}

/** The request that sends what stands before a message: the one that it answers, else the next. */
function findRequestAfter({ requests }: ContextLog, before: number): number {
  const request = requests.findIndex((one) => (one.answer ?? one.before) >= before)
  return request === -1 ? requests.length : request
}
