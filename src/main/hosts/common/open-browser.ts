import { spawn } from 'node:child_process'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createPageName, removeLeftFiles } from '../../platform/files/leftovers.ts'
import { withNewFiles, withoutGuard } from '../../platform/files/new-files.ts'
import { removeFile } from '../../platform/files/write-file.ts'
import { hasDisplay, type Machine } from './desktop-runtime.ts'

/** How long a browser may take to start and to read the file; milliseconds. */
const patienceMs = 60_000

/** Command that hands an address to the system's browser. Everybody on the machine can read it: it holds no token. */
export function buildBrowserCommand(platform: string, address: string): readonly [string, ...string[]] {
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

type OpenOptions = {
  readonly platform: string
  /** Where the file lies that leads the browser on; absolute path. */
  readonly folder?: string
  /** Starts a command and does not wait for it; tests bring their own. */
  readonly start?: (command: readonly [string, ...string[]]) => void
}

/**
 * Opens the system's browser at an address that holds a token, and does not wait for it. The browser is given a file of
 * the user's own that leads on to the address: arguments of commands can be read by everybody on the machine. Returns
 * the way to remove the file, which happens by itself after a minute. Does nothing where there is no browser, and where
 * the file cannot be written: the address is printed as well.
 */
export async function openBrowser(
  address: string,
  { platform, folder = pickDoorwayFolder(platform), start = startDetached }: OpenOptions,
): Promise<() => Promise<void>> {
  // Of one that was killed within the minute.
  removeLeftFiles(folder)
  const path = join(folder, createPageName())
  try {
    await withNewFiles([{ path, text: renderDoorway(address) }], withoutGuard, async () =>
      start(buildBrowserCommand(platform, pathToFileURL(path).href)),
    )
  } catch {
    return () => Promise.resolve()
  }
  const remove = (): Promise<void> => {
    clearTimeout(timer)
    // Made a moment ago, under a name that nobody else has.
    return removeFile(path, { guard: withoutGuard }).catch(() => undefined)
  }
  const timer = setTimeout(() => void remove(), patienceMs)
  timer.unref()
  return remove
}

/** Browsers of Linux that come as a snap see files in the home folder alone, and none that are hidden. */
function pickDoorwayFolder(platform: string): string {
  return platform === 'linux' ? homedir() : tmpdir()
}

/** A page that leads on to an address, which is one of ours: nothing in it needs escaping. */
function renderDoorway(address: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="referrer" content="no-referrer" />
    <meta http-equiv="refresh" content="0; url=${address}" />
    <title>Dewpoint</title>
  </head>
  <body><a href="${address}">Open Dewpoint</a></body>
</html>
`
}

function startDetached([command, ...args]: readonly [string, ...string[]]): void {
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  // The address is printed as well, so a missing browser is no failure.
  child.once('error', () => undefined)
  child.unref()
}
