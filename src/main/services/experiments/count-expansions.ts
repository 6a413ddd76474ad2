/** Longest number of a range that is looked at; longer ones are past every limit. */
const mostDigits = 15

/**
 * How many patterns the braces of a pattern stand for, at most: `{a,b}{1..3}` stands for six. Nothing is expanded, for
 * there may be more of them than fit in memory. Braces that stand for themselves are counted as if they did not.
 */
export function countExpansions(pattern: string): number {
  const open: Group[] = []
  let current: Group = { before: 0, product: 1, alternatives: 0, start: 0 }
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern[at]
    if (sign === '\\') at += 1
    else if (sign === '{') {
      open.push(current)
      current = { before: 0, product: 1, alternatives: 0, start: at + 1 }
    } else if (sign === ',' && open.length > 0) {
      current.before += current.product
      current.product = 1
      current.alternatives += 1
    } else if (sign === '}') {
      const around = open.pop()
      if (around === undefined) continue
      const range = current.alternatives === 0 ? rangeLength(pattern.slice(current.start, at)) : 1
      around.product *= (current.before + current.product) * range
      current = around
    }
  }
  return open.reduce(
    (product, group) => product * (group.before + group.product),
    current.before + current.product,
  )
}

/** Braces that are not closed yet. */
type Group = {
  /** What the alternatives before the last comma stand for. */
  before: number
  /** What has been read of the last one stands for. */
  product: number
  alternatives: number
  readonly start: number
}

function rangeLength(inside: string): number {
  const [, from, to, step] = /^(-?\w+)\.\.(-?\w+)(?:\.\.(-?\d+))?$/.exec(inside) ?? []
  if (from === undefined || to === undefined) return 1
  if (Math.max(from.length, to.length) > mostDigits) return Number.POSITIVE_INFINITY
  const [first, last] = /^-?\d+$/.test(from)
    ? [Number(from), Number(to)]
    : [from.charCodeAt(0), to.charCodeAt(0)]
  const distance = Math.abs(last - first)
  return Number.isNaN(distance) ? 1 : Math.floor(distance / Math.max(1, Math.abs(Number(step ?? 1)))) + 1
}
