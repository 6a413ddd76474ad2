import { posix, win32 } from 'node:path'

/** What decides where programs keep their data. */
export type Machine = Readonly<{
  /** As Node names it: `linux`, `darwin`, `win32`. */
  platform: string
  /** Absolute path of the person's home folder. */
  home: string
  environment: Readonly<Record<string, string | undefined>>
}>

/** An editor of the VS Code family with its folder of settings and storage, `User`. */
export type Editor = Readonly<{ name: string; userFolder: string }>

/** Names as people know them, and the folders that the editors make. */
const desktopEditors: readonly (readonly [string, string])[] = [
  ['VS Code', 'Code'],
  ['VS Code Insiders', 'Code - Insiders'],
  ['VSCodium', 'VSCodium'],
  ['Cursor', 'Cursor'],
  ['Windsurf', 'Windsurf'],
]

/** Servers to which an editor elsewhere connects keep data below the home folder, on every system alike. */
const remoteEditors: readonly (readonly [string, readonly string[]])[] = [
  ['VS Code Server', ['.vscode-server', 'data']],
  ['VS Code Insiders Server', ['.vscode-server-insiders', 'data']],
  ['Cursor Server', ['.cursor-server', 'data']],
  ['Windsurf Server', ['.windsurf-server', 'data']],
  ['VSCodium Server', ['.vscodium-server', 'data']],
  ['code-server', ['.local', 'share', 'code-server']],
]

/** Joins paths as the system of the machine writes them. */
export function joinOn({ platform }: Machine, ...parts: readonly string[]): string {
  return platform === 'win32' ? win32.join(...parts) : posix.join(...parts)
}

/** The folder below which desktop programs keep the data of a person. */
export function resolveDataRoot(machine: Machine): string {
  const { platform, home, environment } = machine
  if (platform === 'win32') return environment['APPDATA'] || joinOn(machine, home, 'AppData', 'Roaming')
  if (platform === 'darwin') return joinOn(machine, home, 'Library', 'Application Support')
  const config = environment['XDG_CONFIG_HOME'] ?? ''
  // The XDG specification has relative paths ignored.
  return posix.isAbsolute(config) ? config : joinOn(machine, home, '.config')
}

/** A folder below the one that a variable names; where it is not set, that is the usual one below the home folder. */
export function findAgentFolder(
  machine: Machine,
  { variable, usual }: { readonly variable: string; readonly usual: string },
  ...below: readonly string[]
): string {
  const own = machine.environment[variable] || joinOn(machine, machine.home, usual)
  return joinOn(machine, own, ...below)
}

/** A folder below the one in which command lines keep the data of a person, on every system alike. */
export function findDataFolder(machine: Machine, ...below: readonly string[]): string {
  return findAgentFolder(machine, { variable: 'XDG_DATA_HOME', usual: '.local/share' }, ...below)
}

/** Every editor of the family as it would lie on this machine, there or not. */
export function listEditors(machine: Machine): readonly Editor[] {
  const root = resolveDataRoot(machine)
  return [
    ...desktopEditors.map(([name, folder]) => ({ name, userFolder: joinOn(machine, root, folder, 'User') })),
    ...remoteEditors.map(([name, folders]) => ({
      name,
      userFolder: joinOn(machine, machine.home, folders.join('/'), 'User'),
    })),
  ]
}
