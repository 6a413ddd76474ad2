import type { StoredMessage } from './stored.ts'

/** What a condensation made of a session: rows that are copies of earlier ones, its summary, and what was said since. */
export type Generation = Readonly<{
  rows: readonly StoredMessage[]
  /** Place of its summary; -1 of what was said before the first condensation. */
  summary: number
  /** Places of copies among its rows, each with the row of the generation before that it is a copy of. */
  copies: ReadonlyMap<number, StoredMessage>
}>

/** Rows in front of a summary that may be copies: the agent protects three, or as many as it is told. */
const mostHead = 50
/** Places that are looked at for the beginning of what was kept. */
const mostStarts = 50

/**
 * Splits the rows of a session at its condensations. Each writes what it keeps once more, with new ids: its first messages,
 * the summary, its last messages. `before` is what a session was made of that goes on with another one.
 */
export function splitGenerations(
  rows: readonly StoredMessage[],
  before: readonly StoredMessage[],
): readonly Generation[] {
  const generations: Generation[] = []
  let last = before
  let start = 0
  let keys = new Set<string>()
  let isSummarised = false
  const close = (end: number): void => {
    const own = rows.slice(start, end)
    if (own.length === 0) return
    const known = new Set(last.map(({ key }) => key))
    const summary = own.findIndex(({ isSummary, key }) => isSummary && !known.has(key))
    generations.push({ rows: own, summary, copies: findCopies(own, summary, last) })
    last = own
    start = end
    isSummarised = false
  }
  rows.forEach((row, at) => {
    // The first summary of a session that goes on with another one is that of the other.
    const isFirst = start === 0 && !isSummarised && before.length > 0
    if (row.isSummary && !isFirst && !keys.has(row.key)) {
      close(at - countHead(rows.slice(start, at)))
      // An earlier summary may be among what is kept in front of this one, and be kept again.
      keys = new Set(rows.slice(start, at).map(({ key }) => key))
    }
    isSummarised ||= row.isSummary
    keys.add(row.key)
  })
  close(rows.length)
  return generations
}

/** How many rows at the end are the first ones once more. */
function countHead(rows: readonly StoredMessage[]): number {
  const most = Math.min(mostHead, Math.floor(rows.length / 2))
  const firsts = listFirsts(rows)
  for (let count = most; count > 0; count -= 1) {
    const head = rows.slice(rows.length - count)
    if (firsts.some((own) => head.every(({ key }, at) => key === own[at]?.key))) return count
  }
  return 0
}

/** What the first rows may be: all, or those that were not taken back, which is what is kept of them. */
function listFirsts(rows: readonly StoredMessage[]): readonly (readonly StoredMessage[])[] {
  return [rows, rows.filter(({ state }) => state !== 'gone')]
}

function findCopies(
  rows: readonly StoredMessage[],
  summary: number,
  last: readonly StoredMessage[],
): ReadonlyMap<number, StoredMessage> {
  const copies = new Map<number, StoredMessage>()
  if (summary === -1) return copies
  const firsts = listFirsts(last)
  for (let at = 0; at < summary; at += 1) {
    const original = firsts.map((own) => own[at]).find((one) => one?.key === rows[at]?.key)
    if (original !== undefined) copies.set(at, original)
  }
  const first = rows[summary + 1]
  const starts = last.flatMap(({ key }, at) => (key === first?.key ? [at] : [])).slice(-mostStarts)
  let best: readonly (readonly [number, StoredMessage])[] = []
  for (const start of starts) {
    const run = followRun(rows, summary + 1, last.slice(start))
    if (run.length > best.length) best = run
  }
  for (const [at, original] of best) copies.set(at, original)
  return copies
}

/** Rows from a place on that are copies of others in a row, but for those of them that were taken back. */
function followRun(
  rows: readonly StoredMessage[],
  from: number,
  originals: readonly StoredMessage[],
): readonly (readonly [number, StoredMessage])[] {
  const run: (readonly [number, StoredMessage])[] = []
  for (const original of originals) {
    const at = from + run.length
    if (rows[at]?.key === original.key) run.push([at, original])
    else if (original.state !== 'gone') break
  }
  return run
}
