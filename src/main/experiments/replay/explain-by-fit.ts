import { fitPrices } from './fit-prices.ts'
import { worstError, type Explanation, type PriceRow } from './price-explanation.ts'

/** The longest beginning that one set of prices explains, with more rows than prices: all, else by halving. */
export function explainByFit(rows: readonly PriceRow[], tolerance: number): Explanation | null {
  const all = fitFirst(rows, rows.length, tolerance)
  if (all !== null) return all
  let best: Explanation | null = null
  let low = 1
  let high = rows.length - 1
  while (low <= high) {
    const length = (low + high) >> 1
    const fit = fitFirst(rows, length, tolerance)
    // Too few rows are no reason to look among still fewer.
    if (fit !== null || length <= 4) low = length + 1
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
