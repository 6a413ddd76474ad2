import type { Explanation, PriceRow } from './price-explanation.ts'

/** So many odd costs in a row may lie between others that the same prices explain. */
const mostOdd = 2
/** So many rows have to be explained before odd ones are passed over. */
const leastBefore = 3
/** So many have to be explained again behind them. */
const leastAfter = 2

export type ReachOptions = {
  readonly explains: (row: PriceRow) => boolean
  /** Whether other prices explain a row, so that it is no odd one. */
  readonly isOthers: (row: PriceRow) => boolean
}

/**
 * How many rows prices explain from the first on. A cost that nothing explains, such as a wrong figure, is passed over
 * where the same prices go on explaining the rows behind it, and the model is the same.
 */
export function reachOf(
  rows: readonly PriceRow[],
  { explains, isOthers }: ReachOptions,
): Pick<Explanation, 'length' | 'explained'> {
  let length = 0
  let explained = 0
  for (;;) {
    const end = rows.findIndex((row, at) => at >= length && !explains(row))
    const reached = end < 0 ? rows.length : end
    explained += reached - length
    length = reached
    if (end < 0 || explained < leastBefore) return { length, explained }
    const odd = rows.slice(end, end + mostOdd + 1).findIndex(explains)
    if (odd < 1) return { length, explained }
    const behind = rows.slice(end + odd, end + odd + leastAfter)
    const model = rows[end - 1]?.model ?? null
    const isOdd = rows
      .slice(end, end + odd)
      .every((row) => !isOthers(row) && (model === null || row.model === null || row.model === model))
    if (!isOdd || !behind.every(explains)) return { length, explained }
    length = end + odd
  }
}
