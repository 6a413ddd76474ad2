import { findMissingFigures } from '../../../../../shared/experiments/find-missing-figures.ts'
import { describeMissingFigures } from '../../../../../shared/experiments/missing-words.ts'
import type { Section } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

/** What the figures do not show, tasks that were left out, and reservations; null where there are none. */
export function buildNoteSection({ experiment, results }: ReportInput): Section | null {
  const missing = describeMissingFigures(findMissingFigures(experiment.plan, experiment.cells))
  const notes = [
    ...missing.map((message) => ({ where: 'Without a value', message })),
    ...results.notes.map((message) => ({ where: 'Figures', message })),
    ...experiment.plan.notes,
  ]
  if (notes.length === 0) return null
  return {
    title: 'Notes',
    blocks: [{ kind: 'facts', rows: notes.map(({ where, message }) => ({ label: where, value: message })) }],
  }
}
