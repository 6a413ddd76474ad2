import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { compose } from '../../src/main/compose.ts'
import type { Dewpoint } from '../../src/main/features/common/dewpoint.ts'

const root = join(import.meta.dirname, '..', '..')
const bundleFolder = join(root, 'out', 'main')

/**
 * Starts the engine from the production build, as the command line does: with worker threads from `out/main`.
 * `roots` are the folders that may be browsed. Throws where nothing is built.
 */
export async function openBuiltApp(dataFolder: string, roots: readonly string[] = []): Promise<Dewpoint> {
  const start = await loadCompose()
  return start({
    door: 'command-line',
    dataFolder,
    access: {
      resolve: (source) => resolve(source.kind === 'path' ? source.path : source.token),
      roots: () => roots,
      permits: {
        list: () => [],
        allow: () => undefined,
        revoke: () => undefined,
        browse: (path) => resolve(path),
      },
    },
    environment: {},
    resourcesFolder: join(root, 'resources'),
  })
}

/** The bundler renames exports of shared chunks, but says in each of them which name stands for which. */
async function loadCompose(): Promise<typeof compose> {
  const chunkFolder = join(bundleFolder, 'chunks')
  for (const name of readdirSync(chunkFolder)) {
    const file = join(chunkFolder, name)
    const exported = /export \{[^}]*\bcompose(?: as (\w+))?[^}]*\}/.exec(readFileSync(file, 'utf8'))
    if (exported === null) continue
    const chunk: Record<string, unknown> = await import(pathToFileURL(file).href)
    // The export of this name is that function, compiled from the very source of the type.
    return chunk[exported[1] ?? 'compose'] as typeof compose
  }
  throw new Error(`${dirname(chunkFolder)} holds no build of this source`)
}
