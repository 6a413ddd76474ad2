/** A probability as a clause: `p 0.004`, `p < 0.001`. */
export function formatP(p: number): string {
  return p < 0.001 ? 'p < 0.001' : `p ${p.toFixed(3)}`
}
