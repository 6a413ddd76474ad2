import { formatCountWithNoun } from '../../../../../shared/kernel/format-count-with-noun.ts'
import { formatTime } from '../words/format-report-figures.ts'
import type { Section } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

/** What people said of cells; null where nobody said anything. */
export function buildRatingSection({ experiment }: ReportInput): Section | null {
  const { ratings } = experiment
  if (ratings.length === 0) return null
  return {
    title: 'Ratings and comments',
    blocks: [
      {
        kind: 'table',
        caption: formatCountWithNoun(ratings.length, 'rating'),
        isFolded: false,
        columns: [
          { label: 'Cell' },
          { label: 'Stars', isNumber: true },
          { label: 'Comment' },
          { label: 'Given' },
        ],
        rows: ratings.map(({ cellId, stars, comment, isBlind, createdTs }) => ({
          head: { text: cellId },
          cells: [
            { text: stars === null ? '–' : `${stars} of 5` },
            { text: comment },
            { text: formatTime(createdTs), detail: isBlind ? 'names hidden' : 'names shown' },
          ],
        })),
      },
    ],
  }
}
