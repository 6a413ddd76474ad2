import type { Report, ReportFormat } from '../../../../shared/experiments/contract.ts'
import { figuresVersion } from '../../../../shared/experiments/experiment-results-types.ts'
import type { ExperimentExport } from '../../../../shared/experiments/experiment-types.ts'
import { assertNever } from '../../../../shared/kernel/assert-never.ts'
import { describeError } from '../../../../shared/kernel/describe-error.ts'
import {
  reportLayout,
  type CaseExcerpt,
  type ReportData,
  type ReportExample,
  type Summarise,
} from './document/report-input.ts'
import { formatReportFileName } from './format-report-file-name.ts'
import { explainNewerData, readDataIsland } from './html/render-data-island.ts'
import { renderHtmlReport } from './html/render-html-report.ts'
import { renderMarkdownReport } from './markdown/render-markdown-report.ts'
import { redactData } from './redact/redact-data.ts'
import { renderJsonReport, renderJsonlReport } from './tables/json-reports.ts'
import { renderCsvReport } from './tables/render-csv-report.ts'

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
  readonly example: ReportExample | null
  readonly redact: boolean
  /** Variant that the others are compared with. */
  readonly baselineId: string
  readonly summarise: Summarise
}): Report {
  const { format, experiment, redact, baselineId, summarise } = options
  const plain: ReportData = {
    experiment,
    cases: [...options.cases],
    example: options.example,
    redaction: null,
    baselineId,
    layout: reportLayout,
    figuresVersion,
  }
  const data = redact ? redactData(plain) : plain
  return {
    fileName: formatReportFileName(data.experiment.summary, format, [
      ...(redact ? ['redacted'] : []),
      ...(data.experiment.results === undefined ? [] : ['with-results']),
    ]),
    mediaType: mediaTypes[format],
    text: renderReportText(format, data, summarise),
  }
}

function renderReportText(format: ReportFormat, data: ReportData, summarise: Summarise): string {
  const { experiment, baselineId } = data
  switch (format) {
    case 'html':
      return renderHtmlReport({ ...data, results: summarise(experiment, baselineId) })
    case 'md':
      return renderMarkdownReport({
        ...data,
        results: summarise(experiment, baselineId),
      })
    case 'csv':
      return renderCsvReport(experiment)
    case 'json':
      return renderJsonReport(experiment)
    case 'jsonl':
      return renderJsonlReport(experiment)
    default:
      return assertNever(format)
  }
}

/**
 * Makes an HTML report anew from the data in one that came from elsewhere, and says whose it is. Of its markup nothing is
 * left: it could hold scripts, or figures that do not follow from the data.
 */
export function rebuildReport(options: {
  readonly report: string
  /** Whoever it came from, as they call themselves. */
  readonly pushedBy: string
  readonly summarise: Summarise
}): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string } {
  const read = readDataIsland(options.report)
  if (!read.ok) return read
  const newer = explainNewerData(read.data)
  if (newer !== '') return { ok: false, message: newer }
  const { experiment, baselineId } = read.data
  const summary = { ...experiment.summary, pushedBy: options.pushedBy }
  const data = { ...read.data, experiment: { ...experiment, summary }, layout: reportLayout, figuresVersion }
  try {
    const results = options.summarise(data.experiment, baselineId)
    return { ok: true, text: renderHtmlReport({ ...data, results }) }
  } catch (error) {
    // Data that no run could have left, such as a baseline that is no variant.
    const why = describeError(error)
    return { ok: false, message: `its data come to nothing: ${why}` }
  }
}
