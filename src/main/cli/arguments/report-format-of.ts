import { extname } from 'node:path'
import { reportFormatSchema, type ReportFormat } from '../../../shared/api/experiments.ts'
import { CliFailure } from '../cli-failure.ts'

/** The format of a report by the name of its file. Throws a `CliFailure` where that does not say it. */
export function reportFormatOf(path: string): ReportFormat {
  const format = reportFormatSchema.safeParse(extname(path).slice(1).toLowerCase())
  if (format.success) return format.data
  throw new CliFailure({
    message: 'The name of the report does not say its format.',
    where: path,
    hint: 'Let it end with .html, .md, .csv, .json or .jsonl.',
  })
}
