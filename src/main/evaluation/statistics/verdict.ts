import type { MoreData } from './more-data-needed.ts'

/** What a comparison says of the candidate against the baseline. */
export type Verdict =
  | { readonly word: 'better' | 'worse' }
  /** No difference worth naming: the interval lies inside the margin. */
  | { readonly word: 'no-difference' }
  | { readonly word: 'not-enough-data'; readonly more: MoreData }
