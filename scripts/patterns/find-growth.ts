import { analyse } from 'scslre'
import { createStepCounter, parsePattern } from './count-steps.ts'
import { findHostileTexts, visitNodes, writeText, type HostileText } from './hostile-texts.ts'

/** Where a pattern takes more than linear time: a text, and the steps at once, twice and four times its length. */
export type Growth = { readonly text: HostileText | null; readonly steps: readonly number[] }

type Pattern = { readonly source: string; readonly flags: string }

/**
 * Lengths of the run in a text, in characters, beyond what the pattern asks for at least: a short one, and one that is
 * longer than what bounded quantifiers may take.
 */
const lengths = [12, 256] as const

/** Steps from which on a search counts as endless. */
const mostSteps = 2_000_000

/**
 * The first text for which the steps of a pattern grow faster than the text, or null where they don't. Steps of a linear
 * search grow by the same for each character, so that what is added from the second to the fourth length is twice what is
 * added from the first to the second; what goes beyond grows with the square.
 */
export function findGrowth(pattern: Pattern): Growth | null {
  const { count } = createStepCounter(pattern)
  const least = largestMinimum(pattern)
  for (const text of findHostileTexts(pattern)) {
    let steps: number[] = []
    const grows = lengths.every((length) => {
      const times = Math.max(6, Math.ceil((length + least) / (text.pump.length * (text.gap === '' ? 1 : 5))))
      steps = []
      for (const factor of [1, 2, 4]) {
        const counted = count(writeText(text, factor * times), mostSteps)
        steps.push(counted)
        // A longer one has no end either.
        if (counted === Infinity) return true
      }
      const [once = 0, twice = 0, fourTimes = 0] = steps
      return fourTimes - twice - 2 * (twice - once) > times * times
    })
    if (grows) return { text, steps }
  }
  // What the texts miss, the analysis of the pattern itself may see.
  const { reports } = analyse(pattern, { maxReports: 1 })
  return reports.length === 0 ? null : { text: null, steps: [] }
}

/** The most that a quantifier of the pattern asks for at least. */
function largestMinimum(pattern: Pattern): number {
  let largest = 0
  visitNodes(parsePattern(pattern), (node) => {
    if (node.type === 'Quantifier') largest = Math.max(largest, node.min)
  })
  return largest
}
