import type { AlignedRow } from '../../../../shared/condense/aligned-row-types.ts'

/** A source message and what became of it in two results. Null where that result has no such row. */
export type PairRow = {
  /** Index of the source message. Null for what a provider wrote itself. */
  readonly index: number | null
  readonly first: AlignedRow | null
  readonly second: AlignedRow | null
  readonly isDifferent: boolean
}

/**
 * Two results of one source, message by message. What the providers wrote themselves stands behind the source message
 * that it follows. The pieces of both are set beside each other in their order.
 */
export function pairRows(first: readonly AlignedRow[], second: readonly AlignedRow[]): readonly PairRow[] {
  const [left, right] = [groupBySource(first), groupBySource(second)]
  const indices = [...new Set([...left.keys(), ...right.keys()])].toSorted((a, b) => a - b)
  return indices.flatMap((index) => {
    const [lefts, rights] = [left.get(index) ?? [], right.get(index) ?? []]
    return Array.from({ length: Math.max(lefts.length, rights.length) }, (_, place) =>
      buildPair(lefts[place] ?? null, rights[place] ?? null),
    )
  })
}

/** Rows by the source message that they are about or follow. Those before all of them stand at −1. */
function groupBySource(rows: readonly AlignedRow[]): ReadonlyMap<number, readonly AlignedRow[]> {
  let last = -1
  return Map.groupBy(rows, ({ source }) => {
    last = source?.index ?? last
    return last
  })
}

function buildPair(first: AlignedRow | null, second: AlignedRow | null): PairRow {
  const isDifferent =
    first?.fate !== second?.fate ||
    first?.result?.tokens !== second?.result?.tokens ||
    first?.result?.preview !== second?.result?.preview
  return { index: first?.source?.index ?? second?.source?.index ?? null, first, second, isDifferent }
}
