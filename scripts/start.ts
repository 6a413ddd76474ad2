import { spawn, spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { explainDesktopObstacle, findDesktopRuntime } from '../src/main/hosts/common/desktop-runtime.ts'
import { fetchDesktopRuntime } from './start/fetch-desktop-runtime.ts'
import { findBuildTool, needsBuild } from './start/needs-build.ts'
import { readStartArguments, startUsage, type StartArguments } from './start/read-start-arguments.ts'

/**
 * `npm start`: builds where needed and opens the workbench, as a desktop app where one can run, else in the browser.
 */

const rootFolder = resolve(import.meta.dirname, '..')
const electronFolder = join(rootFolder, 'node_modules', 'electron')
/** A desktop that ends with an error this soon never opened. */
const startUpMs = 10_000

/** The runtime's executable, or why there is no desktop on this machine. */
type Desktop = { readonly executable: string } | { readonly reason: string }

function build(): boolean {
  if (!needsBuild(rootFolder)) return true
  const tool = findBuildTool(rootFolder)
  if (tool === null) {
    console.error('What builds Dewpoint is not installed: run "npm ci" without --omit=dev, then "npm start".')
    return false
  }
  console.log('Building Dewpoint ...')
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, 'build'], { cwd: rootFolder })
  if (status === 0) return true
  process.stderr.write(stdout)
  process.stderr.write(stderr)
  console.error('The build failed, see above.')
  return false
}

async function findDesktop(): Promise<Desktop> {
  const installed = findDesktopRuntime(electronFolder)
  const { platform, env } = process
  const obstacle = explainDesktopObstacle({ platform, env, userId: process.getuid?.() })
  if (installed !== undefined)
    return obstacle === undefined ? { executable: installed } : { reason: obstacle }
  if (obstacle !== undefined) return { reason: `the Electron runtime is missing and ${obstacle}` }
  const fetched = env['CI'] ? undefined : await fetchDesktopRuntime(electronFolder, env)
  return fetched === undefined
    ? { reason: 'the Electron runtime is missing and could not be fetched' }
    : { executable: fetched }
}

const parentId = process.ppid

/** True once the shell that npm started this in is gone: it takes a signal for itself and passes it on to nobody. */
function isOrphaned(): boolean {
  return process.env['npm_lifecycle_event'] === 'start' && process.ppid !== parentId
}

/** Runs until the program ends, passing on what ends this one; its exit code. */
function run(executable: string, args: readonly string[]): Promise<number> {
  // A terminal inside an Electron program would make ours run as plain Node.
  const { ELECTRON_RUN_AS_NODE: _unwanted, ...env } = process.env
  const child = spawn(executable, args, { stdio: 'inherit', env })
  const passOn = (signal: NodeJS.Signals): void => {
    // Ctrl+C reaches the whole group by itself; a signal that was sent to this process does not.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  process.on('SIGINT', passOn)
  process.on('SIGTERM', passOn)
  const watch = setInterval(() => {
    if (isOrphaned()) child.kill('SIGTERM')
  }, 500)
  return new Promise((settle) => {
    const finish = (code: number): void => {
      process.off('SIGINT', passOn)
      process.off('SIGTERM', passOn)
      clearInterval(watch)
      settle(code)
    }
    child.once('error', () => finish(1))
    child.once('close', (code) => finish(code ?? 130))
  })
}

async function serve({ dataFolder, port, open, targets }: StartArguments): Promise<number> {
  return run(process.execPath, [
    join(rootFolder, 'out', 'main', 'cli.js'),
    'serve',
    ...(port === undefined ? [] : ['--port', port]),
    ...(dataFolder === undefined ? [] : ['--data', dataFolder]),
    ...(open ? [] : ['--no-open']),
    ...targets,
  ])
}

async function openDesktop(executable: string, { dataFolder, targets }: StartArguments): Promise<number> {
  return run(executable, [
    join(rootFolder, 'out', 'main', 'electron.js'),
    ...(dataFolder === undefined ? [] : ['--data', dataFolder]),
    ...targets,
  ])
}

async function start(given: StartArguments): Promise<number> {
  if (!build()) return 1
  const desktop = await findDesktop()
  if ('reason' in desktop) {
    console.log(`No desktop window: ${desktop.reason}. Serving the workbench to a browser instead.`)
    return serve(given)
  }
  const startMs = performance.now()
  const code = await openDesktop(desktop.executable, given)
  if (code === 0 || code === 130 || performance.now() - startMs > startUpMs) return code
  console.log(
    `No desktop window: Electron ended with code ${code}. Serving the workbench to a browser instead.`,
  )
  return serve(given)
}

function readArguments(): StartArguments | undefined {
  // npm moves to the root of the package first and leaves the caller's own folder in INIT_CWD.
  const { npm_lifecycle_event: script, INIT_CWD: caller } = process.env
  try {
    return readStartArguments(process.argv.slice(2), (script === 'start' && caller) || process.cwd())
  } catch (error) {
    // Only the first sentence: Node adds advice about options that begin with a dash.
    const [reason] = (error instanceof Error ? error.message : String(error)).split('. ')
    console.error(`${reason}. Usage: ${startUsage}`)
    return undefined
  }
}

const given = readArguments()
process.exitCode = given === undefined ? 2 : await start(given)
