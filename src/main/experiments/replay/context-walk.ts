import type { Message } from '../../../shared/domain/message.ts'
import { effectiveHistory } from '../../engine/history/effective-history.ts'
import { answeredTs, createRangeAt, type HiddenRange, type RecordedTask } from './recorded-context.ts'

/** A moment of a task: what stands in the file by then, and what had happened to it. */
export type Moment = {
  /** How many messages of the file stand before it. */
  readonly before: number
  /** Condensations and truncations with a later time have not happened yet. */
  readonly atTs: number
  /** What Cline leaves out by then. */
  readonly range: HiddenRange | null
}

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

/** A message that hides others: a summary or a marker, and the time from which it does. */
type Hider = { readonly index: number; readonly sinceTs: number }

/**
 * The contexts of a task one after the other, as `recordedContext` has each of them. From one to the next only what
 * changed is looked at, unless a condensation or truncation lies between them: 10,000 messages take as many steps.
 */
export function createContextWalk({ messages, usage }: RecordedTask): ContextWalk {
  const hiders = hidersOf(messages, usage)
  let current: number[] = []
  let active: readonly Hider[] = []
  let hiding: { readonly summaries: Set<string>; readonly markers: Set<string> } = idsOf([], messages)
  let last: Moment = { before: 0, atTs: -Infinity, range: null }
  const hiderIndices = new Set(hiders.map(({ index }) => index))
  const rebuild = (moment: Moment): ContextChange => {
    hiding = idsOf(active, messages)
    const next = visibleAt(messages, hiders, moment)
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
      if (message === undefined || hiderIndices.has(index) || isIn(range, index)) continue
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
      const now = hiders.filter((hider) => isActive(hider, moment))
      const isSame =
        now.length === active.length &&
        now.every((hider, at) => hider === active[at]) &&
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
export function createMomentOf(task: RecordedTask): (requestIndex: number, answerIndex: number) => Moment {
  const rangeAt = createRangeAt(task.usage, task.hiddenRange)
  return (requestIndex, answerIndex) => ({
    before: answerIndex,
    atTs: answeredTs(task, requestIndex, answerIndex),
    range: rangeAt(requestIndex, answerIndex),
  })
}

function hidersOf(messages: readonly Message[], usage: RecordedTask['usage']): Hider[] {
  const { condensations, truncations = [] } = usage
  const condensed = latestById(condensations.map(({ condenseId, ts }) => [condenseId, ts]))
  const truncated = latestById(truncations.map(({ truncationId, ts }) => [truncationId, ts]))
  return messages.flatMap((message, index) => {
    const { isSummary, condenseId, isTruncationMarker, truncationId } = message
    const times = [
      ...(isSummary === true && condenseId != null ? [condensed.get(condenseId) ?? -Infinity] : []),
      ...(isTruncationMarker === true && truncationId ? [truncated.get(truncationId) ?? -Infinity] : []),
    ]
    return times.length === 0 ? [] : [{ index, sinceTs: Math.max(...times) }]
  })
}

function latestById(
  pairs: readonly (readonly [string | undefined, number | null | undefined])[],
): ReadonlyMap<string, number> {
  const latest = new Map<string, number>()
  for (const [id, ts] of pairs)
    if (id !== undefined) latest.set(id, Math.max(ts ?? 0, latest.get(id) ?? -Infinity))
  return latest
}

function isActive({ index, sinceTs }: Hider, { before, atTs }: Moment): boolean {
  return index < before && sinceTs <= atTs
}

function idsOf(active: readonly Hider[], messages: readonly Message[]) {
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

/** The whole context of a moment, from the beginning of the file. */
function visibleAt(messages: readonly Message[], hiders: readonly Hider[], moment: Moment): number[] {
  const absent = new Set(hiders.filter((hider) => !isActive(hider, moment)).map(({ index }) => index))
  const places: number[] = []
  for (let index = 0; index < Math.min(moment.before, messages.length); index += 1)
    if (!absent.has(index)) places.push(index)
  const present =
    absent.size === 0 ? messages.slice(0, moment.before) : places.flatMap((at) => messages[at] ?? [])
  const { fileIndices } = effectiveHistory(present, placesOf(moment.range, places))
  return fileIndices.flatMap((at) => places[at] ?? [])
}

/** A range of the file as one of the places that are left. */
function placesOf(range: HiddenRange | null, places: readonly number[]): HiddenRange | null {
  if (range === null) return null
  const countBelow = (end: number): number => places.filter((index) => index < end).length
  return { start: countBelow(range.start), end: countBelow(range.end + 1) - 1 }
}
