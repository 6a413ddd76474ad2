import { resolve } from 'node:path'
import type { Command } from 'commander'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import { describeAsleep } from '../../../../shared/kernel/words/asleep-words.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { resolveDataPlace, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { formatOneLine } from '../../../terminal/output/figures.ts'
import { formatJson } from '../../../terminal/output/json.ts'
import { formatAsTyped } from '../../common/find-own-command.ts'

/** `dewpoint backup` and `dewpoint restore`. */
export function addBackupCommands(program: Command, run: Runner): void {
  addCommand(
    program,
    'backup',
    'Copy the database into one file and check the copy, also while Dewpoint runs.',
    'backup ~/dewpoint.backup',
  )
    .argument('<file>', 'file to write the copy to')
    .option('--force', 'replace the file if it exists')
    .action((file: string, options: BackupOptions) =>
      run((context) => runBackupCommand(file, options, context)),
    )
  addCommand(
    program,
    'restore',
    'Replace the database with a backup, and keep the old one beside it. Dewpoint must be closed.',
    'restore ~/dewpoint.backup',
  )
    .argument('<file>', 'a file that `backup` or `doctor --salvage` wrote')
    .action((file: string, options: CommonOptions) =>
      run((context) => restoreCommand(file, options, context)),
    )
}

/** Options of `dewpoint backup`. */
type BackupOptions = CommonOptions & { readonly force?: boolean }

/** `dewpoint backup <file>`. Resolves to the exit code. */
async function runBackupCommand(
  file: string,
  options: BackupOptions,
  context: CommandContext,
): Promise<number> {
  const path = resolve(context.folder, file)
  const { backUpData } = await import('../../library/care.ts')
  const made = await backUpData(resolveDataPlace(options, context), { path, replace: options.force === true })
  const { version, bytes, rows } = made
  await context.terminal.out(
    options.json === true
      ? formatJson({ file: path, schemaVersion: version, bytes, rows })
      : `${formatOneLine(path, 500)}: ${(bytes / 1e6).toFixed(1)} MB, schema ${version}, ${describeBackupContent(rows)}, checked\n`,
  )
  return 0
}

/** `dewpoint restore <file>`. Resolves to the exit code. */
async function restoreCommand(
  file: string,
  options: CommonOptions,
  context: CommandContext,
): Promise<number> {
  const path = resolve(context.folder, file)
  const { restoreData } = await import('../../library/care.ts')
  const { fromVersion, version, rows, asleep, kept, findings } = await restoreData(
    resolveDataPlace(options, context),
    path,
  )
  if (options.json === true) {
    await context.terminal.out(
      formatJson({
        file: path,
        fromSchemaVersion: fromVersion,
        schemaVersion: version,
        rows,
        asleep,
        kept,
        findings,
      }),
    )
    return 0
  }
  const lines = [
    `Restored ${formatOneLine(path, 500)}: ${describeBackupContent(rows)}`,
    fromVersion === version ? '' : `Schema ${fromVersion} was brought up to ${version}.`,
    kept === null ? '' : `The replaced database is kept as ${kept}`,
    asleep === 0 ? '' : formatAsTyped(describeAsleep(asleep)),
    findings.length === 0 ? '' : 'It has minor damage: see `dewpoint doctor`.',
  ]
  await context.terminal.out(`${lines.filter((line) => line !== '').join('\n')}\n`)
  return 0
}

function describeBackupContent(rows: Readonly<Record<string, number>>): string {
  const count = (table: string, noun: string): string => formatCountWithNoun(rows[table] ?? 0, noun)
  return [count('tasks', 'task'), count('runs', 'run'), count('experiments', 'experiment')].join(', ')
}
