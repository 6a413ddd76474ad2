import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { buildEffectiveHistory } from '../../kernel/history/build-effective-history.ts'
import type { HiddenRange, RecordedTask } from '../recorded-task.ts'
import { matchSummaries } from './match-summaries.ts'

/** A moment of a task: what is in the file by then, and what had happened to it. */
export type Moment = {
  /** How many messages of the file stand before it. */
  readonly before: number
  /** Condensations and truncations with a later time have not happened yet. */
  readonly atTs: number
  /** What Cline leaves out by then. */
  readonly range: HiddenRange | null
  /** Index of the request that is sent at it; null where none is, or where places and times tell. */
  readonly request: number | null
}

/** A message that hides others: a summary or a marker, and the time from which it does. */
export type Marker = { readonly index: number; readonly sinceTs: number }

/** The summaries and markers of a task, in the order of its file. */
export function listMarkers(messages: readonly Message[], usage: RecordedTask['usage']): Marker[] {
  const { condensations, truncations = [] } = usage
  const ids = matchSummaries(messages, condensations)
  const condensed = mapLatestById(condensations.map(({ condenseId, ts }, at) => [ids[at] ?? condenseId, ts]))
  const truncated = mapLatestById(truncations.map(({ truncationId, ts }) => [truncationId, ts]))
  return messages.flatMap((message, index) => {
    const { isSummary, condenseId, isTruncationMarker, truncationId } = message
    const times = [
      ...(isSummary === true && condenseId != null ? [condensed.get(condenseId) ?? -Infinity] : []),
      ...(isTruncationMarker === true && truncationId ? [truncated.get(truncationId) ?? -Infinity] : []),
    ]
    return times.length === 0 ? [] : [{ index, sinceTs: findLargest(times) }]
  })
}

function mapLatestById(
  pairs: readonly (readonly [string | undefined, number | null | undefined])[],
): ReadonlyMap<string, number> {
  const latest = new Map<string, number>()
  for (const [id, ts] of pairs)
    if (id !== undefined) latest.set(id, Math.max(ts ?? 0, latest.get(id) ?? -Infinity))
  return latest
}

/** Whether a summary or marker had been written by a moment. */
export function isActive({ index, sinceTs }: Marker, { before, atTs }: Moment): boolean {
  return index < before && sinceTs <= atTs
}

/**
 * The whole context of a moment, from the beginning of the file, as indices in it. `absent` are summaries and markers
 * that are taken as not written.
 */
export function selectVisibleIndices(
  messages: readonly Message[],
  absent: ReadonlySet<number>,
  moment: Pick<Moment, 'before' | 'range'>,
): number[] {
  const places: number[] = []
  for (let index = 0; index < Math.min(moment.before, messages.length); index += 1)
    if (!absent.has(index)) places.push(index)
  const present =
    absent.size === 0 ? messages.slice(0, moment.before) : places.flatMap((at) => messages[at] ?? [])
  const { fileIndices } = buildEffectiveHistory(present, toPlaceRange(moment.range, places))
  return fileIndices.flatMap((at) => places[at] ?? [])
}

/** A range of the file as one of the places that are left. */
function toPlaceRange(range: HiddenRange | null, places: readonly number[]): HiddenRange | null {
  if (range === null) return null
  const countBelow = (end: number): number => places.filter((index) => index < end).length
  return { start: countBelow(range.start), end: countBelow(range.end + 1) - 1 }
}
