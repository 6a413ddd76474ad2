import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import type { Report, ReportFormat } from '../../../../shared/experiments/contract.ts'
import { readFileText } from '../../../platform/files/read-file.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { longestReport } from '../../../terminal/arguments/longest-report.ts'
import { openOutputFile } from '../../../terminal/arguments/open-output-file.ts'
import { requireReportFormat, reportFormats } from '../../../terminal/arguments/require-report-format.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import { experimentHelp } from './experiment-help.ts'
import { findExperiment } from './find-experiment.ts'

/** `dewpoint experiment export` and `import`. */
export function addFileCommands(experiment: Command, run: Runner): void {
  addCommand(
    experiment,
    'export',
    'Write a report: to read, to compute with, or to import elsewhere.',
    'experiment export ledger --format html --redact --out report.html',
  )
    .argument('<experiment>', experimentHelp)
    .addOption(
      new Option('--format <format>', 'what to write (default: by the name of the file)').choices(
        reportFormats,
      ),
    )
    .option('-o, --out <file>', 'write to a file instead of stdout')
    .option('--force', 'replace the file if it exists')
    .option('--redact', 'replace paths, e-mail addresses, keys and user names')
    .option('--with-results', 'include the condensed contexts in JSON')
    .action(run(exportExperiment))
  addCommand(
    experiment,
    'import',
    'Import the experiment of a JSON or HTML report.',
    'experiment import report.json',
  )
    .argument('<file>', 'a report that `experiment export` wrote')
    .action(run(importExperiment))
}

type ExportExperimentOptions = CommonOptions & {
  /** That of the file's name where it is left out. */
  readonly format?: ReportFormat
  readonly out?: string
  readonly force?: boolean
  readonly redact?: boolean
  readonly withResults?: boolean
}

/** `dewpoint experiment export <experiment>`: a report, to stdout or into a file. */
async function exportExperiment(
  name: string,
  options: ExportExperimentOptions,
  context: CommandContext,
): Promise<number> {
  const { folder, terminal } = context
  const { force, redact = false, withResults = false } = options
  const format =
    options.format ?? (options.out === undefined ? failWithoutFormat() : requireReportFormat(options.out))
  return withDewpoint(options, context, async ({ client, guard }) => {
    const out = await openOutputFile(options.out, { folder, force, guard })
    const { id: experimentId } = await findExperiment(name, client, { folder })
    const report = await client.experiments.export({ experimentId, format, redact, withResults })
    if (out === null) {
      await terminal.out(endWithNewline(report))
      return 0
    }
    await out.write(report.text)
    const what = { id: experimentId, format, file: out.path }
    return printAnswer(options, context, what, () => `The report is in ${out.path}`)
  })
}

function failWithoutFormat(): never {
  throw new CliFailure({
    message: 'Nothing says what to write.',
    where: '--format',
    hint: 'Add `--format html`, md, csv, json or jsonl, or name a file with `--out`.',
  })
}

function endWithNewline({ text }: Report): string {
  return text.endsWith('\n') ? text : `${text}\n`
}

/** `dewpoint experiment import <file>`: takes a JSON or an HTML report into the library. */
async function importExperiment(
  file: string,
  options: CommonOptions,
  context: CommandContext,
): Promise<number> {
  const text = await readFileText(resolve(context.folder, file), longestReport)
  const summary = await withDewpoint(options, context, ({ client }) => client.experiments.import({ text }))
  return printAnswer(
    options,
    context,
    summary,
    ({ id, name }) => `Experiment ${id} (${name}) imported: see \`dewpoint experiment show ${id}\`.`,
  )
}
