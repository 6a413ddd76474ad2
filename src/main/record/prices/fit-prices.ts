import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import { sum } from '../../../shared/kernel/numbers.ts'
import type { ModelPrices } from '../../../shared/models/pricing-types.ts'
import {
  computePriceError,
  findWorstPriceError,
  type Explanation,
  type PriceRow,
  type PricedRequest,
} from './price-explanation.ts'

const kinds = ['input', 'output', 'cacheWrites', 'cacheReads'] as const
type Kind = (typeof kinds)[number]

/**
 * The prices per million tokens, none below 0, that come nearest to the costs, each sized by its own size: least
 * squares over every choice of kinds that may have a price, of which there are at most 15. Null where no kind was used.
 */
export function fitPrices(requests: readonly PricedRequest[]): ModelPrices | null {
  const used = kinds.filter((kind) => requests.some(({ usage }) => usage[kind] > 0))
  let best: { readonly error: number; readonly prices: Partial<Record<Kind, number>> } | null = null
  for (const chosen of listSubsets(used)) {
    const solution = solveLeastSquares(requests, chosen)
    if (solution === null || solution.some((price) => price < 0)) continue
    const prices = Object.fromEntries(chosen.map((kind, at) => [kind, solution[at] ?? 0]))
    const error = requests.reduce((sum, request) => sum + computePriceError(request, prices) ** 2, 0)
    // With equal errors the choice with fewer kinds would say that the others are free.
    if (best === null || error < best.error - 1e-12) best = { error, prices }
  }
  if (best === null) return null
  const { prices } = best
  return Object.fromEntries(used.map((kind) => [kind, prices[kind] ?? 0]))
}

/** From all to one, so that equal errors leave the fullest choice. */
function listSubsets(used: readonly Kind[]): Kind[][] {
  return Array.from({ length: 2 ** used.length - 1 }, (_, at) => at + 1)
    .map((bits) => used.filter((_, index) => (bits >> index) & 1))
    .toSorted((a, b) => b.length - a.length)
}

/** Solves the normal equations by elimination; null where the kinds, all of them used, cannot be separated. */
function solveLeastSquares(requests: readonly PricedRequest[], chosen: readonly Kind[]): number[] | null {
  const weightByCost = (amountOf: (request: PricedRequest) => number): number[] =>
    requests.map((request) => amountOf(request) * (1 / Math.max(request.costUsd, 1e-9)))
  const columns = chosen.map((kind) => {
    const values = weightByCost(({ usage }) => usage[kind] / 1e6)
    const scale = findLargest(values)
    return { scale, values: values.map((value) => value / scale) }
  })
  const all = [...columns.map(({ values }) => values), weightByCost(({ costUsd }) => costUsd)]
  const matrix = columns.map(({ values }) =>
    all.map((other) => sum(values.map((value, at) => value * (other[at] ?? 0)))),
  )
  return eliminate(matrix)?.map((value, at) => value / (columns[at]?.scale ?? 1)) ?? null
}

function eliminate(matrix: number[][]): number[] | null {
  const size = matrix.length
  for (let column = 0; column < size; column += 1) {
    const order = matrix.slice(column).toSorted((a, b) => Math.abs(b[column] ?? 0) - Math.abs(a[column] ?? 0))
    for (const [at, row] of order.entries()) matrix[column + at] = row
    const pivot = matrix[column]
    const head = pivot?.[column] ?? 0
    if (pivot === undefined || Math.abs(head) < 1e-10) return null
    for (const row of matrix) {
      if (row === pivot) continue
      const factor = (row[column] ?? 0) / head
      for (let at = column; at <= size; at += 1) row[at] = (row[at] ?? 0) - factor * (pivot[at] ?? 0)
    }
  }
  return matrix.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1))
}

/** One row more than there may be prices. */
const leastRows = 5

/**
 * The longest beginning that one set of prices explains, with more rows than prices. A few rows of another model do not
 * count: they may settle a price that the rows before them leave open.
 */
export function explainByFit(rows: readonly PriceRow[], tolerance: number): Explanation | null {
  const fit = findLongestFit(rows, tolerance)
  const border = findModelBorder(rows)
  if (fit === null || fit.length <= border || fit.length - border >= leastRows) return fit
  return findLongestFit(rows.slice(0, border), tolerance) ?? fit
}

/** Where another model than that of the first row begins. */
function findModelBorder(rows: readonly PriceRow[]): number {
  const first = rows.find(({ model }) => model !== null)?.model ?? null
  const other = rows.findIndex(({ model }) => model !== null && model !== first)
  return other < 0 ? rows.length : other
}

/**
 * The longest beginning that one set of prices explains, whatever the models. Lengths are doubled for as long as
 * that succeeds, then halved between: a long record of which few rows go together is not fitted as a whole each time.
 */
function findLongestFit(rows: readonly PriceRow[], tolerance: number): Explanation | null {
  let best: Explanation | null = null
  let low = 1
  let high = rows.length
  for (let length = Math.min(leastRows, rows.length); ; length = Math.min(2 * length, rows.length)) {
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
  if (prices === null || length <= Object.keys(prices).length || findWorstPriceError(own, prices) > tolerance)
    return null
  const plain = { modelId: null, factor: 1, chargesWrites: false }
  return { ...plain, source: 'fitted', prices, length, explained: length, tolerance }
}
