import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import type { Driver } from './agent.ts'
import type { Place } from './process.ts'
import { writeProject } from './project.ts'

/** An empty home and a fresh project, which an agent finds nothing outside of. */
export type AgentHome = {
  /** Folder with everything that the agent writes. */
  readonly base: string
  readonly home: string
  readonly project: string
  readonly remove: () => void
}

/** Makes the folders of an agent in the temporary folder. They go with this process at the latest, unless they are kept. */
export function makeHome(isKept: boolean): AgentHome {
  // Agents compare paths, and the temporary folder may be reached through a link.
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'dewpoint-agents-')))
  const folders = { home: join(base, 'home'), project: join(base, 'parcels'), temporary: join(base, 'tmp') }
  for (const folder of Object.values(folders)) mkdirSync(folder)
  writeProject(folders.project)
  // On Windows a file may be held for a moment after its program has ended.
  const removeAll = (): void => {
    if (!isKept) rmSync(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  process.once('exit', removeAll)
  return {
    base,
    ...folders,
    remove: () => {
      removeAll()
      process.off('exit', removeAll)
    },
  }
}

/** Writes an agent's settings for the server at an address, and makes the environment in which it knows no other place. */
export function furnish(
  { base, home, project }: AgentHome,
  driver: Pick<Driver, 'settings' | 'env'>,
  url: string,
): Place {
  for (const [name, content] of Object.entries(driver.settings(url))) {
    const path = join(home, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  }
  const temporary = join(base, 'tmp')
  return {
    cwd: project,
    env: {
      ...keptOf('SystemRoot', 'ComSpec', 'PATHEXT', 'LANG'),
      PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
      HOME: home,
      USERPROFILE: home,
      APPDATA: join(home, 'AppData', 'Roaming'),
      LOCALAPPDATA: join(home, 'AppData', 'Local'),
      TMPDIR: temporary,
      TEMP: temporary,
      TMP: temporary,
      TERM: 'xterm-256color',
      NO_COLOR: '1',
      ...proxied(url),
      ...driver.env?.(url),
    },
  }
}

function keptOf(...names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Every way out leads to the server, which lets nothing through but itself. */
function proxied(url: string): Readonly<Record<string, string>> {
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']
  const ways = [...names, ...names.map((name) => name.toLowerCase())].map((name) => [name, url])
  const open = '127.0.0.1,localhost'
  return { ...Object.fromEntries(ways), NO_PROXY: open, no_proxy: open, NODE_USE_ENV_PROXY: '1' }
}
