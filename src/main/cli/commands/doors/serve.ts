import { existsSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { describeForeignSessions } from '../../../../shared/library/words.ts'
import type { Dewpoint } from '../../../features/common/dewpoint.ts'
import { createAskingAccess } from '../../../features/library/roots-access.ts'
import { openBrowser, shouldOpenBrowser } from '../../../hosts/common/open-browser.ts'
import { refuseSpecial } from '../../../platform/files/read-file.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { parsePort } from '../../../terminal/arguments/numbers.ts'
import { collectFolderNames } from '../../../terminal/arguments/parse-folder-name.ts'
import { CliFailure } from '../../../terminal/cli-failure.ts'
import {
  buildArmConfirmation,
  resolveDataFolder,
  type CommandContext,
  type CommonOptions,
} from '../../../terminal/context.ts'
import { describeFailure } from '../../../terminal/describe-failure.ts'
import { formatOneLine } from '../../../terminal/output/figures.ts'
import { formatJsonLine } from '../../../terminal/output/json.ts'

/** `dewpoint serve`. */
export function addServeCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'serve',
    'Serve the workbench on 127.0.0.1 and print its address.',
    'serve --port 4680 --no-open',
  )
    .argument('[folders...]', 'folders that may be opened besides the home folder', collectFolderNames, [])
    .option('--port <number>', 'port, 0 for a free one', parsePort, 0)
    .option('--no-open', 'open no browser')
    .action(run(serveCommand))
}

/** Options of `dewpoint serve`; commander turns `--no-open` into `open: false`. */
export type ServeOptions = CommonOptions & { readonly port: number; readonly open: boolean }

/** `dewpoint serve [folders…]`: serves until Ctrl+C. Resolves to the exit code. */
export async function serveCommand(
  folders: readonly string[],
  options: ServeOptions,
  context: CommandContext,
): Promise<number> {
  const { terminal, env } = context
  const named = folders.map((folder) => resolve(context.folder, folder))
  const missing = named.filter((path) => !existsSync(path)).map(makeNoSuchFolderFailure)
  const found = named.filter((path) => existsSync(path))
  const special = found.flatMap((path) => findSpecialFileFault(path) ?? [])
  const there = found.filter((path) => findSpecialFileFault(path) === null)
  if (missing.length === named.length && missing[0] !== undefined) throw missing[0]
  const dataFolder = resolveDataFolder(options, context)
  const { startWebHost } = await import('../../../hosts/web/start-web-host.ts')
  const dewpoint = await context.compose({
    door: 'browser',
    dataFolder,
    access: createAskingAccess([homedir(), ...there]),
    resourcesFolder: resolve(context.installFolder, 'resources'),
    environment: env,
    // Asked in the terminal, where no page can answer.
    ...buildArmConfirmation({}, context),
    ...context.threads,
  })
  try {
    for (const failure of [...missing, ...special]) reportStartProblem(dewpoint, failure, context)
    const announceAddress = (address: string): Promise<void> =>
      terminal.out(
        options.json === true
          ? `${formatJsonLine({ address, dataFolder })}\n`
          : `Dewpoint is open at ${address}\n`,
      )
    const host = await startWebHost({
      dewpoint,
      port: options.port,
      rendererFolder: resolve(context.installFolder, 'out', 'renderer'),
      onNewAddress: (address) => void announceAddress(address),
    })
    await announceAddress(host.address)
    // A folder of 20,000 tasks is listed while somebody looks at the page already.
    const opening = openAll(dewpoint, there, context)
    dewpoint.waitForStart(opening)
    if (terminal.isWatched) terminal.err('The address works once. Ctrl+C ends Dewpoint.\n')
    const isOpened = options.open && shouldOpenBrowser({ platform: process.platform, env })
    const closeDoorway = isOpened ? await openBrowser(host.address, process) : undefined
    await waitUntilAborted(context.signal)
    await closeDoorway?.()
    await host.close()
  } finally {
    await dewpoint.close()
  }
  return 0
}

/** A typo must not look like a folder without tasks. */
function makeNoSuchFolderFailure(path: string): CliFailure {
  return new CliFailure({ message: 'There is no such folder.', where: path, hint: 'Check the path.' })
}

/** What is neither a file nor a folder is said before anybody looks. */
function findSpecialFileFault(path: string): unknown {
  try {
    const found = statSync(path)
    if (!found.isDirectory()) refuseSpecial(path, found)
    return null
  } catch (failure) {
    return failure
  }
}

async function openAll(dewpoint: Opening, paths: readonly string[], context: CommandContext): Promise<void> {
  for (const path of paths) {
    if (context.signal.aborted) return
    await openNamed(dewpoint, path, context)
  }
}

type Opening = Pick<Dewpoint, 'client' | 'noteStartProblem'>

/**
 * Puts the tasks of a named place into the library and names those that cannot be read, one line each; what cannot be
 * opened at all is shown on the first page, too. A folder that holds no task is still a place to browse.
 */
async function openNamed(dewpoint: Opening, path: string, context: CommandContext): Promise<void> {
  const { client } = dewpoint
  const { terminal } = context
  try {
    const { problems } = await client.tasks.open({ kind: 'path', path })
    for (const { file, reason } of problems) {
      terminal.err(
        `dewpoint: A task could not be read: ${formatOneLine(reason, 400)} [${formatOneLine(file, 400)}]\n`,
      )
    }
    const foreign = describeForeignSessions(await client.library.foreign({ path }))
    if (foreign !== null) terminal.err(`dewpoint: There are also ${foreign}. [${formatOneLine(path, 400)}]\n`)
  } catch (error) {
    // Whoever ends Dewpoint meanwhile ends this, too.
    if (!context.signal.aborted) reportStartProblem(dewpoint, error, context)
  }
}

/** Says what went wrong in the terminal and on the first page. */
function reportStartProblem(
  { noteStartProblem }: Pick<Dewpoint, 'noteStartProblem'>,
  error: unknown,
  { terminal }: CommandContext,
): void {
  const { line, code, parts } = describeFailure(error)
  terminal.err(`${line}\n`)
  noteStartProblem({ code: code ?? (error instanceof CliFailure ? 'not-found' : 'internal'), ...parts })
}

function waitUntilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((end) => {
    if (signal.aborted) end()
    else signal.addEventListener('abort', () => end(), { once: true })
  })
}
