import { spawn } from 'node:child_process'
import { hasDisplay, type Machine } from './desktop-runtime.ts'

/** Command that hands an address to the system's browser. */
export function browserCommand(platform: string, address: string): readonly [string, ...string[]] {
  switch (platform) {
    case 'darwin':
      return ['open', address]
    case 'win32':
      // Not `cmd /c start`: that would read `&` in an address as the end of the command.
      return ['rundll32', 'url.dll,FileProtocolHandler', address]
    default:
      return ['xdg-open', address]
  }
}

/** False on build machines and where no window can appear: there nobody would see the browser. */
export function shouldOpenBrowser(machine: Machine): boolean {
  return !machine.env['CI'] && hasDisplay(machine)
}

/** Opens the system's browser at `address` and does not wait for it. Does nothing where there is none. */
export function openBrowser(platform: string, address: string): void {
  const [command, ...args] = browserCommand(platform, address)
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  // The address is printed as well, so a missing browser is no failure.
  child.once('error', () => undefined)
  child.unref()
}
