import { resolve } from 'node:path'
import type { Report, ReportFormat } from '../../../shared/api/experiments.ts'
import { CliFailure } from '../cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../context.ts'
import { findExperiment } from '../find-experiment.ts'
import { oneLine } from '../output/figures.ts'
import { jsonText } from '../output/json.ts'
import { longestReport, readText } from '../read-text.ts'
import { reportFormatOf } from '../report-format-of.ts'
import { requireFree, writeFileOnce } from '../write-file-once.ts'

export type ExportExperimentOptions = CommonOptions & {
  /** That of the file's name where it is left out. */
  readonly format?: ReportFormat
  readonly out?: string
  readonly force?: boolean
  readonly redact?: boolean
  readonly withResults?: boolean
}

/** `dewpoint experiment export <experiment>`: a report, to stdout or into a file. */
export async function exportExperiment(
  name: string,
  options: ExportExperimentOptions,
  context: CommandContext,
): Promise<number> {
  const { folder, terminal } = context
  const write = { force: options.force === true }
  const out = options.out === undefined ? null : resolve(folder, options.out)
  const format = options.format ?? (out === null ? noFormat() : reportFormatOf(out))
  if (out !== null) await requireFree(out, write)
  const { id, report } = await withDewpoint(options, context, async ({ client }) => {
    const { id: experimentId } = await findExperiment(name, client, { folder })
    const { redact = false, withResults = false } = options
    return {
      id: experimentId,
      report: await client.experiments.export({ experimentId, format, redact, withResults }),
    }
  })
  if (out === null) {
    await terminal.out(endWithLine(report))
    return 0
  }
  await writeFileOnce(out, report.text, write)
  const what = { id, format, file: out }
  await terminal.out(options.json === true ? jsonText(what) : `The report is in ${out}\n`)
  return 0
}

function noFormat(): never {
  throw new CliFailure({
    message: 'Nothing says what to write.',
    where: '--format',
    hint: 'Add `--format html`, md, csv, json or jsonl, or name a file with `--out`.',
  })
}

function endWithLine({ text }: Report): string {
  return text.endsWith('\n') ? text : `${text}\n`
}

/** `dewpoint experiment import <file>`: takes a JSON or an HTML report into the library. */
export async function importExperiment(
  file: string,
  options: CommonOptions,
  context: CommandContext,
): Promise<number> {
  const text = await readText(resolve(context.folder, file), longestReport)
  const summary = await withDewpoint(options, context, ({ client }) => client.experiments.import({ text }))
  await context.terminal.out(
    options.json === true
      ? jsonText(summary)
      : `Experiment ${summary.id} (${oneLine(summary.name)}) imported; see \`dewpoint experiment show ${summary.id}\`.\n`,
  )
  return 0
}
