import { fitPrices } from './fit-prices.ts'
import { worstError, type Explanation, type PriceRow } from './price-explanation.ts'

/** One row more than there may be prices. */
const leastRows = 5

/**
 * The longest beginning that one set of prices explains, with more rows than prices. A few rows of another model do not
 * count: they may settle a price that the rows before them leave open.
 */
export function explainByFit(rows: readonly PriceRow[], tolerance: number): Explanation | null {
  const fit = longestFit(rows, tolerance)
  const border = borderOf(rows)
  if (fit === null || fit.length <= border || fit.length - border >= leastRows) return fit
  return longestFit(rows.slice(0, border), tolerance) ?? fit
}

/** Where another model than that of the first row begins. */
function borderOf(rows: readonly PriceRow[]): number {
  const first = rows.find(({ model }) => model !== null)?.model ?? null
  const other = rows.findIndex(({ model }) => model !== null && model !== first)
  return other < 0 ? rows.length : other
}

/**
 * The longest beginning that one set of prices explains, whatever the models. Lengths are doubled for as long as
 * that succeeds, then halved between: a long record of which few rows go together is not fitted as a whole each time.
 */
function longestFit(rows: readonly PriceRow[], tolerance: number): Explanation | null {
  let best: Explanation | null = null
  let low = 1
  let high = rows.length
  for (
    let length = Math.min(leastRows, rows.length);
    length > 0;
    length = Math.min(2 * length, rows.length)
  ) {
    const fit = fitFirst(rows, length, tolerance)
    if (fit === null) {
      high = length - 1
      break
    }
    best = fit
    if (length === rows.length) return fit
    low = length + 1
  }
  while (low <= high) {
    const length = (low + high) >> 1
    const fit = fitFirst(rows, length, tolerance)
    // Too few rows are no reason to look among still fewer.
    if (fit !== null || length < leastRows) low = length + 1
    else high = length - 1
    best = fit ?? best
  }
  return best
}

function fitFirst(rows: readonly PriceRow[], length: number, tolerance: number): Explanation | null {
  const own = rows.slice(0, length)
  const prices = fitPrices(own)
  if (prices === null || length <= Object.keys(prices).length || worstError(own, prices) > tolerance)
    return null
  const plain = { modelId: null, factor: 1, chargesWrites: false }
  return { ...plain, source: 'fitted', prices, length, explained: length, tolerance }
}
