import { basename, relative, resolve } from 'node:path'

/** How this process was started. */
type Start = {
  /** As in `process.argv`: the runtime, then the script. */
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly workingFolder: string
}

/**
 * What a person types in the place of `dewpoint`: the command itself where it is installed, else the way in which this
 * process was started from a checkout.
 */
export function findOwnCommand({ argv, env, workingFolder }: Start): string {
  const script = argv[1] ?? ''
  const lifecycle = env['npm_package_name'] === 'dewpoint' ? env['npm_lifecycle_event'] : undefined
  if (lifecycle === 'npx') return 'npx dewpoint'
  if (lifecycle === 'start' || lifecycle === 'dewpoint') return 'npm run -s dewpoint --'
  if (!/[\\/]out[\\/]main[\\/](cli|electron)\.js$/.test(script)) return 'dewpoint'
  const cli = basename(script) === 'cli.js' ? script : script.replace(/electron\.js$/, 'cli.js')
  const near = relative(workingFolder, cli)
  return `node ${near.startsWith('..') ? cli : near}`
}

/** A text whose advice names commands, between backquotes, as they are typed here. */
export function formatAsTyped(text: string, command = findOwnCommandNow()): string {
  return command === 'dewpoint' ? text : text.replaceAll('`dewpoint ', () => `\`${command} `)
}

/** The same for this process. */
export function findOwnCommandNow(): string {
  return findOwnCommand({ argv: process.argv, env: process.env, workingFolder: process.cwd() })
}

/** The words that start the command line beside some resources. A packaged program is none: there it is what somebody has installed. */
export function buildCommandLine(resourcesFolder: string): string[] {
  const cli = resolve(resourcesFolder, '..', 'out', 'main', 'cli.js')
  if (cli.includes('.asar')) return ['dewpoint']
  // Any other Node.js of this machine may be too old.
  return [process.versions['electron'] === undefined ? process.execPath : 'node', cli]
}
