/** Who may import whom under `src`: the table of the architecture, read by the linter. */

/** One folder of `src` with everything that its files may import. */
type Layer = {
  /** Folder, with forward slashes, relative to the root. The longest folder that holds a file decides. */
  readonly folder: string
  /** Folders or files that it may import besides itself. */
  readonly imports: readonly string[]
  /** npm packages that it may import; sub-paths included. `@scope/*` allows a scope. */
  readonly packages: readonly string[]
  /** Whether it may import `node:` modules. */
  readonly node: boolean
}

const interfaceLibraries = [
  '@mantine/*',
  '@tabler/icons-react',
  '@tanstack/*',
  'diff',
  'monaco-editor',
  'react',
  'react-dom',
  'react-resizable-panels',
  'wouter',
  'yaml',
  'zod',
]
const componentLibraries = interfaceLibraries
  .filter((name) => name !== '@tanstack/*')
  .concat('@tanstack/react-table', '@tanstack/react-virtual')

/** Importers and reports see the engine's reading of a history and nothing else of it. */
const history = ['src/shared', 'src/main/engine/history']
/** Reading and writing of files; whoever touches the disk may import it. */
const files = 'src/main/files'
const everyService = [
  'src/shared',
  files,
  'src/main/engine',
  'src/main/evaluation',
  'src/main/experiments',
  'src/main/importers',
  'src/main/library',
  'src/main/log',
  'src/main/models',
  'src/main/reports',
  'src/main/search',
  'src/main/store',
  'src/main/workers',
]

const layers: readonly Layer[] = [
  { folder: 'src/shared', imports: [], packages: ['zod', '@orpc/contract'], node: false },
  {
    folder: 'src/main/engine',
    imports: ['src/shared', 'resources/presets'],
    packages: ['zod', 'js-tiktoken', 'gpt-tokenizer', 'diff', 'p-map', 'picomatch', '@pydantic/genai-prices'],
    node: false,
  },
  {
    folder: 'src/main/evaluation',
    imports: ['src/shared', 'src/main/engine'],
    packages: ['zod'],
    node: false,
  },
  {
    // Which cells an experiment has, and in what order they are done; who does them is handed in.
    folder: 'src/main/experiments',
    imports: ['src/shared', 'src/main/engine', 'src/main/evaluation'],
    packages: ['zod', 'yaml', 'p-map'],
    node: false,
  },
  {
    // The one reader of ordinary files, the one writer, and the guard of the sources.
    folder: 'src/main/files',
    imports: ['src/shared'],
    packages: [],
    node: true,
  },
  { folder: 'src/main/reports', imports: history, packages: ['zod'], node: true },
  { folder: 'src/main/importers', imports: [...history, files], packages: ['zod', 'p-map'], node: true },
  { folder: 'src/main/log', imports: ['src/shared', files], packages: ['zod', 'pino'], node: true },
  {
    folder: 'src/main/store',
    imports: ['src/shared', files],
    packages: ['zod', 'better-sqlite3', 'kysely'],
    node: true,
  },
  {
    folder: 'src/main/llm',
    imports: ['src/shared', files, 'src/main/engine'],
    packages: ['zod', '@anthropic-ai/sdk', 'openai'],
    node: true,
  },
  {
    // What stands between a profile and a call: keys, the cache of answers, budgets.
    folder: 'src/main/models',
    imports: ['src/shared', files, 'src/main/engine', 'src/main/llm', 'src/main/store'],
    packages: ['zod'],
    node: true,
  },
  {
    folder: 'src/main/workers',
    imports: [
      'src/shared',
      'src/main/engine',
      'src/main/evaluation',
      'src/main/experiments',
      'src/main/importers',
      'src/main/llm',
      'src/main/reports',
    ],
    packages: ['zod', 'piscina'],
    node: true,
  },
  {
    // Which tasks there are on disk, followed while they change, and what is done for each of them in the background.
    folder: 'src/main/library',
    imports: [
      'src/shared',
      files,
      'src/main/engine/history',
      'src/main/engine/inspect',
      'src/main/importers',
      'src/main/store',
      'src/main/workers',
    ],
    packages: ['zod', 'chokidar', 'p-map'],
    node: true,
  },
  {
    // Messages of the whole library, word by word, and the threads that write and read them.
    folder: 'src/main/search',
    imports: ['src/shared', 'src/main/library', 'src/main/store', 'src/main/workers'],
    packages: ['zod', 'piscina'],
    node: true,
  },
  { folder: 'src/main/api', imports: everyService, packages: ['zod', '@orpc/server'], node: true },
  {
    folder: 'src/main',
    imports: [...everyService, 'src/main/api'],
    packages: ['zod', '@orpc/server'],
    node: true,
  },
  { folder: 'src/main/hosts/common', imports: ['src/shared', files], packages: ['zod'], node: true },
  {
    folder: 'src/main/hosts/web',
    imports: ['src/shared', files, 'src/main/api', 'src/main/*', 'src/main/hosts/common'],
    packages: ['zod', '@orpc/server'],
    node: true,
  },
  {
    folder: 'src/main/hosts/electron',
    imports: ['src/shared', files, 'src/main/api', 'src/main/*', 'src/main/hosts/common'],
    packages: ['zod', '@orpc/server', 'electron'],
    node: true,
  },
  {
    // `serve` and `open` start the browser host, which is why the command line alone may see another door.
    folder: 'src/main/cli',
    imports: [
      'src/shared',
      files,
      'src/main/api',
      'src/main/log',
      'src/main/*',
      'src/main/hosts/web',
      'src/main/hosts/common',
    ],
    packages: ['zod', '@orpc/server', '@orpc/client', 'commander', 'diff', 'yaml'],
    node: true,
  },
  {
    folder: 'src/renderer',
    imports: ['src/shared', 'src/renderer'],
    packages: interfaceLibraries,
    node: false,
  },
  {
    folder: 'src/renderer/data',
    imports: ['src/shared', 'src/renderer'],
    packages: [...interfaceLibraries, '@orpc/client', '@orpc/contract', '@orpc/tanstack-query'],
    node: false,
  },
  {
    folder: 'src/renderer/components',
    imports: ['src/shared', 'src/renderer/lib'],
    packages: componentLibraries,
    node: false,
  },
  {
    folder: 'src/renderer/plots',
    imports: ['src/shared', 'src/renderer/lib', 'src/renderer/components'],
    packages: [...componentLibraries, 'recharts'],
    node: false,
  },
]

/** Files that a test of a layer may reach: the whole of its side, the main process or the renderer. */
const sides = ['src/main', 'src/renderer', 'src/shared']
const testFile = /\.test\.tsx?$|\/testing\//
const providerFolder = 'src/main/engine/providers/'

/**
 * Says why a file may not import something, in one sentence, or returns null where it may.
 * `file` is relative to the root with forward slashes; `specifier` is what stands in the import.
 */
export function importFault(file: string, specifier: string): string | null {
  if (!file.startsWith('src/')) return null
  const layer = layerOf(file)
  if (layer === null) return `${file} belongs to no layer: add its folder to scripts/lint/layers.ts`
  return specifier.startsWith('.')
    ? fileFault(file, layer, resolve(file, specifier))
    : packageFault(file, layer, specifier)
}

function layerOf(file: string): Layer | null {
  const holders = layers.filter(({ folder }) => isInside(file, folder))
  const layer = holders.reduce<Layer | null>(
    (best, next) => (best === null || next.folder.length > best.folder.length ? next : best),
    null,
  )
  // `src/main` is the layer of compose.ts and its neighbours only, not of folders that nobody listed.
  return layer?.folder === 'src/main' && !isDirectlyIn(file, 'src/main') ? null : layer
}

function fileFault(file: string, layer: Layer, target: string): string | null {
  if (target === 'package.json' || isInside(target, 'resources')) return null
  if (testFile.test(file)) return testFault(file, target)
  const unit = providerUnit(file)
  const otherUnit = providerUnit(target)
  if (unit !== null && otherUnit !== null && unit !== otherUnit) {
    return `providers never import each other: ${unit} may not import ${otherUnit}`
  }
  const targetLayer = layerOf(target)
  if (targetLayer?.folder === layer.folder) return null
  if (layer.imports.some((allowed) => allows(allowed, target))) return null
  return `${layer.folder} may not import ${targetLayer?.folder ?? target}`
}

function testFault(file: string, target: string): string | null {
  const isOfSide = (path: string, side: string): boolean => isInside(path, side)
  const side = sides.find((candidate) => isOfSide(file, candidate))
  if (side === undefined || !target.startsWith('src/')) return null
  if (isOfSide(target, side) || isOfSide(target, 'src/shared')) return null
  return `tests of ${side} may not import ${target}`
}

function packageFault(file: string, layer: Layer, specifier: string): string | null {
  if (testFile.test(file)) return null
  if (specifier.startsWith('node:')) {
    return layer.node ? null : `${layer.folder} runs without Node and may not import ${specifier}`
  }
  const name = packageName(specifier)
  const allowed = layer.packages.some((entry) =>
    entry.endsWith('/*') ? name.startsWith(entry.slice(0, -1)) : name === entry,
  )
  return allowed ? null : `${layer.folder} may not import the package ${name}`
}

function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** `lossless` for `providers/lossless.ts`, `providers/lossless.test.ts` and `providers/lossless/deltas.ts`. */
function providerUnit(file: string): string | null {
  if (!file.startsWith(providerFolder)) return null
  return file.slice(providerFolder.length).split(/[/.]/, 1)[0] ?? null
}

function allows(allowed: string, target: string): boolean {
  return allowed.endsWith('/*') ? isDirectlyIn(target, allowed.slice(0, -2)) : isInside(target, allowed)
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

function isDirectlyIn(path: string, folder: string): boolean {
  return isInside(path, folder) && !path.slice(folder.length + 1).includes('/')
}

function resolve(file: string, specifier: string): string {
  const parts = file.split('/').slice(0, -1)
  for (const step of specifier.replace(/\?.*$/, '').split('/')) {
    if (step === '..') parts.pop()
    else if (step !== '.' && step !== '') parts.push(step)
  }
  return parts.join('/')
}
