import type { MetricsFigures } from '../domain/metrics.ts'
import type { QualityGap } from '../domain/run-quality.ts'
import { countOf } from './count-of.ts'

/** How the figures of quality are called wherever they are shown. */
export const qualityLabels = { survival: 'Survival', continuationRecall: 'Kept what was used next' } as const

/** What each of them is, in a sentence. */
export const qualityNotes = {
  survival:
    'Share of the facts stated before (paths, symbols, errors, decisions …) that the result still states',
  continuationRecall:
    'Share of the facts from before that the task went on to use and that the result still states',
} as const

/** Why a figure of quality has no value. */
export const qualityGapWords: Readonly<Record<QualityGap | 'pending', string>> = {
  pending: 'not measured yet',
  'no-facts': 'the source states no facts',
  'nothing-after': 'nothing was recorded after it',
  rewritten: 'the task was rewritten since',
  'none-used': 'what came next uses no fact from before',
  unreadable: 'source or result is missing from the database',
}

/** Why results have no figure of quality, figure by figure: `none for 3 results (not measured yet)`. */
export function qualityGapNotes(
  gaps: MetricsFigures['qualityGaps'],
): readonly { readonly figure: keyof typeof qualityLabels; readonly text: string }[] {
  return (['survival', 'continuationRecall'] as const).flatMap((figure) => {
    const own = gaps.filter((gap) => gap.figure === figure)
    const texts = own.map(
      ({ code, attempts }) => `none for ${countOf(attempts, 'result')} (${qualityGapWords[code]})`,
    )
    return own.length === 0 ? [] : [{ figure, text: texts.join(', ') }]
  })
}
