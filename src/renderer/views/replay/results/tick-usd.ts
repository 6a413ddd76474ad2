/** US dollars at an axis: as short as the round figure can be said. */
export function tickUsd(costUsd: number): string {
  return `${costUsd < 0 ? '−' : ''}$${Number(Math.abs(costUsd).toPrecision(6))}`
}
