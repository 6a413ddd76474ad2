import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { sessionHeader } from '../src/shared/library/session-header-contract.ts'
import { runScript } from './gate/run-command.ts'
import { npmScript } from './npm-script.ts'

/**
 * `npm run pack:check [-- <tarball> --node 22,24]`: packs Dewpoint, installs the tarball into an empty folder without
 * running a script of any package, and uses the command line and the browser host there on each Node. A tarball that is
 * named is taken as it is.
 */

const megabyte = 1024 * 1024
const longestMs = 10 * 60_000
const isWindows = process.platform === 'win32'
const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
const packed = z.array(z.object({ filename: z.string() }))

async function main(): Promise<void> {
  const at = process.argv.indexOf('--node')
  const versions = (at < 0 ? '22,24' : (process.argv[at + 1] ?? '')).split(',')
  const named = process.argv.slice(2).find((word) => word.endsWith('.tgz'))
  const work = mkdtempSync(join(tmpdir(), 'dewpoint-pack-'))
  try {
    const tarball = named === undefined ? await pack(work) : resolve(named)
    console.log(`${(statSync(tarball).size / megabyte).toFixed(1)} MB  the tarball`)
    const installed = await install(work, 'installed', [tarball, '--ignore-scripts'])
    console.log(`${(sizeOf(installed) / megabyte).toFixed(1)} MB  installed`)
    for (const version of versions) await tryOn(await installNode(work, version), installed, work)
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 3 })
  }
}

async function pack(work: string): Promise<string> {
  const output = await npm(join(import.meta.dirname, '..'), ['pack', '--json', `--pack-destination=${work}`])
  // What the build prints comes first.
  const [entry] = packed.parse(JSON.parse(output.slice(output.indexOf('\n[\n') + 1)))
  return join(work, entry?.filename ?? '')
}

/** Folder of a Node of some major version, to go first in PATH. */
async function installNode(work: string, version: string): Promise<string> {
  // The package fetches its binary by a script of its own.
  const folder = await install(work, `node-${version}`, [`node@${version}`, '--foreground-scripts'])
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
  const node = await said(spawn('node', ['--version'], { env }))
  expectText(await said(start(['--help'])), /Usage: dewpoint/)
  expectText(await said(start(['inspect', sample, '--json'])), /"format": ?"roo-task"/)
  expectText(await said(start(['condense', sample, '--provider', 'lossless', '--json'])), /"condensed"/)
  await tryHost(start(['serve', '--port', '0', '--no-open', '--json']))
  console.log(`ok  Node ${node.trim()}: --help, inspect, condense, serve`)
}

async function said(child: ChildProcess): Promise<string> {
  const chunks: string[] = []
  const errors: string[] = []
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk))
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => errors.push(chunk))
  const code = await new Promise((settle, fail) => child.once('close', settle).once('error', fail))
  if (code !== 0)
    throw new Error(`${child.spawnargs.join(' ')} ended with ${String(code)}:\n${errors.join('')}`)
  return chunks.join('')
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
