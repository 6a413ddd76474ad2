import type { Report, ReportFormat } from '../../shared/api/experiments.ts'
import type { ExperimentExport } from '../../shared/domain/experiment.ts'
import { figuresVersion } from '../../shared/domain/experiment-results.ts'
import { assertNever } from '../../shared/lib/assert-never.ts'
import { reportLayout, type CaseExcerpt, type ReportData, type Summarise } from './document/report-input.ts'
import { htmlReport } from './html/html-report.ts'
import { markdownReport } from './markdown/markdown-report.ts'
import { redactData } from './redact/redact-data.ts'
import { reportFileName } from './report-file-name.ts'
import { csvReport } from './tables/csv-report.ts'
import { jsonReport, jsonlReport } from './tables/json-reports.ts'

const mediaTypes: Readonly<Record<ReportFormat, string>> = {
  html: 'text/html',
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  jsonl: 'application/jsonl',
}

/**
 * Writes a report. What is to be redacted is redacted before anything else is made of it, so that it is in no
 * figure, no drawing and no embedded data either. Redacted reports hold no condensed contexts.
 */
export function writeReport(options: {
  readonly format: ReportFormat
  readonly experiment: ExperimentExport
  readonly cases: readonly CaseExcerpt[]
  readonly redact: boolean
  /** Variant that the others are compared with. */
  readonly baselineId: string
  readonly summarise: Summarise
}): Report {
  const { format, experiment, redact, baselineId, summarise } = options
  const plain: ReportData = {
    experiment,
    cases: [...options.cases],
    redaction: null,
    baselineId,
    layout: reportLayout,
    figuresVersion,
  }
  const data = redact ? redactData(plain) : plain
  return {
    fileName: reportFileName(data.experiment.summary, format, [
      ...(redact ? ['redacted'] : []),
      ...(data.experiment.results === undefined ? [] : ['with-results']),
    ]),
    mediaType: mediaTypes[format],
    text: textOf(format, data, summarise),
  }
}

function textOf(format: ReportFormat, data: ReportData, summarise: Summarise): string {
  const { experiment, baselineId } = data
  switch (format) {
    case 'html':
      return htmlReport({ ...data, results: summarise(experiment, baselineId, data.figuresVersion) })
    case 'md':
      return markdownReport({ ...data, results: summarise(experiment, baselineId, data.figuresVersion) })
    case 'csv':
      return csvReport(experiment)
    case 'json':
      return jsonReport(experiment)
    case 'jsonl':
      return jsonlReport(experiment)
    default:
      return assertNever(format)
  }
}
