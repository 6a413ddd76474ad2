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
      {
        kind: 'text',
        text: rest > 0 ? `${note} ${formatCountWithNoun(rest, 'more failed cell')} in the data.` : note,
      },
      {
        kind: 'table',
        caption: formatCountWithNoun(failed.length, 'failed cell'),
        isFolded: false,
        columns: [{ label: 'Cell' }, { label: 'Code' }, { label: 'What happened' }],
        rows: failed.slice(0, mostFailures).map(({ id, error }) => ({
          head: { text: id },
          cells: [{ text: error?.code ?? '–' }, { text: error?.message ?? '–' }],
        })),
      },
    ],
  }
}
