import type { Message } from '../../../shared/kernel/message.ts'
import { sumKnown } from '../../../shared/kernel/numbers.ts'
import type { RecordedCondensation } from '../../../shared/kernel/usage.ts'
import type { HiddenRange, RecordedTask } from '../recorded-task.ts'
import { createMomentLookup } from '../requests/context-walk.ts'
import type { MatchedRequest } from '../requests/match-requests.ts'
import { matchSummaries } from './match-summaries.ts'
import { listMarkers, isActive, selectVisibleIndices, type Marker, type Moment } from './summary-markers.ts'

/** A condensation or truncation of the agent itself, at the first played request that was sent after it. */
export type OwnCondensation = {
  readonly kind: 'condensation' | 'truncation'
  /** As it was recorded, null where it was not; nothing where no model was asked. */
  readonly costUsd: number | null
  /** The first request that was sent after it, where a log names one that is not played. */
  readonly request?: number
  /** What the agent noted of it; null where it noted nothing. */
  readonly record: RecordedCondensation | null
  /**
   * What would have been sent without it and without any later one, and what stood from there on. Else why nobody knows:
   * what it left out is `deleted` from the file, its summary is gone, or no request says since when it is left out.
   */
  readonly change: HistoryChange | 'deleted' | 'no-summary' | 'no-request'
}

export type HistoryChange = { readonly source: readonly Message[]; readonly result: readonly Message[] }

/** What the agent had written, and what it had left out. */
type State = { readonly written: ReadonlySet<number>; readonly range: HiddenRange | null }

/** One more thing that it did, and what stands from there on. `marker` is what it wrote; null where it wrote nothing. */
type Event = Pick<OwnCondensation, 'kind' | 'costUsd' | 'record'> & {
  readonly marker: Marker | null
  readonly after: State
}

/**
 * The agent's own condensations, truncations and deletions before each matched request, in their order. What it condensed
 * and deleted before the first of these is no part of the replay.
 */
export function buildOwnCondensations(
  task: RecordedTask,
  matched: readonly MatchedRequest[],
): readonly (readonly OwnCondensation[])[] {
  const markers = listMarkers(task.messages, task.usage).toSorted(
    (a, b) => a.sinceTs - b.sinceTs || a.index - b.index,
  )
  const momentOf = createMomentLookup(task)
  const moments = matched.map(({ requestIndex, answerIndex }) => momentOf(requestIndex, answerIndex))
  const gone = withoutSummary(task, markers, moments)
  const recordsOf = createRecordFinder(task, markers)
  return matched.map(({ requestIndex }, at) => {
    const moment = moments[at]
    if (moment === undefined) return []
    const earlier = moments[at - 1] ?? beginning
    const places = [matched[at - 1]?.requestIndex ?? -1, requestIndex] as const
    const ranges = listRangesBetween(task, places, [earlier.range, moment.range])
    const now = markers.filter((marker) => isActive(marker, moment))
    const start: State = {
      written: new Set(now.filter((marker) => isActive(marker, earlier)).map(({ index }) => index)),
      range: ranges.length > 0 ? earlier.range : moment.range,
    }
    const fresh = now.filter((marker) => !isActive(marker, earlier))
    const events = buildEvents(start, fresh, ranges, (marker) => findCharge(task, marker, recordsOf))
    return [
      ...(gone[at] ?? []),
      ...buildCondensations(task, { markers, before: moment.before, start, events }),
    ]
  })
}

/** Before the first request nothing had been written and nothing left out. */
const beginning: Moment = { before: 0, atTs: -Infinity, range: null, request: null }

/** What was written comes first, then what was left out. */
function buildEvents(
  start: State,
  fresh: readonly Marker[],
  ranges: readonly HiddenRange[],
  chargeOfMarker: (marker: Marker) => Pick<OwnCondensation, 'kind' | 'costUsd' | 'record'>,
): readonly Event[] {
  const written = new Set(start.written)
  const writes = fresh.map((marker): Event => {
    written.add(marker.index)
    return { ...chargeOfMarker(marker), marker, after: { ...start, written: new Set(written) } }
  })
  const cuts = ranges.map((range): Event => ({
    kind: 'truncation',
    costUsd: 0,
    record: null,
    marker: null,
    after: { written, range },
  }))
  return [...writes, ...cuts]
}

type Walk = {
  readonly markers: readonly Marker[]
  /** Messages of the file before the request. */
  readonly before: number
  readonly start: State
  readonly events: readonly Event[]
}

/** Goes from event to event, and takes down what stood before each and after it. */
function buildCondensations(
  task: RecordedTask,
  { markers, before, start, events }: Walk,
): readonly OwnCondensation[] {
  if (events.length === 0) return []
  const { messages } = task
  const buildContext = ({ written, range }: State): readonly Message[] => {
    const absent = new Set(markers.map(({ index }) => index).filter((index) => !written.has(index)))
    return selectVisibleIndices(messages, absent, { before, range }).flatMap((index) => messages[index] ?? [])
  }
  let source = buildContext(start)
  return events.map(({ kind, costUsd, record, marker, after }): OwnCondensation => {
    const change: HistoryChange = { source, result: buildContext(after) }
    source = change.result
    return { kind, costUsd, record, change: explainUnknown(task, marker, change) ?? change }
  })
}

function explainUnknown(
  { messages, usage }: RecordedTask,
  marker: Marker | null,
  { source, result }: HistoryChange,
): 'deleted' | 'no-request' | null {
  if (marker === null) return usage.requests.some(({ deletedRange }) => deletedRange) ? null : 'no-request'
  const { isSummary, condenseId } = messages[marker.index] ?? {}
  if (isSummary !== true) return null
  const present = new Set(result)
  const isHiding = source.some((message) => !present.has(message))
  return isHiding || messages.some(({ condenseParent }) => condenseParent === condenseId) ? null : 'deleted'
}

/** What was left out from one request to another, more each time; nothing where it did not become more. */
function listRangesBetween(
  { usage }: RecordedTask,
  [from, to]: readonly [number, number],
  [earlier, now]: readonly [HiddenRange | null, HiddenRange | null],
): readonly HiddenRange[] {
  let end = earlier?.end ?? 0
  if (now === null || now.end <= end) return []
  const between = usage.requests.slice(from + 1, to).flatMap(({ deletedRange }): HiddenRange[] => {
    if (deletedRange === undefined || deletedRange[1] <= end || deletedRange[1] >= now.end) return []
    end = deletedRange[1]
    return [{ start: deletedRange[0], end }]
  })
  return [...between, now]
}

/** What a summary cost; truncations ask no model. */
function findCharge(
  { messages, usage }: RecordedTask,
  marker: Marker,
  recordsOf: (marker: Marker) => readonly RecordedCondensation[],
): Pick<OwnCondensation, 'kind' | 'costUsd' | 'record'> {
  const { isSummary, truncationId } = messages[marker.index] ?? {}
  if (isSummary !== true) {
    const noted = usage.truncations?.find((one) => one.truncationId === truncationId)
    const record = noted === undefined ? null : { ...noted, kind: 'truncation' as const }
    return { kind: 'truncation', costUsd: 0, record }
  }
  const own = recordsOf(marker)
  const costUsd = own.length === 0 ? null : sumKnown(own.map((record) => record.costUsd ?? null))
  return { kind: 'condensation', costUsd, record: own[0] ?? null }
}

/** The records of a summary. Of summaries with one id each has one record, and the last what is left of them. */
function createRecordFinder(
  { messages, usage }: RecordedTask,
  markers: readonly Marker[],
): (marker: Marker) => readonly RecordedCondensation[] {
  const readCondenseId = ({ index }: Marker) => messages[index]?.condenseId
  const ids = matchSummaries(messages, usage.condensations)
  return (marker) => {
    const id = readCondenseId(marker)
    const same = markers.filter((other) => readCondenseId(other) === id)
    const place = same.indexOf(marker)
    return usage.condensations
      .filter((_, at) => ids[at] === id)
      .slice(place, place === same.length - 1 ? undefined : place + 1)
  }
}

/**
 * Condensations without a summary in the file, by their time: between the answer before and that of each request.
 * Those before the first answer are no part of the replay.
 */
function withoutSummary(
  { messages, usage }: RecordedTask,
  markers: readonly Marker[],
  moments: readonly Moment[],
): readonly (readonly OwnCondensation[])[] {
  const written = new Set<string | null | undefined>(markers.map(({ index }) => messages[index]?.condenseId))
  const ids = matchSummaries(messages, usage.condensations)
  const records = usage.condensations.filter((_, at) => {
    const id = ids[at] ?? null
    return id === null || !written.has(id)
  })
  return moments.map(({ atTs }, at) => {
    const from = moments[at - 1]?.atTs ?? Infinity
    return records
      .filter(({ ts }) => ts != null && ts > from && ts <= atTs)
      .map((record) => ({
        kind: 'condensation',
        costUsd: record.costUsd ?? null,
        record,
        // Agents that name their summaries keep what these stand for.
        change: record.condenseId === undefined ? 'deleted' : 'no-summary',
      }))
  })
}
