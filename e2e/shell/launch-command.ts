import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findDesktopRuntime } from '../../src/main/hosts/common/desktop-runtime.ts'
import { outFolder, rootFolder } from '../fixtures/folders.ts'
import { nodePath } from '../fixtures/node-path.ts'
import type { ShellOptions } from './shell.ts'

/** Electron's executable; undefined where the stand-in has to do. `DEWPOINT_SHELL=stand-in` forces the latter. */
export const electronPath =
  process.env['DEWPOINT_SHELL'] === 'stand-in'
    ? undefined
    : findDesktopRuntime(join(rootFolder, 'node_modules', 'electron'))

const script = join(outFolder, 'main', 'electron.js')
const register = pathToFileURL(join(import.meta.dirname, 'stand-in', 'register.ts')).href

/** What follows the script on the command line. */
function appArguments(options: ShellOptions): readonly string[] {
  return ['--data', options.dataFolder, ...(options.args ?? [])]
}

/** Arguments for Electron's executable. */
export function electronArguments(options: ShellOptions): string[] {
  return [script, ...appArguments(options)]
}

/** Command line that starts the app in the runtime that is there. */
export function launchCommand(options: ShellOptions): readonly [string, ...string[]] {
  return electronPath === undefined
    ? [nodePath, '--import', register, ...electronArguments(options)]
    : [electronPath, ...(process.platform === 'linux' ? ['--no-sandbox'] : []), ...electronArguments(options)]
}
