import type { Message } from '../../../shared/kernel/message.ts'
import type { RecordedCondensation } from '../../../shared/kernel/usage.ts'

/** A summary is in the file at most so long before or after its condensation was recorded, milliseconds. */
const nearMs = 120_000

/**
 * For each recorded condensation the name of its summary, whose tags keep what it stands for in the file; null where it
 * has none, as those of agents that delete what they condense. A record may leave the name out: then it is that of the
 * tagged summary that no other record names, by its time, and by order where times are missing and there are as many.
 */
export function matchSummaries(
  messages: readonly Message[],
  condensations: readonly RecordedCondensation[],
): readonly (string | null)[] {
  const tags = new Set(messages.flatMap(({ condenseId, condenseParent }) => [condenseId, condenseParent]))
  const recorded = new Set(condensations.map(({ condenseId }) => condenseId))
  const free = messages.flatMap(({ isSummary, condenseId, ts }) =>
    isSummary === true && condenseId != null && !recorded.has(condenseId)
      ? [{ id: condenseId, ts: ts ?? null }]
      : [],
  )
  const unnamed = condensations.filter(({ condenseId }) => condenseId === undefined)
  const found = new Map<RecordedCondensation, string>()
  for (const [place, record] of unnamed.entries()) {
    const inOrder = unnamed.length === free.length ? (free[place] ?? null) : null
    const summary =
      record.ts == null || inOrder?.ts === null ? inOrder : findNearest(free, record, new Set(found.values()))
    if (summary !== null) found.set(record, summary.id)
  }
  return condensations.map((record) => {
    const { condenseId } = record
    if (condenseId === undefined) return found.get(record) ?? null
    return tags.has(condenseId) ? condenseId : null
  })
}

type FreeSummary = { readonly id: string; readonly ts: number | null }

function findNearest(
  free: readonly FreeSummary[],
  { ts }: RecordedCondensation,
  taken: ReadonlySet<string>,
): FreeSummary | null {
  const measureDistance = (summary: FreeSummary): number =>
    ts == null || summary.ts === null ? Infinity : Math.abs(summary.ts - ts)
  const [first] = free
    .filter((summary) => !taken.has(summary.id) && measureDistance(summary) <= nearMs)
    .toSorted((one, other) => measureDistance(one) - measureDistance(other))
  return first ?? null
}
