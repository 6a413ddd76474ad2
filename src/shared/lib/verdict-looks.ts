import type { Verdict } from '../domain/comparison.ts'

type VerdictLook = {
  /** A sign beside the word, since colour alone says nothing in print. */
  readonly sign: string
  /** For headings: `No difference worth naming`. */
  readonly title: string
  /** For lines and cells of a table: `no difference`. */
  readonly short: string
}

/** How each verdict is written, in the order in which reports list them. */
export const verdictLooks: Readonly<Record<Verdict['word'], VerdictLook>> = {
  better: { sign: '▲', title: 'Better', short: 'better' },
  worse: { sign: '▼', title: 'Worse', short: 'worse' },
  'no-difference': { sign: '=', title: 'No difference worth naming', short: 'no difference' },
  'not-enough-data': { sign: '?', title: 'Not enough data', short: 'not enough data' },
}
