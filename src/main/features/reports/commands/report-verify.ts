import { resolve } from 'node:path'
import type { Command } from 'commander'
import { buildText, type Block } from '../../../../shared/document/document.ts'
import type { ReportCheck } from '../../../../shared/experiments/contract.ts'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import { readFileText } from '../../../platform/files/read-file.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { longestReport } from '../../../terminal/arguments/longest-report.ts'
import { withDewpoint, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { formatOneLine } from '../../../terminal/output/figures.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'

/** `dewpoint report …`. */
export function addReportCommands(program: Command, run: Runner): void {
  const report = program.command('report').description('Check reports of experiments.').helpCommand(false)
  addCommand(
    report,
    'verify',
    'Recompute the figures of an HTML report from the data in it. Exit code 1 when some differ.',
    'report verify report.html',
  )
    .argument('<html>', 'a report that `experiment export --format html` wrote')
    .action(run(verifyReport))
}

/** `dewpoint report verify <html>`. Resolves to 1 where its figures are not what its own data come to. */
async function verifyReport(file: string, options: CommonOptions, context: CommandContext): Promise<number> {
  const path = resolve(context.folder, file)
  const text = await readFileText(path, longestReport)
  const check = await withDewpoint(options, context, ({ client }) => client.experiments.verify({ text }))
  await printAnswer(options, context, check, buildReportCheck)
  return check.ok ? 0 : 1
}

function buildReportCheck({ ok, name, writtenBy, differences }: ReportCheck): readonly Block[] {
  const report = `${formatOneLine(name, 200)} (written by Dewpoint ${formatOneLine(writtenBy, 40)})`
  if (ok) return [buildText(`The figures of ${report} agree with its data.`)]
  return [
    buildText(
      `${formatCountWithNoun(differences.length, 'figure')} of ${report} ${differences.length === 1 ? 'differs' : 'differ'} from its data:`,
      differences.map(
        ({ where, says, comesTo }) =>
          `${formatOneLine(where, 200)}: says ${quoteText(says)}, computed ${quoteText(comesTo)}`,
      ),
    ),
  ]
}

function quoteText(text: string): string {
  return text === '' ? 'nothing' : `"${formatOneLine(text, 200)}"`
}
