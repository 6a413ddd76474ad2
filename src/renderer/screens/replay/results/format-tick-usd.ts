/** US dollars at an axis: as short as the round figure can be said. */
export function formatTickUsd(costUsd: number): string {
  const size = Number(Math.abs(costUsd).toPrecision(6))
  const text = Number.isInteger(Number((size * 100).toPrecision(6))) ? size.toFixed(2) : String(size)
  return `${costUsd < 0 ? '−' : ''}$${size === 0 ? '0' : text}`
}
