import type { Verdict } from '../../../../shared/domain/comparison.ts'

type VerdictLook = {
  readonly sign: string
  readonly label: string
  readonly tone: 'better' | 'worse' | 'plain'
}

/** How each verdict is shown: a sign, a word and a colour, always together. */
export const verdictLooks: Readonly<Record<Verdict['word'], VerdictLook>> = {
  worse: { sign: '▼', label: 'worse', tone: 'worse' },
  better: { sign: '▲', label: 'better', tone: 'better' },
  'no-difference': { sign: '=', label: 'no difference', tone: 'plain' },
  'not-enough-data': { sign: '?', label: 'not enough data', tone: 'plain' },
}

/** The verdicts in the order in which they are listed: what is lost comes first. */
export const verdictWords: readonly Verdict['word'][] = [
  'worse',
  'better',
  'no-difference',
  'not-enough-data',
]
