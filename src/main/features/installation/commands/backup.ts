import { resolve } from 'node:path'
import type { Command } from 'commander'
import { buildText } from '../../../../shared/document/document.ts'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import { describeAsleep } from '../../../../shared/kernel/words/asleep-words.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { resolveDataPlace, type CommandContext, type CommonOptions } from '../../../terminal/context.ts'
import { printAnswer } from '../../../terminal/print-answer.ts'

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
    .action(run(runBackupCommand))
  addCommand(
    program,
    'restore',
    'Replace the database with a backup, and keep the old one beside it. Dewpoint must be closed.',
    'restore ~/dewpoint.backup',
  )
    .argument('<file>', 'a file that `backup` or `doctor --salvage` wrote')
    .action(run(restoreCommand))
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
  return printAnswer(
    options,
    context,
    { file: path, schemaVersion: version, bytes, rows },
    () =>
      `${path}: ${(bytes / 1e6).toFixed(1)} MB, schema ${version}, ${describeBackupContent(rows)}, checked`,
  )
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
  return printAnswer(
    options,
    context,
    { file: path, fromSchemaVersion: fromVersion, schemaVersion: version, rows, asleep, kept, findings },
    () => [
      buildText(
        `Restored ${path}: ${describeBackupContent(rows)}`,
        fromVersion !== version && `Schema ${fromVersion} was brought up to ${version}.`,
        kept !== null && `The replaced database is kept as ${kept}`,
        asleep > 0 && describeAsleep(asleep),
        findings.length > 0 && 'It has minor damage: see `dewpoint doctor`.',
      ),
    ],
  )
}

function describeBackupContent(rows: Readonly<Record<string, number>>): string {
  const count = (table: string, noun: string): string => formatCountWithNoun(rows[table] ?? 0, noun)
  return [count('tasks', 'task'), count('runs', 'run'), count('experiments', 'experiment')].join(', ')
}
