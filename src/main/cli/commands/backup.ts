import { resolve } from 'node:path'
import { countOf } from '../../../shared/lib/count-of.ts'
import { backUpData, restoreData } from '../../care.ts'
import { dataPlaceOf, type CommandContext, type CommonOptions } from '../context.ts'
import { jsonText } from '../output/json.ts'

/** Options of `dewpoint backup`. */
export type BackupOptions = CommonOptions & { readonly force?: boolean }

/** `dewpoint backup <file>`. Resolves to the exit code. */
export async function backupCommand(
  file: string,
  options: BackupOptions,
  context: CommandContext,
): Promise<number> {
  const path = resolve(context.folder, file)
  const made = await backUpData(dataPlaceOf(options, context), { path, replace: options.force === true })
  const { version, bytes, rows } = made
  await context.terminal.out(
    options.json === true
      ? jsonText({ file: path, schemaVersion: version, bytes, rows })
      : `${path}: ${(bytes / 1e6).toFixed(1)} MB, schema ${version}, ${contentOf(rows)}; checked\n`,
  )
  return 0
}

/** `dewpoint restore <file>`. Resolves to the exit code. */
export async function restoreCommand(
  file: string,
  options: CommonOptions,
  context: CommandContext,
): Promise<number> {
  const path = resolve(context.folder, file)
  const { fromVersion, version, rows, kept, findings } = await restoreData(
    dataPlaceOf(options, context),
    path,
  )
  if (options.json === true) {
    await context.terminal.out(
      jsonText({ file: path, fromSchemaVersion: fromVersion, schemaVersion: version, rows, kept, findings }),
    )
    return 0
  }
  const lines = [
    `Restored ${path}: ${contentOf(rows)}`,
    fromVersion === version ? '' : `Schema ${fromVersion} was brought up to ${version}.`,
    kept === null ? '' : `The database that was there is kept as ${kept}`,
    findings.length === 0 ? '' : 'It has damage that does not stand in the way; see `dewpoint doctor`.',
  ]
  await context.terminal.out(`${lines.filter((line) => line !== '').join('\n')}\n`)
  return 0
}

function contentOf(rows: Readonly<Record<string, number>>): string {
  const count = (table: string, noun: string): string => countOf(rows[table] ?? 0, noun)
  return [count('tasks', 'task'), count('runs', 'run'), count('experiments', 'experiment')].join(', ')
}
