import { extname } from 'node:path'
import type { ReportFormat } from '../../../shared/experiments/contract.ts'
import { CliFailure } from '../cli-failure.ts'

/** Formats of a report; the schema of the API would be loaded for every `--help`. */
export const reportFormats = ['html', 'md', 'csv', 'json', 'jsonl'] as const satisfies readonly ReportFormat[]

/** The format of a report by the name of its file. Throws a `CliFailure` where that does not say it. */
export function requireReportFormat(path: string): ReportFormat {
  const ending = extname(path).slice(1).toLowerCase()
  const format = reportFormats.find((one) => one === ending)
  if (format !== undefined) return format
  throw new CliFailure({
    message: 'The name of the report does not say its format.',
    where: path,
    hint: 'Let it end with .html, .md, .csv, .json or .jsonl.',
  })
}
