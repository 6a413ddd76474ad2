/** Who may import whom under `src` and `packages`: the table of the architecture, read by the linter. */

/** One folder with everything that its files may import. */
export type Layer = {
  /** Folder, with forward slashes, relative to the root. */
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
  'jsonc-parser',
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
/** The door of the record; what lies behind it is its own. */
const record = ['src/main/record/reconstruct.ts', 'src/main/record/recorded-run.ts']
/** Reading and writing of files; whoever touches the disk may import it. */
const files = 'src/main/files'
const everyService = [
  'src/shared',
  files,
  'src/main/arms',
  'src/main/engine',
  'src/main/evaluation',
  'src/main/experiments',
  'src/main/forms',
  'src/main/importers',
  'src/main/library',
  'src/main/log',
  'src/main/models',
  'src/main/queue',
  'src/main/replay',
  'src/main/reports',
  'src/main/search',
  'src/main/store',
  'src/main/timeline',
  'src/main/workers',
]

/** The layers, in no order: the longest folder that holds a file decides. */
export const layers: readonly Layer[] = [
  { folder: 'src/shared', imports: [], packages: ['zod', '@orpc/contract'], node: false },
  {
    folder: 'src/main/engine',
    imports: ['src/shared', 'resources/presets'],
    packages: [
      'zod',
      'js-tiktoken',
      'gpt-tokenizer',
      'diff',
      'p-map',
      '@pydantic/genai-prices',
      'image-size',
    ],
    node: false,
  },
  {
    // The library: the engine behind an API of its own, for Node and browsers alike.
    folder: 'packages/condense/src',
    imports: ['src/shared', 'src/main/engine', 'src/main/llm/extractive'],
    packages: [],
    node: false,
  },
  {
    folder: 'src/main/evaluation',
    imports: ['src/shared', 'src/main/engine'],
    packages: ['zod'],
    node: false,
  },
  {
    // What did happen, from any agent's files: `reconstruct` is its door, and what lies behind it is its own.
    folder: 'src/main/record',
    imports: ['src/shared', 'src/main/engine'],
    packages: ['zod'],
    node: false,
  },
  {
    folder: 'src/main/replay',
    imports: ['src/shared', 'src/main/engine', 'src/main/evaluation', ...record],
    packages: ['zod'],
    node: false,
  },
  {
    folder: 'src/main/timeline',
    imports: ['src/shared', 'src/main/engine', ...record],
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
    // An arm as settings of an agent, a request to a vendor, or code; the vendors' packages for their types alone.
    folder: 'src/main/forms',
    imports: ['src/shared', 'src/main/engine'],
    packages: ['zod', '@anthropic-ai/sdk', 'diff', 'jsonc-parser', 'openai', 'toml-eslint-parser', 'yaml'],
    node: true,
  },
  {
    // The one reader of ordinary files, the one writer, and the guard of the sources.
    folder: 'src/main/files',
    imports: ['src/shared'],
    packages: [],
    node: true,
  },
  { folder: 'src/main/reports', imports: history, packages: ['zod'], node: true },
  {
    folder: 'src/main/importers',
    imports: [...history, files],
    // Databases of agents are read from copies in `database.ts`.
    packages: ['zod', 'p-map', 'p-queue', 'better-sqlite3', 'jsonc-parser', 'yaml', 'yauzl'],
    node: true,
  },
  { folder: 'src/main/log', imports: ['src/shared', files], packages: ['zod', 'pino'], node: true },
  {
    folder: 'src/main/store',
    imports: ['src/shared', files],
    packages: ['zod', 'better-sqlite3', 'kysely'],
    node: true,
  },
  {
    // PostgreSQL, where several machines share work and results: loaded only where somebody names a database.
    folder: 'src/main/queue',
    imports: ['src/shared', files, 'src/main/store'],
    packages: ['zod', 'pg', 'pg-boss'],
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
    // What runs external arms: processes, addresses, and who has allowed them.
    folder: 'src/main/arms',
    imports: ['src/shared', files, 'src/main/engine', 'src/main/models', 'src/main/store'],
    packages: ['zod'],
    node: true,
  },
  {
    folder: 'src/main/workers',
    imports: [
      'src/shared',
      files,
      'src/main/engine',
      'src/main/evaluation',
      'src/main/experiments',
      'src/main/importers',
      'src/main/llm',
      ...record,
      'src/main/replay',
      'src/main/reports',
      'src/main/timeline',
    ],
    packages: ['zod', 'piscina', 'p-queue'],
    node: true,
  },
  {
    // Which tasks there are on disk, followed while they change, and what is done for each of them in the background.
    folder: 'src/main/library',
    imports: [
      'src/shared',
      files,
      'src/main/engine/history',
      'src/main/importers',
      'src/main/store',
      'src/main/workers',
    ],
    packages: ['zod', 'chokidar', 'p-map', 'p-queue'],
    node: true,
  },
  {
    // Messages of the whole library, word by word, and the threads that write and read them.
    folder: 'src/main/search',
    imports: ['src/shared', 'src/main/library', 'src/main/store', 'src/main/workers'],
    packages: ['zod', 'piscina'],
    node: true,
  },
  {
    // What handlers call: runs, experiments, replays, presets, tasks.
    folder: 'src/main/services',
    imports: everyService,
    packages: ['zod', '@orpc/server'],
    node: true,
  },
  {
    folder: 'src/main/api',
    imports: [...everyService, 'src/main/services'],
    packages: ['zod', '@orpc/server'],
    node: true,
  },
  {
    folder: 'src/main',
    imports: [...everyService, 'src/main/services', 'src/main/api'],
    packages: ['zod', '@orpc/server'],
    node: true,
  },
  { folder: 'src/main/hosts/common', imports: ['src/shared', files], packages: ['zod'], node: true },
  {
    folder: 'src/main/hosts/web',
    imports: [
      'src/shared',
      files,
      'src/main/api',
      'src/main/services',
      'src/main/*',
      'src/main/hosts/common',
    ],
    packages: ['zod', '@orpc/server'],
    node: true,
  },
  {
    folder: 'src/main/hosts/electron',
    imports: [
      'src/shared',
      files,
      'src/main/api',
      'src/main/services',
      'src/main/*',
      'src/main/hosts/common',
    ],
    packages: ['zod', '@orpc/server', 'electron', 'electron-updater', 'p-queue'],
    node: true,
  },
  {
    // `serve` and `open` start the browser host, which is why the command line alone may see another door.
    folder: 'src/main/cli',
    imports: [
      'src/shared',
      files,
      'src/main/api',
      'src/main/services',
      'src/main/log',
      'src/main/*',
      'src/main/hosts/web',
      'src/main/hosts/common',
    ],
    packages: ['zod', '@orpc/server', '@orpc/client', 'commander', 'diff', 'string-width', 'yaml'],
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
