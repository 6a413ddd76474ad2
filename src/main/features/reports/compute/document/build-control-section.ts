import { buildText } from '../../../../../shared/document/document.ts'
import { buildControlTables } from '../../../../../shared/experiments/build-control-tables.ts'
import { blindSpots } from '../../../../../shared/kernel/words/state-words.ts'
import type { Section } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

/** What cheap tricks of the same size score on each figure; nothing where no figure was held against them. */
export function buildControlSection({ results }: Pick<ReportInput, 'results'>): Section | null {
  const tables = buildControlTables(results)
  if (tables.length === 0) return null
  const text = `Contexts of the same size that anybody could make, from nothing to the full history. A variant holds knowledge where it beats all of them, task by task, at 5 % corrected by Holm. ${blindSpots}`
  return { title: 'Against cheap tricks', blocks: [buildText(text), ...tables] }
}
