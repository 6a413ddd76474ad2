import { resolve } from 'node:path'
import type { Command } from 'commander'
import { alignRight, buildTable, buildText, type Block } from '../../../../shared/document/document.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { buildSurroundings } from '../../../platform/resolve-default-data-folder.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import {
  resolveDataFolder,
  resolveDataPlace,
  type CommandContext,
  type CommonOptions,
} from '../../../terminal/context.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'
import type { salvageData } from '../../library/care.ts'

/** `dewpoint doctor`. */
export function addDoctorCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'doctor',
    'Check storage, database and runtime. Removes what killed processes left, and changes nothing else. Exit code 1 where something is damaged.',
    'doctor --salvage ~/saved.sqlite',
  )
    .option('--salvage <file>', 'copy every row that can be read into a new database')
    .option('--force', 'replace that file if it exists')
    .action(run(runDoctorCommand))
}

/** Options of `dewpoint doctor`. */
type DoctorOptions = CommonOptions & { readonly salvage?: string; readonly force?: boolean }

/** `dewpoint doctor`. Resolves to the exit code: 1 where something is wrong. */
async function runDoctorCommand(options: DoctorOptions, context: CommandContext): Promise<number> {
  if (options.salvage !== undefined) return salvageTo(options.salvage, options, context)
  if (options.force === true)
    throw new CliFailure({ message: '--force belongs to --salvage.', hint: 'Name a file with --salvage.' })
  const dataFolder = resolveDataFolder(options, context)
  const { examineDataFolder } = await import('../../../platform/data-folder.ts')
  examineDataFolder(dataFolder, buildSurroundings(context.env))
  const doctor = await context.composeDoctor({
    door: 'command-line',
    dataFolder,
    resourcesFolder: resolve(context.installFolder, 'resources'),
    ...context.threads,
  })
  try {
    const checks = await doctor.examine()
    await printAnswer(options, context, checks, () => [
      buildTable(
        ['state', 'check', 'detail'],
        checks.map(({ status, label, detail }) => [status, label, detail]),
      ),
    ])
    return checks.some(({ status }) => status === 'error') ? 1 : 0
  } finally {
    await doctor.close()
  }
}

async function salvageTo(file: string, options: DoctorOptions, context: CommandContext): Promise<number> {
  const path = resolve(context.folder, file)
  const { salvageData: salvageInto } = await import('../../library/care.ts')
  const salvaged = await salvageInto(resolveDataPlace(options, context), {
    path,
    replace: options.force === true,
  })
  return printAnswer(options, context, { file: path, ...salvaged }, () => buildSalvaged(path, salvaged))
}

type Salvaged = Awaited<ReturnType<typeof salvageData>>

function buildSalvaged(path: string, { tables, orphans, foreign }: Salvaged): readonly Block[] {
  return [
    buildTable(
      ['table', ...alignRight('copied', 'lost')],
      tables
        .filter(({ copied, lost, isTorn }) => copied > 0 || lost > 0 || isTorn)
        .map(({ table, copied, lost, isCounted }) => [
          table,
          formatCount(copied),
          describeLoss(lost, isCounted),
        ]),
    ),
    buildText(
      orphans.map(
        ({ table, parent, rows: count }) =>
          `${formatCountWithNoun(count, 'row')} of ${table} refer to rows of ${parent} that were lost, and were copied.`,
      ),
      foreign.length > 0 && `Not made by Dewpoint, and not copied: ${foreign.join(', ')}.`,
      'The search index is a cache and is rebuilt.',
      `Saved as ${path}, checked. \`dewpoint restore\` puts it in place of the damaged database.`,
    ),
  ]
}

/** No index counts what some tables have lost with a page. */
function describeLoss(lost: number, isCounted: boolean): string {
  if (isCounted) return formatCount(lost)
  return lost === 0 ? 'unknown' : `at least ${formatCount(lost)}`
}
