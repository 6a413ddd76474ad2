/** Who may import whom under `src` and `packages`: the table of the architecture, read by the linter. */

/** One folder with everything that its files may import. */
export type Layer = {
  /** Folder, with forward slashes, relative to the root. `*` is the name of one capability. */
  readonly folder: string
  /**
   * Folders or files that it may import besides itself: `:own` is the capability of the importing file, `:any` each of
   * them, and `/*` at the end allows what lies directly in the folder.
   */
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
  'jsonc-parser',
  'monaco-editor',
  'react',
  'react-dom',
  'react-resizable-panels',
  'wouter',
  'yaml',
  'zod',
]
const kitLibraries = interfaceLibraries
  .filter((name) => name !== '@tanstack/*')
  .concat('@tanstack/react-table', '@tanstack/react-virtual')

const shared = 'src/shared'
const kernel = 'src/main/kernel'
/** The door of the record; what lies behind it is its own. */
const record = ['src/main/record/reconstruct.ts', 'src/main/record/recorded-run.ts']
/** What is computed and knows neither disk nor network. */
const pure = [shared, kernel, 'src/main/measure', 'src/main/methods', ...record]
/** Reading and writing of files; whoever touches the disk may import it. */
const files = 'src/main/platform/files'
const platform = 'src/main/platform'
/** What services share, and what they offer each other: the files directly in a capability's folder. */
const services = [
  'src/main/features/common',
  'src/main/features/:any/*',
  // The tasks that are followed on disk, which other capabilities add their steps to.
  'src/main/features/library/follow',
]
/** What a service may import besides its own capability. */
const everyService = [...pure, platform, 'src/main/agents', 'src/main/jobs', ...services]

/** The layers, in no order: the longest folder that holds a file decides. */
export const layers: readonly Layer[] = [
  { folder: 'src/shared', imports: [], packages: ['zod', '@orpc/contract', 'diff'], node: false },
  {
    // History, tokens, prices, edits, pins, invariants and the port of methods.
    folder: 'src/main/kernel',
    imports: [shared],
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
    // Facts, figures, controls, statistics, verdicts.
    folder: 'src/main/measure',
    imports: [shared, kernel, 'resources/planted'],
    packages: ['zod'],
    node: false,
  },
  {
    // Every way to condense.
    folder: 'src/main/methods',
    imports: [shared, kernel, 'src/main/measure', 'resources/presets'],
    packages: ['zod', 'p-map'],
    node: false,
  },
  {
    // What did happen, from any agent's files: `reconstruct` is its door, and what lies behind it is its own.
    folder: 'src/main/record',
    imports: [shared, kernel],
    packages: ['zod'],
    node: false,
  },
  {
    // The library: kernel and methods behind an API of its own, for Node and browsers alike.
    folder: 'packages/condense/src',
    imports: [shared, kernel, 'src/main/methods', 'src/main/measure', 'src/main/platform/llm/extractive'],
    packages: [],
    node: false,
  },
  {
    // What a capability computes: pure, and never from inside of another one.
    folder: 'src/main/features/*/compute',
    imports: pure,
    packages: ['zod', 'yaml', 'p-map'],
    node: false,
  },
  {
    // One folder an agent: reading, writing back, where its sessions lie.
    folder: 'src/main/agents',
    imports: [shared, 'src/main/kernel/history', files],
    // Databases of agents are read from copies in `database.ts`.
    packages: ['zod', 'p-map', 'p-queue', 'better-sqlite3', 'jsonc-parser', 'yaml', 'yauzl'],
    node: true,
  },
  {
    // The one reader of ordinary files, the one writer, and the guard of the sources.
    folder: 'src/main/platform/files',
    imports: [shared],
    packages: [],
    node: true,
  },
  { folder: 'src/main/platform/log', imports: [shared, files], packages: ['zod', 'pino'], node: true },
  {
    folder: 'src/main/platform/store',
    imports: [shared, files],
    packages: ['zod', 'better-sqlite3', 'kysely'],
    node: true,
  },
  {
    // PostgreSQL, where several machines share work and results: loaded only where somebody names a database.
    folder: 'src/main/platform/queue',
    imports: [shared, files, 'src/main/platform/store'],
    packages: ['zod', 'pg', 'pg-boss'],
    node: true,
  },
  {
    folder: 'src/main/platform/llm',
    imports: [shared, files, kernel, 'src/main/measure'],
    packages: ['zod', '@anthropic-ai/sdk', 'openai'],
    node: true,
  },
  {
    // What stands between a profile and a call: keys, the cache of answers, budgets.
    folder: 'src/main/platform/models',
    imports: [shared, files, kernel, 'src/main/platform/llm', 'src/main/platform/store'],
    packages: ['zod'],
    node: true,
  },
  {
    // What runs external methods: processes, addresses, and who has allowed them.
    folder: 'src/main/platform/arms',
    imports: [
      shared,
      files,
      kernel,
      'src/main/methods',
      'src/main/platform/models',
      'src/main/platform/store',
    ],
    packages: ['zod'],
    node: true,
  },
  {
    // What a thread and the one that started it say to each other; which jobs there are stands in `src/main/jobs`.
    folder: 'src/main/platform/workers',
    imports: [...pure, files, 'src/main/agents'],
    packages: ['zod', 'piscina', 'p-queue'],
    node: true,
  },
  {
    folder: 'src/main/platform',
    imports: [shared, files, 'src/main/agents'],
    packages: ['zod'],
    node: true,
  },
  {
    // What a thread runs for a capability.
    folder: 'src/main/features/*/jobs',
    imports: [
      ...pure,
      files,
      'src/main/platform/workers',
      'src/main/platform/store',
      'src/main/platform/llm/extractive',
      'src/main/agents',
      'src/main/features/:any/compute',
      'src/main/features/:any/jobs',
    ],
    packages: ['zod', 'yaml', 'p-queue', 'p-map'],
    node: true,
  },
  {
    // Which jobs there are, the thread that runs them, and the pool of threads.
    folder: 'src/main/jobs',
    imports: [shared, files, kernel, 'src/main/platform/workers', 'src/main/features/:any/jobs'],
    packages: ['zod', 'piscina', 'p-queue'],
    node: true,
  },
  {
    // What services of all capabilities share.
    folder: 'src/main/features/common',
    imports: [...everyService, 'src/main/features/library/search/search-index.ts'],
    packages: ['zod', '@orpc/server'],
    node: true,
  },
  {
    // Services and handlers of a capability.
    folder: 'src/main/features/*',
    imports: [
      ...everyService,
      'src/main/features/:any/compute',
      'src/main/features/:any/jobs',
      'src/main/features/:own/settings',
    ],
    packages: ['zod', '@orpc/server', 'chokidar', 'p-map', 'p-queue', 'piscina'],
    node: true,
  },
  {
    // How an arm is written as settings of an agent, a request to a vendor, or code; packages for their types alone.
    folder: 'src/main/features/take-home/settings',
    imports: pure,
    packages: ['zod', '@anthropic-ai/sdk', 'diff', 'jsonc-parser', 'openai', 'toml-eslint-parser', 'yaml'],
    node: true,
  },
  {
    // The commands of a capability.
    folder: 'src/main/features/*/commands',
    imports: [
      shared,
      files,
      'src/main/platform/log',
      'src/main/platform/*',
      'src/main/terminal',
      ...services,
      'src/main/features/:any/commands',
    ],
    packages: ['zod', '@orpc/server', '@orpc/client', 'commander', 'diff', 'string-width', 'yaml'],
    node: true,
  },
  {
    // What commands print with, and how they read their arguments.
    folder: 'src/main/terminal',
    imports: [shared, files, 'src/main/platform/*', ...services],
    packages: ['zod', '@orpc/client', 'commander', 'string-width', 'yaml'],
    node: true,
  },
  {
    folder: 'src/main/api',
    imports: [shared, ...services],
    packages: ['zod', '@orpc/server'],
    node: true,
  },
  // What starts a whole Dewpoint for tests; tests may reach all of their side.
  { folder: 'src/main/testing', imports: [], packages: [], node: true },
  {
    // The only place that wires.
    folder: 'src/main',
    imports: [...everyService, 'src/main/features', 'src/main/api'],
    packages: ['zod', '@orpc/server'],
    node: true,
  },
  { folder: 'src/main/hosts/common', imports: [shared, files], packages: ['zod'], node: true },
  {
    folder: 'src/main/hosts/web',
    imports: [shared, files, 'src/main/api', ...services, 'src/main/*', 'src/main/hosts/common'],
    packages: ['zod', '@orpc/server'],
    node: true,
  },
  {
    folder: 'src/main/hosts/electron',
    imports: [
      shared,
      files,
      'src/main/api',
      ...services,
      'src/main/*',
      'src/main/platform/*',
      'src/main/hosts/common',
    ],
    packages: ['zod', '@orpc/server', 'electron', 'electron-updater', 'p-queue'],
    node: true,
  },
  {
    // `serve` and `open` start the browser host, which is why the command line alone may see another door.
    folder: 'src/main/cli',
    imports: [
      shared,
      files,
      'src/main/platform/*',
      'src/main/*',
      'src/main/terminal',
      ...services,
      'src/main/features/:any/commands',
      'src/main/hosts/web',
      'src/main/hosts/common',
    ],
    packages: ['zod', 'commander'],
    node: true,
  },
  {
    folder: 'src/renderer',
    imports: [shared, 'src/renderer'],
    packages: interfaceLibraries,
    node: false,
  },
  {
    folder: 'src/renderer/data',
    imports: [shared, 'src/renderer'],
    packages: [...interfaceLibraries, '@orpc/client', '@orpc/contract', '@orpc/tanstack-query'],
    node: false,
  },
  {
    // The kit: it knows no API.
    folder: 'src/renderer/ui',
    imports: [shared, 'src/renderer/lib'],
    packages: kitLibraries,
    node: false,
  },
  {
    folder: 'src/renderer/ui/plots',
    imports: [shared, 'src/renderer/lib', 'src/renderer/ui'],
    packages: [...kitLibraries, 'recharts'],
    node: false,
  },
]
