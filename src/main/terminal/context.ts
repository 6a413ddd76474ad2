import { resolve } from 'node:path'
import { formatCountWithNoun } from '../../shared/kernel/format-count-with-noun.ts'
import type { Compose, ComposeOptions, Dewpoint, Doctor, DoctorOptions } from '../features/common/dewpoint.ts'
import type { DataPlace } from '../features/library/care.ts'
import type { FileAccess } from '../features/library/file-access.ts'
import { FileFailure } from '../platform/files/file-failure.ts'
import { resolveDefaultDataFolder, buildSurroundings } from '../platform/resolve-default-data-folder.ts'
import { CliFailure } from './cli-failure.ts'
import { describeFailure } from './describe-failure.ts'
import { createProgress } from './jobs/progress.ts'
import type { Terminal } from './terminal.ts'

/** What every command is given. */
export type CommandContext = {
  readonly terminal: Terminal
  /** Folder that relative paths count from: where the caller stood. */
  readonly folder: string
  /** Folder that holds `out` and `resources`. */
  readonly installFolder: string
  /** Modules of the threads, and threads that several command lines of one process share; the bundles beside this one by default. */
  readonly threads?: Pick<ComposeOptions, 'workerFile' | 'lendEngine'>
  readonly env: Readonly<Record<string, string | undefined>>
  /** Builds Dewpoint, or what looks after a damaged one. */
  readonly compose: Compose
  readonly composeDoctor: (options: DoctorOptions) => Promise<Doctor>
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal
}

/** Options that every command has. */
export type CommonOptions = {
  readonly json?: boolean
  readonly data?: string
  readonly progress?: boolean
  /** What external arms name is run without a question, and kept as allowed. */
  readonly allowCommands?: boolean
}

/** The folder of `--data`, else the one that all doors share. */
export function resolveDataFolder({ data }: CommonOptions, { folder, env }: CommandContext): string {
  return data === undefined ? resolveDefaultDataFolder(buildSurroundings(env)) : resolve(folder, data)
}

/** The same with what it lies in. */
export function resolveDataPlace(options: CommonOptions, context: CommandContext): DataPlace {
  return { folder: resolveDataFolder(options, context), surroundings: buildSurroundings(context.env) }
}

/** Whoever types a path may read it: the command line allows every path and knows no grants. */
function allowAnyPath(folder: string): FileAccess {
  return {
    resolve: (source) => resolve(folder, source.kind === 'path' ? source.path : source.token),
    roots: () => [],
  }
}

/** What a person can mend is shown to them; the log says only that something was refused. */
const pickErrorCode = (error: unknown): string => {
  if (error instanceof CliFailure || error instanceof FileFailure) return 'refused'
  return error instanceof Error ? error.name : 'unknown'
}

/** Opens Dewpoint for one command and closes it whatever happens. */
export async function withDewpoint<T>(
  options: CommonOptions,
  context: CommandContext,
  work: (dewpoint: Dewpoint) => Promise<T>,
): Promise<T> {
  const dataFolder = resolveDataFolder(options, context)
  const reading = createProgress(options, context)
  const toMegabytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20)
  const dewpoint = await context.compose({
    door: 'command-line',
    onlyCaller: {
      signal: context.signal,
      onRead: (done, total) => {
        reading.show('reading, in MB,', toMegabytes(done), toMegabytes(total))
        if (done === total) reading.end()
      },
    },
    dataFolder,
    access: allowAnyPath(context.folder),
    resourcesFolder: resolve(context.installFolder, 'resources'),
    environment: context.env,
    ...buildArmConfirmation(options, context),
    ...context.threads,
  })
  try {
    for (const problem of await dewpoint.client.app.takeStartProblems())
      context.terminal.err(`${describeFailure(problem).line}\n`)
    return await work(dewpoint)
  } catch (error) {
    dewpoint.log.warn('command-failed', { code: describeFailure(error).code ?? pickErrorCode(error) })
    throw error
  } finally {
    tellUnreadable(dewpoint, context)
    await dewpoint.close()
  }
}

/**
 * Who allows an external arm: `--allow-commands`, which says what is allowed, so that nobody allows something unseen, or
 * else the person at the terminal. Nobody where there is none: then it is refused.
 */
export function buildArmConfirmation(
  { allowCommands }: Pick<CommonOptions, 'allowCommands'>,
  { terminal, signal }: Pick<CommandContext, 'terminal' | 'signal'>,
): Pick<ComposeOptions, 'confirmArm'> {
  if (allowCommands === true) {
    return {
      confirmArm: (question) => {
        terminal.err(`Allowed on this machine from now on: ${question}\n`)
        return Promise.resolve(true)
      },
    }
  }
  const { ask } = terminal
  if (ask === undefined) return {}
  return {
    confirmArm: (question) =>
      ask(
        `\nAn external method asks for ${question}. It has your rights, and is given the histories that it condenses. It stays allowed.\nAllow it on this machine? [y/N] `,
        signal,
      ),
  }
}

/** Says what the lists of a command have left out; what else it does works without. */
function tellUnreadable({ unreadableRows, log }: Dewpoint, { terminal }: CommandContext): void {
  for (const [table, rows] of unreadableRows()) {
    log.warn('command-failed', { code: `unreadable-rows ${table}` })
    terminal.err(
      `${formatCountWithNoun(rows.size, 'row')} of table ${table} cannot be read and ${rows.size === 1 ? 'was' : 'were'} left out. \`dewpoint doctor\` names ${rows.size === 1 ? 'it' : 'them'}.\n`,
    )
  }
}
