import type { ContextLog } from '../../../shared/condense/context-log-types.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import type { RecordedCondensation, RecordedUsage, RequestUsage } from '../../../shared/kernel/usage.ts'
import { createEntryOrder, type Entry, type SentHistory } from './entry-order.ts'

/**
 * Takes a session in the order in which it happened. A list may be given again when it has grown, so that nobody copies a
 * history for each request; it must not be changed in any other way.
 */
export type SessionBuilder = {
  /**
   * A model call: what it sent, in its order, and what came back; no answer where it failed or was taken back. What it
   * sent may be the beginning of a list that has grown since.
   */
  readonly request: (
    usage: RequestUsage,
    history: readonly Entry[] | SentHistory,
    answer: readonly Entry[],
  ) => void
  /** The agent condensed, truncated or cleared: what would have been sent right before it, and right after it. */
  readonly condensation: (
    record: RecordedCondensation,
    before: readonly Entry[],
    after: readonly Entry[],
  ) => void
  /** What was written and has not been sent by now: it is kept, hidden until it is. */
  readonly aside: (entries: readonly Entry[]) => void
  /** Everything; `history` is what the next request would send. Called once, at the end. */
  readonly finish: (history: readonly Entry[]) => BuiltSession
}

export type BuiltSession = {
  /** Everything that was ever sent or answered, in one order that is the order of each request. */
  readonly messages: readonly Message[]
  readonly contexts: ContextLog
  readonly usage: Pick<RecordedUsage, 'requests' | 'condensations'>
}

/** How what is sent differs from what was sent before. */
type Step = {
  readonly added: readonly Entry[]
  readonly gone: readonly Entry[]
  readonly last: Entry | null
  readonly request: number
  readonly cause:
    | { readonly kind: 'request' | 'written' }
    | { readonly kind: 'condensation'; readonly index: number }
}

/**
 * Builds the messages of a session and the log of what each request sent. Readers say what was sent each time; places
 * and changes follow from that. An entry that is sent in another order than before becomes a copy.
 */
export function createSessionBuilder(): SessionBuilder {
  const order = createEntryOrder()
  const steps: Step[] = []
  const answers: (Entry | null)[] = []
  const requests: RequestUsage[] = []
  const condensations: RecordedCondensation[] = []
  const addStep = (history: readonly Entry[], cause: Step['cause'], length = history.length): void => {
    steps.push({ ...order.place(history, length), request: requests.length, cause })
  }
  return {
    request: (usage, history, answer) => {
      if ('list' in history) addStep(history.list, { kind: 'request' }, history.length)
      else addStep(history, { kind: 'request' })
      requests.push(usage)
      answers.push(order.append(answer))
    },
    condensation: (record, before, after) => {
      addStep(before, { kind: 'written' })
      addStep(after, { kind: 'condensation', index: condensations.length })
      condensations.push(record)
    },
    aside: (entries) => void order.append(entries),
    finish: (history) => {
      addStep(history, { kind: 'written' })
      const entries = order.entries()
      const places = new Map(entries.map((entry, index) => [entry, index]))
      return {
        messages: entries.map(({ message }) => message),
        contexts: {
          ...buildContextLog(steps, answers, places),
          copies: groupRanges(entries.flatMap(({ isCopy }, index) => (isCopy === true ? [index] : []))),
        },
        usage: { requests, condensations },
      }
    },
  }
}

/** Plays the steps with places known: what would be sent had nothing changed against what was. */
function buildContextLog(
  steps: readonly Step[],
  answers: readonly (Entry | null)[],
  places: ReadonlyMap<Entry, number>,
): Omit<ContextLog, 'copies'> {
  const findPlaces = (entries: readonly Entry[]): number[] => {
    const found: number[] = []
    for (const entry of entries) {
      const place = places.get(entry)
      if (place !== undefined) found.push(place)
    }
    return found
  }
  const written = countWrittenAfter(steps, findPlaces, places.size)
  const late = findShownLate(steps, written, findPlaces)
  const visible = new Set<number>()
  const hidden = new Set(late)
  const changes: ContextLog['changes'] = []
  const requests: ContextLog['requests'] = []
  steps.forEach(({ added, gone, request, cause }, at) => {
    const [from, to] = [written[at - 1] ?? 0, written[at] ?? 0]
    const now = findPlaces(added)
    const hide = findPlaces(gone).filter((index) => visible.delete(index))
    for (const index of now) visible.add(index)
    for (let index = from; index < to; index += 1)
      if (!hidden.has(index) && !visible.has(index)) hide.push(index)
    const show = now.filter((index) => hidden.delete(index))
    for (const index of hide) hidden.add(index)
    if (hide.length > 0 || show.length > 0 || cause.kind === 'condensation')
      changes.push({
        request,
        written: to,
        hide: groupRanges(hide),
        show: groupRanges(show),
        ...(cause.kind === 'condensation' ? { condensation: cause.index } : {}),
      })
    const answer = answers[request]
    if (cause.kind === 'request' && answer !== undefined)
      requests.push({ answer: answer === null ? null : (places.get(answer) ?? null), before: to })
  })
  return { requests, changes }
}

/** Messages that were not sent when they came: those written into what stood there, and what a condensation wrote. */
function findShownLate(
  steps: readonly Step[],
  written: readonly number[],
  placesOf: (entries: readonly Entry[]) => readonly number[],
): ReadonlySet<number> {
  const known = new Set<number>()
  const late = new Set<number>()
  steps.forEach(({ added, cause }, at) => {
    for (const index of placesOf(added)) {
      if (!known.has(index) && (index < (written[at - 1] ?? 0) || cause.kind === 'condensation'))
        late.add(index)
      known.add(index)
    }
  })
  return late
}

/** How many messages had been written after each step. */
function countWrittenAfter(
  steps: readonly Step[],
  placesOf: (entries: readonly Entry[]) => readonly number[],
  count: number,
): readonly number[] {
  let written = 0
  return steps.map(({ last, cause }, at) => {
    if (at === steps.length - 1) return count
    // What a condensation writes is shown by its change.
    if (last !== null && cause.kind !== 'condensation')
      written = Math.max(written, (placesOf([last])[0] ?? -1) + 1)
    return written
  })
}

function groupRanges(indices: readonly number[]): [number, number][] {
  const ranges: [number, number][] = []
  for (const index of indices.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last?.[1] === index) last[1] = index + 1
    else ranges.push([index, index + 1])
  }
  return ranges
}
