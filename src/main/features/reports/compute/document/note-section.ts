import { buildFacts, type Fact } from '../../../../../shared/document/document.ts'
import { findMissingFigures } from '../../../../../shared/experiments/find-missing-figures.ts'
import { describeMissingFigures } from '../../../../../shared/experiments/missing-words.ts'
import type { Section } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

/** What the figures do not show, tasks that were left out, and reservations; null where there are none. */
export function buildNoteSection({ experiment, results }: ReportInput): Section | null {
  const missing = describeMissingFigures(findMissingFigures(experiment.plan, experiment.cells))
  const notes = [
    ...missing.map((message): Fact => ['Without a value', message]),
    ...results.notes.map((message): Fact => ['Figures', message]),
    ...experiment.plan.notes.map(({ where, message }): Fact => [where, message]),
  ]
  return notes.length === 0 ? null : { title: 'Notes', blocks: [buildFacts(notes)] }
}
