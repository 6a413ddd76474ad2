import type { ContextChange, ContextLog, MessageRange } from '../../../shared/condense/context-log-types.ts'

/** The context of one request after the other, from a log; indices of messages. */
export type LoggedContexts = {
  /**
   * Goes on to a request, or with the number of requests to what would be sent next; `before` messages had been
   * written by then. Requests ascend.
   */
  readonly to: (request: number, before: number) => { readonly added: number[]; readonly gone: number[] }
  /** What is sent at the request that it has come to, ascending; the same list grows with the next request. */
  readonly indices: () => readonly number[]
}

/** Walks through the contexts of a log; from one to the next only what changes is looked at. */
export function walkContextLog({ changes }: ContextLog): LoggedContexts {
  const hidden = findInitiallyHidden(changes)
  const visible = new Set<number>()
  let sorted: number[] | null = []
  let [written, at] = [0, 0]
  return {
    to: (request, before) => {
      const added = new Set<number>()
      const gone = new Set<number>()
      const enter = (index: number): void => {
        if (hidden.has(index) || index >= written || visible.has(index)) return
        visible.add(index)
        if (!gone.delete(index)) added.add(index)
      }
      const leave = (index: number): void => {
        if (!visible.delete(index)) return
        if (!added.delete(index)) gone.add(index)
      }
      for (; (changes[at]?.request ?? Infinity) <= request; at += 1) {
        const change = changes[at]
        for (const index of change?.hide.flatMap(listRangeIndices) ?? []) {
          hidden.add(index)
          leave(index)
        }
        for (const index of change?.show.flatMap(listRangeIndices) ?? []) {
          hidden.delete(index)
          enter(index)
        }
      }
      const from = written
      written = Math.max(before, from)
      for (let index = from; index < before; index += 1) enter(index)
      const change = { added: sortAscending(added), gone: sortAscending(gone) }
      // Most contexts only grow at their end.
      const grows = gone.size === 0 && (change.added[0] ?? Infinity) > (sorted?.at(-1) ?? -1)
      if (sorted !== null && grows) for (const index of change.added) sorted.push(index)
      else sorted = null
      return change
    },
    indices: () => (sorted ??= sortAscending(visible)),
  }
}

/** What the next request would send of `count` messages. */
export function selectNextContext(log: ContextLog, count: number): readonly number[] {
  const walk = walkContextLog(log)
  walk.to(log.requests.length, count)
  return walk.indices()
}

/**
 * What was sent when `index` messages had been written: by the request that the message there answers, else by the next
 * one, without what came after. A condensation whose own messages were not all written by then had not taken place.
 */
export function selectContextAtMessage(log: ContextLog, index: number): readonly number[] {
  const request = log.requests.findIndex(({ answer, before }) => (answer ?? before) >= index)
  const isMade = ({ condensation, show }: ContextChange): boolean =>
    condensation === undefined || show.every(([, end]) => end <= index)
  // What a later one shows stays hidden until then.
  const later = log.changes.flatMap((change) => (isMade(change) ? [] : { ...change, request: Infinity }))
  const walk = walkContextLog({ ...log, changes: [...log.changes.filter(isMade), ...later] })
  walk.to(request === -1 ? log.requests.length : request, index)
  return walk.indices()
}

/** Messages of which the first that any change says is that they are shown. */
function findInitiallyHidden(changes: ContextLog['changes']): Set<number> {
  const known = new Set<number>()
  const hidden = new Set<number>()
  for (const { hide, show } of changes) {
    for (const index of hide.flatMap(listRangeIndices)) known.add(index)
    for (const index of show.flatMap(listRangeIndices)) if (!known.has(index)) hidden.add(index)
    for (const index of show.flatMap(listRangeIndices)) known.add(index)
  }
  return hidden
}

function sortAscending(indices: ReadonlySet<number>): number[] {
  return [...indices].toSorted((a, b) => a - b)
}

/** The indices of a range. */
export function listRangeIndices([from, to]: MessageRange): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
}
