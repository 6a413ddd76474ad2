import { countOf } from '../../../shared/lib/count-of.ts'
import { formatUsd } from '../../../shared/lib/format-figures.ts'
import { formatTime } from '../words/format-time.ts'
import { caseSection } from './case-section.ts'
import { comparisonSection } from './comparison-section.ts'
import { plotSection } from './plot-section.ts'
import {
  assertionSection,
  costSection,
  failureSection,
  noteSection,
  ratingSection,
  reproduceSection,
} from './record-sections.ts'
import type { ReportDocument } from './report-document.ts'
import type { Redaction, ReportInput } from './report-input.ts'
import { resultSection } from './result-section.ts'
import { setupSection } from './setup-section.ts'
import { verdictSection } from './verdict-section.ts'

/** Puts a report together: what it found first, how it was found after that, how to do it again last. */
export function buildReport(input: ReportInput): ReportDocument {
  const { summary, writtenBy } = input.experiment
  const { cells } = input.results
  const sections = [
    verdictSection(input),
    assertionSection(input),
    resultSection(input),
    plotSection(input),
    caseSection(input),
    failureSection(input),
    noteSection(input),
    ratingSection(input),
    costSection(input),
    setupSection(input),
    comparisonSection(input),
    reproduceSection(input),
  ]
  return {
    title: summary.name,
    question: summary.question,
    line: [
      summary.status,
      `${cells.done} of ${countOf(cells.total, 'cell')}`,
      countOf(summary.variants, 'variant'),
      `${countOf(summary.checkpoints, 'checkpoint')} of ${countOf(summary.tasks, 'task')}`,
      formatUsd(summary.costUsd),
      formatTime(summary.finishedTs ?? summary.createdTs),
    ],
    sections: sections.flatMap((section) => section ?? []).filter(({ blocks }) => blocks.length > 0),
    foot: `Written by Dewpoint ${writtenBy}.${input.redaction === null ? '' : ` ${redactionWords(input.redaction)}`}`,
  }
}

function redactionWords({ paths, users, emails, keys, addresses }: Redaction): string {
  const counts = [
    countOf(paths, 'path'),
    countOf(users, 'user name'),
    countOf(emails, 'e-mail address', 'e-mail addresses'),
    countOf(keys, 'key'),
    countOf(addresses, 'network address', 'network addresses'),
  ]
  return `Redacted: ${counts.join(', ')}; the same thing has the same placeholder everywhere.`
}
