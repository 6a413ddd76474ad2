import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { compose, type Dewpoint } from '../compose.ts'
import { defaultDataFolder } from '../data-folder.ts'
import type { FileAccess } from '../api/file-access.ts'
import type { Terminal } from './terminal.ts'

/** What every command is given. */
export type CommandContext = {
  readonly terminal: Terminal
  /** Folder that relative paths count from: where the caller stood. */
  readonly folder: string
  /** Folder that holds `out` and `resources`. */
  readonly installFolder: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal
}

/** Options that every command has. */
export type CommonOptions = {
  readonly json?: boolean
  readonly data?: string
  readonly progress?: boolean
}

/** The folder of `--data`, else the one that all doors share. */
export function dataFolderOf({ data }: CommonOptions, { folder, env }: CommandContext): string {
  return data === undefined
    ? defaultDataFolder({ env, platform: process.platform, home: homedir() })
    : resolve(folder, data)
}

/** Whoever types a path may read it: the command line allows every path and knows no grants. */
function anyPath(folder: string): FileAccess {
  return {
    resolve: (source) => resolve(folder, source.kind === 'path' ? source.path : source.token),
    roots: () => [],
  }
}

/** Opens Dewpoint for one command and closes it whatever happens. */
export async function withDewpoint<T>(
  options: CommonOptions,
  context: CommandContext,
  work: (dewpoint: Dewpoint) => Promise<T>,
): Promise<T> {
  const dataFolder = dataFolderOf(options, context)
  const dewpoint = await compose({
    door: 'command-line',
    dataFolder,
    access: anyPath(context.folder),
    resourcesFolder: resolve(context.installFolder, 'resources'),
    environment: context.env,
  })
  try {
    return await work(dewpoint)
  } finally {
    await dewpoint.close()
  }
}
