import { signedRanks } from './signed-ranks.ts'

/**
 * Matched-pairs rank-biserial correlation (Kerby, The Simple Difference Formula, 2014): the rank sum of the
 * differences above zero less that of those below it, as a share of all ranks; −1 to 1, 0 where neither side leads.
 * Chosen over Hedges' g, because many metrics are bounded and crowd at their best value, and two deterministic variants
 * can differ by the same amount everywhere, which makes a standardised mean infinite. Chosen over Cliff's delta, which
 * forgets what is paired with what. The ranks of zeros count for neither side but stay in the whole, so that a lead in
 * one task of many is a small one. Null without differences.
 */
export function rankBiserial(differences: readonly number[]): number | null {
  const count = differences.length
  if (count === 0) return null
  const { positive, negative } = signedRanks(differences)
  const lead = [...positive, ...negative.map((rank) => -rank)].reduce((sum, rank) => sum + rank, 0)
  return lead / ((count * (count + 1)) / 2)
}
