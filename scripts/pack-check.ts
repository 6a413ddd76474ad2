import { spawn, type ChildProcess } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { sessionHeader } from '../src/shared/library/session-header-contract.ts'
import { runScript } from './gate/run-command.ts'
import { npmScript } from './npm-script.ts'

/**
 * `npm run pack:check [-- <tarball> --node 22,24 --sessions <folder>]`: packs Dewpoint and uses it as a stranger would, on each
 * Node: an empty folder, a home with the bundled sessions of six agents (or a folder of sessions of Claude Code) and nothing
 * else, and `npx --package <tarball>`, with scripts of packages and without. Then the browser host, and the command line
 * where the page was taken out. Says how large it is and how long each command takes to its first words and to its end, and
 * fails where that is too much. A tarball that is named is taken as it is.
 */

const megabyte = 1024 * 1024
const longestMs = 10 * 60_000
/** What an install may weigh, and how long somebody waits for the first words. */
const [mostMegabytes, mostFirstMs] = [25, 20_000]
const isWindows = process.platform === 'win32'
const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
const packed = z.array(z.object({ filename: z.string() }))
/** Where agents keep what the samples are of. */
const storages = {
  'claude-code/projects': '.claude/projects',
  'codex/sessions': '.codex/sessions',
  'pi/sessions': '.pi/agent/sessions',
  'gemini-cli/tmp': '.gemini/tmp',
  'copilot-cli/session-state': '.copilot/session-state',
}

/** What a person types first, in this order, and what has to stand in the answer. */
const firstCommands = [
  { words: ['autopsy'], expected: /^condensation 1/m },
  { words: ['condensations'], expected: /^Task .*Needed and missing/m },
  { words: ['answer'], expected: /^method .*saves/m },
  { words: ['when', '--tasks', '3'], expected: /^never condensing/m },
  { words: ['gate', 'init', '--language', 'typescript'], expected: /gate\.yaml/ },
  { words: ['gate', '--yes', '--update'], expected: /baseline from now on/ },
  { words: ['gate', '--yes'], expected: /^No worse/m },
] as const

type Trial = {
  readonly work: string
  readonly tarball: string
  readonly installed: string
  /** Sessions of Claude Code; null where those of the package are taken. */
  readonly sessions: string | null
}

async function main(): Promise<void> {
  const versions = (readOption('--node') ?? '22,24').split(',')
  const named = process.argv.slice(2).find((word) => word.endsWith('.tgz'))
  const work = mkdtempSync(join(tmpdir(), 'dewpoint-pack-'))
  try {
    const tarball = named === undefined ? await pack(work) : resolve(named)
    const size = statSync(tarball).size / megabyte
    console.log(`${size.toFixed(1)} MB  the tarball`)
    if (size > mostMegabytes) throw new Error(`The tarball may have ${mostMegabytes} MB.`)
    const installed = await install(work, 'installed', [tarball, '--ignore-scripts'])
    console.log(`${(sizeOf(installed) / megabyte).toFixed(1)} MB  installed`)
    const trial = { work, tarball, installed, sessions: readOption('--sessions') ?? null }
    for (const version of versions) {
      const nodeFolder = await installNode(work, version)
      for (const isBare of [true, false]) await tryAsStranger(nodeFolder, trial, isBare)
      await tryOn(nodeFolder, installed, work)
    }
    await tryWithoutPage(await installNode(work, versions[0] ?? ''), trial)
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 3 })
  }
}

function readOption(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}

/** All that a machine has before Dewpoint is there: sessions of agents in a home, and an empty folder. */
function makeStranger({ work, installed, sessions }: Trial): { readonly cwd: string; readonly home: string } {
  const home = mkdtempSync(join(work, 'home-'))
  const samples = join(installed, 'node_modules', 'dewpoint', 'resources', 'samples')
  const places =
    sessions === null
      ? Object.entries(storages).map(([from, to]) => [join(samples, from), to] as const)
      : [[sessions, '.claude/projects'] as const]
  for (const [from, to] of places) cpSync(from, join(home, to), { recursive: true })
  return { home, cwd: mkdtempSync(join(work, 'empty-')) }
}

/** Nothing of whoever runs this: no settings of npm, of agents or of Dewpoint. */
function buildStrangerEnv(nodeFolder: string, home: string, work: string): NodeJS.ProcessEnv {
  const kept =
    /^(TMPDIR|TEMP|TMP|SystemRoot|ComSpec|PATHEXT|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|https?_proxy|no_proxy)$/i
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.test(name))),
    PATH: [nodeFolder, ...(process.env['PATH'] ?? '').split(delimiter).filter(isOutside)].join(delimiter),
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, 'AppData', 'Roaming'),
    LOCALAPPDATA: join(home, 'AppData', 'Local'),
    npm_config_cache: join(work, 'npm-cache'),
  }
}

/** npm puts commands of this repository first in PATH. */
function isOutside(folder: string): boolean {
  return !folder.includes('node_modules')
}

async function tryAsStranger(nodeFolder: string, trial: Trial, isBare: boolean): Promise<void> {
  const { cwd, home } = makeStranger(trial)
  const node = join(nodeFolder, isWindows ? 'node.exe' : 'node')
  const npx = ['exec', '--yes', ...(isBare ? ['--ignore-scripts'] : []), `--package=${trial.tarball}`, '--']
  const env = buildStrangerEnv(nodeFolder, home, trial.work)
  const times: string[] = []
  for (const { words, expected } of firstCommands) {
    const line = words.join(' ')
    const { text, firstMs, wholeMs } = await listen(
      spawn(node, [npmScript(), ...npx, 'dewpoint', ...words], {
        cwd,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
    expectText(text, expected)
    times.push(
      `    ${line}: first words after ${formatSeconds(firstMs)}, done after ${formatSeconds(wholeMs)}`,
    )
    if (firstMs > mostFirstMs) throw new Error(`dewpoint ${line} said nothing for ${formatSeconds(firstMs)}.`)
  }
  const version = (await listen(spawn(node, ['--version']))).text.trim()
  console.log(`ok  npx on Node ${version}${isBare ? ', --ignore-scripts' : ''}\n${times.join('\n')}`)
}

/** A machine that has no use for the page works without it. */
async function tryWithoutPage(nodeFolder: string, trial: Trial): Promise<void> {
  const { cwd, home } = makeStranger(trial)
  const dewpoint = join(trial.installed, 'node_modules', 'dewpoint')
  rmSync(join(dewpoint, 'out', 'renderer'), { recursive: true })
  const env = buildStrangerEnv(nodeFolder, home, trial.work)
  for (const { words, expected } of firstCommands) {
    const args = [join(dewpoint, 'out', 'main', 'cli.js'), ...words]
    const child = spawn(join(nodeFolder, isWindows ? 'node.exe' : 'node'), args, { cwd, env })
    child.stdin.end()
    expectText((await listen(child)).text, expected)
  }
  console.log('ok  without the page')
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

async function pack(work: string): Promise<string> {
  const output = await npm(join(import.meta.dirname, '..'), ['pack', '--json', `--pack-destination=${work}`])
  // What the build prints comes first.
  const [entry] = packed.parse(JSON.parse(output.slice(output.indexOf('\n[\n') + 1)))
  return join(work, entry?.filename ?? '')
}

/** Folder of a Node of some major version, to go first in PATH. */
async function installNode(work: string, version: string): Promise<string> {
  const there = join(work, `node-${version}`)
  // The package fetches its binary by a script of its own.
  const folder = existsSync(there)
    ? there
    : await install(work, `node-${version}`, [`node@${version}`, '--foreground-scripts'])
  return join(folder, 'node_modules', 'node', 'bin')
}

async function install(work: string, name: string, args: readonly string[]): Promise<string> {
  const folder = join(work, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  await npm(folder, ['install', ...quiet, ...args])
  return folder
}

async function npm(cwd: string, args: readonly string[]): Promise<string> {
  const { code, output } = await runScript(npmScript(), args, { cwd, longestMs })
  if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with ${code}:\n${output}`)
  return output
}

async function tryOn(nodeFolder: string, installed: string, work: string): Promise<void> {
  const empty = mkdtempSync(join(work, 'empty-'))
  const env = {
    ...process.env,
    PATH: [nodeFolder, join(installed, 'node_modules', '.bin'), process.env['PATH']].join(delimiter),
    DEWPOINT_HOME: join(empty, 'data'),
  }
  const command = isWindows
    ? // Its command is a script of a shell there, which would be ended in the place of what it has started.
      ['node.exe', join(installed, 'node_modules', 'dewpoint', 'out', 'main', 'cli.js')]
    : ['dewpoint']
  const start = (args: readonly string[]): ChildProcess =>
    spawn(command[0] ?? '', [...command.slice(1), ...args], {
      cwd: empty,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const sample = join(installed, 'node_modules', 'dewpoint', 'resources', 'sample-task')
  const node = (await listen(spawn('node', ['--version'], { env }))).text
  expectText((await listen(start(['--help']))).text, /Usage: dewpoint/)
  expectText((await listen(start(['inspect', sample, '--json']))).text, /"format": ?"roo-task"/)
  expectText(
    (await listen(start(['condense', sample, '--provider', 'lossless', '--json']))).text,
    /"condensed"/,
  )
  await tryHost(start(['serve', '--port', '0', '--no-open', '--json']))
  console.log(`ok  Node ${node.trim()}: --help, inspect, condense, serve`)
}

/** What a command said on stdout, and when it said its first words on either stream. Throws where it failed. */
async function listen(
  child: ChildProcess,
): Promise<{ readonly text: string; readonly firstMs: number; readonly wholeMs: number }> {
  const startMs = performance.now()
  let firstMs: number | null = null
  const gather = (stream: Readable | null): string[] => {
    const chunks: string[] = []
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      firstMs ??= performance.now() - startMs
      chunks.push(chunk)
    })
    return chunks
  }
  const chunks = gather(child.stdout)
  const errors = gather(child.stderr)
  const code = await new Promise((settle, fail) => child.once('close', settle).once('error', fail))
  if (code !== 0)
    throw new Error(
      `${child.spawnargs.join(' ')} ended with ${String(code)}:\n${errors.join('')}${chunks.join('')}`,
    )
  const wholeMs = performance.now() - startMs
  return { text: chunks.join(''), firstMs: firstMs ?? wholeMs, wholeMs }
}

/** The page, a session by the one-time token, and a method of the contract. */
async function tryHost(host: ChildProcess): Promise<void> {
  const ended = new Promise((settle) => host.once('close', settle))
  host.stderr?.resume()
  try {
    const { origin, hash } = new URL(await addressOf(host))
    expectText(await (await fetch(origin)).text(), /<title>Dewpoint/)
    const headers = { origin, 'content-type': 'application/json' }
    const body = JSON.stringify({ token: hash.replace('#token=', '') })
    const session = await fetch(`${origin}/session`, { method: 'POST', headers, body })
    const cookie = (session.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const half = { [sessionHeader]: session.headers.get(sessionHeader) ?? '' }
    const info = await fetch(`${origin}/rpc/app/info`, {
      method: 'POST',
      headers: { ...headers, cookie, ...half },
      body: '{}',
    })
    expectText(await info.text(), /"door":"browser"/)
  } finally {
    host.kill()
    await ended
  }
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  const line = z.object({ address: z.string() })
  if (stdout !== null)
    for await (const text of createInterface({ input: stdout })) return line.parse(JSON.parse(text)).address
  throw new Error('The browser host ended before it named its address.')
}

function expectText(text: string, pattern: RegExp): void {
  if (!pattern.test(text)) throw new Error(`${String(pattern)} is not in:\n${text.slice(0, 2000)}`)
}

/** Bytes of all files below a folder. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

await main()
