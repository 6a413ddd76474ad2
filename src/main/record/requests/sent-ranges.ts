import type { Moment } from '../condensations/summary-markers.ts'
import type { MessageRange } from '../recorded-run.ts'
import type { ContextWalk } from './context-walk.ts'

/**
 * The ranges of messages that one request after the other sent, each moment a later one. While a context only grows, its
 * ranges do too: 100,000 requests are not 100,000 times all messages.
 */
export function createSentRanges(walk: ContextWalk): (moment: Moment) => readonly MessageRange[] {
  let ranges: readonly MessageRange[] = []
  return (moment) => {
    const { added, onlyGrew } = walk.to(moment)
    if (!onlyGrew) ranges = withIndices([], walk.indices())
    else if (added.length > 0) ranges = withIndices(ranges, added)
    return ranges
  }
}

/** Ranges with indices behind them, which ascend. */
function withIndices(ranges: readonly MessageRange[], indices: readonly number[]): readonly MessageRange[] {
  const grown = [...ranges]
  for (const index of indices) {
    const last = grown.at(-1)
    if (last?.to === index) grown[grown.length - 1] = { from: last.from, to: index + 1 }
    else grown.push({ from: index, to: index + 1 })
  }
  return grown
}
