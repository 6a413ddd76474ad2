import { append } from '../../../shared/kernel/append.ts'
import type { RecordedCondensation, RequestUsage } from '../../../shared/kernel/usage.ts'
import type { Entry } from '../session/entry-order.ts'
import { createSessionBuilder, type BuiltSession, type SessionBuilder } from '../session/session-builder.ts'
import { splitGenerations, type Generation } from './generations.ts'
import type { StoredMessage } from './stored.ts'

/** A session with what it goes on with. */
export type StoredSession = Readonly<{
  rows: readonly StoredMessage[]
  /** What the session sent last that this one was condensed from; nothing of one that begins anew. */
  before: readonly StoredMessage[]
  /** So many rows at its beginning are those of a session that it branched off. */
  copied: number
  /** The model that answered; null where there were several, or none is recorded. */
  modelId: string | null
  /** What all condensations of the session used; null where nobody recorded it. */
  condensing: RequestUsage | null
}>

/**
 * Reads the rows of a session: each answer is a request, of which nobody recorded what it used. Each condensation wrote what
 * it kept once more, which are the same messages.
 */
export function readStoredSession({
  rows,
  before,
  copied,
  modelId,
  condensing,
}: StoredSession): BuiltSession {
  const session = createSessionBuilder()
  const entries = new Map<StoredMessage, Entry | null>()
  const generations = splitGenerations(rows, before)
  const condensed = generations.filter(({ summary }) => summary !== -1)
  let history = before.flatMap(({ entry }) => entry ?? [])
  for (const row of before) entries.set(row, row.entry)
  const kept = new Set(generations.flatMap(({ copies }) => [...copies.values()]))
  let left = copied
  for (const generation of generations) {
    const { rows: own, summary, copies } = generation
    own.forEach((row, at) => entries.set(row, findEntry(row, copies.get(at), entries)))
    const end = summary === -1 ? 0 : findEnd(generation)
    if (summary !== -1) {
      const after = own.slice(0, end).flatMap((row) => entries.get(row) ?? [])
      const usage = condensed.length === 1 ? condensing : null
      session.condensation(buildRecord(own[summary], usage), history, after)
      history = after
    }
    history = addRows(session, own.slice(end), { history, entries, kept, modelId, copied: left })
    left = Math.max(0, left - own.length)
  }
  return session.finish(history)
}

/** A copy is its original, but for a result that was cut: that is another version of it. */
function findEntry(
  row: StoredMessage,
  original: StoredMessage | undefined,
  entries: ReadonlyMap<StoredMessage, Entry | null>,
): Entry | null {
  if (original === undefined) return row.entry
  if (original.text === row.text) return entries.get(original) ?? null
  return row.entry === null ? null : { ...row.entry, isCopy: true }
}

/** Where what a condensation wrote ends. */
function findEnd({ summary, copies }: Generation): number {
  let end = summary + 1
  while (copies.has(end)) end += 1
  return end
}

type Adding = Readonly<{
  history: readonly Entry[]
  entries: ReadonlyMap<StoredMessage, Entry | null>
  /** Rows that a later condensation kept: their state says no more of them. */
  kept: ReadonlySet<StoredMessage>
  modelId: string | null
  copied: number
}>

/** Adds what was said since a condensation. What was taken back was sent until then. */
function addRows(
  session: SessionBuilder,
  rows: readonly StoredMessage[],
  { history, entries, kept, modelId, copied }: Adding,
): Entry[] {
  const list = [...history]
  let back: Entry[] | null = null
  rows.forEach((row, at) => {
    const entry = entries.get(row) ?? null
    const isBack = row.state === 'gone' && !kept.has(row)
    if (isBack) back ??= list.slice()
    else if (back !== null) {
      session.aside(back)
      back = null
    }
    const sent = back ?? list
    if (row.role === 'assistant' && at >= copied)
      session.request(
        { ts: row.created, ...(modelId === null ? {} : { modelId }) },
        { list: sent, length: sent.length },
        entry === null ? [] : [entry],
      )
    append(sent, entry === null ? [] : [entry])
  })
  if (back !== null) session.aside(back)
  return list
}

function buildRecord(row: StoredMessage | undefined, usage: RequestUsage | null): RecordedCondensation {
  const condenseId = row?.entry?.message.condenseId
  return {
    ts: row?.created ?? null,
    kind: 'summary',
    ...(condenseId === undefined || condenseId === null ? {} : { condenseId }),
    ...(usage === null ? {} : { usage }),
    ...(usage?.costUsd === undefined ? {} : { costUsd: usage.costUsd }),
  }
}
