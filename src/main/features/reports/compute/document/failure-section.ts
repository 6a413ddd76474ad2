import { buildTable, buildText } from '../../../../../shared/document/document.ts'
import { formatCountWithNoun } from '../../../../../shared/kernel/format-count-with-noun.ts'
import type { Section } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

const mostFailures = 50

/** Cells that could not be done; null where all could. */
export function buildFailureSection({ experiment }: ReportInput): Section | null {
  const failed = experiment.cells.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return null
  const rest = failed.length - mostFailures
  const note = `Failed cells have no values: they count nowhere, least of all as zeros.`
  return {
    title: 'Failures',
    blocks: [
      buildText(rest > 0 ? `${note} ${formatCountWithNoun(rest, 'more failed cell')} in the data.` : note),
      buildTable(
        ['Cell', 'Code', 'What happened'],
        failed.slice(0, mostFailures).map(({ id, error }) => [id, error?.code ?? '–', error?.message ?? '–']),
        { caption: formatCountWithNoun(failed.length, 'failed cell') },
      ),
    ],
  }
}
