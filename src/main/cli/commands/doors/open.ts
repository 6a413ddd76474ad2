import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { append } from '../../../../shared/kernel/append.ts'
import { explainDesktopObstacle, findDesktopRuntime } from '../../../hosts/common/desktop-runtime.ts'
import { addCommand, type Runner } from '../../../terminal/arguments/add-command.ts'
import { parsePort } from '../../../terminal/arguments/numbers.ts'
import { collectFolderNames } from '../../../terminal/arguments/parse-folder-name.ts'
import { resolveDataFolder, type CommandContext } from '../../../terminal/context.ts'
import { serveCommand, type ServeOptions } from './serve.ts'

/** `dewpoint open`. */
export function addOpenCommand(program: Command, run: Runner): void {
  addCommand(
    program,
    'open',
    'Open the desktop app, or the browser host where there is no desktop.',
    'open ~/tasks /mnt/team/tasks',
  )
    .argument('[folders...]', 'task folders, or folders of task folders', collectFolderNames, [])
    .option('--port <number>', 'port of the browser host, 0 for a free one', parsePort, 0)
    .option('--no-open', 'open no browser')
    .action(run(openCommand))
}

/** `dewpoint open [folders…]`: the desktop app, or the browser host where the desktop can't start. */
async function openCommand(
  folders: readonly string[],
  options: ServeOptions,
  context: CommandContext,
): Promise<number> {
  const runtime = findDesktopRuntime(join(context.installFolder, 'node_modules', 'electron'))
  const obstacle = findDesktopObstacle(runtime, context)
  if (runtime === undefined || obstacle !== undefined) {
    context.terminal.err(`The desktop app can't start: ${obstacle ?? ''}. Serving it to a browser instead.\n`)
    return serveCommand(folders, options, context)
  }
  const args = [join(context.installFolder, 'out', 'main', 'electron.js')]
  if (options.data !== undefined) args.push('--data', resolveDataFolder(options, context))
  append(
    args,
    folders.map((folder) => resolve(context.folder, folder)),
  )
  return runDesktop(runtime, args, context)
}

function findDesktopObstacle(runtime: string | undefined, { env }: CommandContext): string | undefined {
  if (runtime === undefined) return 'the Electron runtime is not there'
  return explainDesktopObstacle({ platform: process.platform, env, userId: process.getuid?.() })
}

function runDesktop(
  runtime: string,
  args: readonly string[],
  { folder, signal }: CommandContext,
): Promise<number> {
  return new Promise((resolveCode, reject) => {
    const child = spawn(runtime, args, { cwd: folder, stdio: 'inherit', signal })
    child.on('error', (error) => (signal.aborted ? resolveCode(130) : reject(error)))
    child.on('close', (code) => resolveCode(code ?? 130))
  })
}
