import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Path of the Electron executable below `electronFolder` (`node_modules/electron`), or undefined where the runtime has
 * not been fetched: the package itself comes without it.
 */
export function findDesktopRuntime(electronFolder: string): string | undefined {
  try {
    const executable = join(electronFolder, 'dist', readFileSync(join(electronFolder, 'path.txt'), 'utf8'))
    return existsSync(executable) ? executable : undefined
  } catch {
    return undefined
  }
}

/** What a machine offers to a desktop program. `userId` is absent on Windows. */
export type Machine = {
  readonly platform: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly userId?: number | undefined
}

/** True where a window can appear. */
export function hasDisplay({ platform, env }: Machine): boolean {
  return platform !== 'linux' || Boolean(env['DISPLAY']) || Boolean(env['WAYLAND_DISPLAY'])
}

/** Why no desktop window can open on this machine, in a few words; undefined where nothing stands against it. */
export function explainDesktopObstacle(machine: Machine): string | undefined {
  if (!hasDisplay(machine)) return 'this machine has no display'
  // Electron refuses to run as root unless its sandbox is off, and Dewpoint never turns the sandbox off.
  if (machine.platform === 'linux' && machine.userId === 0) return 'the desktop app does not run as root'
  return undefined
}
