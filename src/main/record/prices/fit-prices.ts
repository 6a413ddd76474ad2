import type { ModelPrices, TokenUsage } from '../../../shared/domain/pricing.ts'

/** What one request used and cost, in US dollars. */
export type PricedRequest = { readonly usage: TokenUsage; readonly costUsd: number }

const kinds = ['input', 'output', 'cacheWrites', 'cacheReads'] as const
type Kind = (typeof kinds)[number]

/**
 * The prices per million tokens, none below 0, that come nearest to the costs, each sized by its own size: least
 * squares over every choice of kinds that may have a price, of which there are at most 15. Null where no kind was used.
 */
export function fitPrices(requests: readonly PricedRequest[]): ModelPrices | null {
  const used = kinds.filter((kind) => requests.some(({ usage }) => usage[kind] > 0))
  let best: { readonly error: number; readonly prices: Partial<Record<Kind, number>> } | null = null
  for (const chosen of subsetsOf(used)) {
    const solution = leastSquares(requests, chosen)
    if (solution === null || solution.some((price) => price < 0)) continue
    const prices = Object.fromEntries(chosen.map((kind, at) => [kind, solution[at] ?? 0]))
    const error = requests.reduce((sum, request) => sum + errorOf(request, prices) ** 2, 0)
    // With equal errors the choice with fewer kinds would say that the others are free.
    if (best === null || error < best.error - 1e-12) best = { error, prices }
  }
  if (best === null) return null
  const { prices } = best
  return Object.fromEntries(used.map((kind) => [kind, prices[kind] ?? 0]))
}

function errorOf({ usage, costUsd }: PricedRequest, prices: Partial<Record<Kind, number>>): number {
  const paid = kinds.reduce((sum, kind) => sum + usage[kind] * (prices[kind] ?? 0), 0) / 1e6
  return (paid - costUsd) / Math.max(costUsd, 1e-9)
}

/** From all to one, so that equal errors leave the fullest choice. */
function subsetsOf(used: readonly Kind[]): Kind[][] {
  return Array.from({ length: 2 ** used.length - 1 }, (_, at) => at + 1)
    .map((bits) => used.filter((_, index) => (bits >> index) & 1))
    .toSorted((a, b) => b.length - a.length)
}

/** Solves the normal equations by elimination; null where the kinds cannot be told apart. */
function leastSquares(requests: readonly PricedRequest[], chosen: readonly Kind[]): number[] | null {
  const size = chosen.length
  const rows = requests.map(({ usage, costUsd }) => {
    const weight = 1 / Math.max(costUsd, 1e-9)
    return [...chosen.map((kind) => (usage[kind] / 1e6) * weight), costUsd * weight]
  })
  const scales = chosen.map((_, at) => Math.max(...rows.map((row) => row[at] ?? 0)))
  if (scales.some((scale) => scale === 0)) return null
  const scaled = rows.map((row) => row.map((value, at) => value / (scales[at] ?? 1)))
  const matrix = chosen.map((_, i) =>
    Array.from({ length: size + 1 }, (__, j) =>
      scaled.reduce((sum, row) => sum + (row[i] ?? 0) * (row[j] ?? 0), 0),
    ),
  )
  const solution = eliminate(matrix)
  return solution?.map((value, at) => value / (scales[at] ?? 1)) ?? null
}

function eliminate(matrix: number[][]): number[] | null {
  const size = matrix.length
  for (let column = 0; column < size; column += 1) {
    const order = matrix.slice(column).toSorted((a, b) => Math.abs(b[column] ?? 0) - Math.abs(a[column] ?? 0))
    matrix.splice(column, size - column, ...order)
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
