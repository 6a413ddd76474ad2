import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The first release with all that the command line needs: zstd, globs, and an ABI for the database. */
const least = { major: 22, minor: 15 }

/** Whether a release of Node, such as `20.20.2`, cannot run the command line. */
export function isNodeTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major < least.major || (major === least.major && minor < least.minor)
}

/** The Node that was installed beside Dewpoint; undefined where there is none. */
export function findInstalledNode(installFolder: string, platform: NodeJS.Platform): string | undefined {
  const folder = join(installFolder, 'node_modules', 'node', 'bin')
  const executable = join(folder, platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(executable) ? executable : undefined
}

/** One line that says what is missing, and how to start. A checkout has a lock file, by which npm brings a Node. */
export function describeOldNode(version: string, installFolder: string): string {
  const wanted = `${least.major}.${least.minor}`
  const isCheckout = existsSync(join(installFolder, 'package-lock.json'))
  const way = isCheckout ? 'run "npm ci" in its folder, which brings one, or install' : 'install'
  return `Dewpoint needs Node ${wanted} or later, and this is ${version}: ${way} a later Node.`
}

/** Runs a program with another Node in the place of this process; resolves to its exit code. */
export function runInNode(executable: string, args: readonly string[]): Promise<number> {
  const child = spawn(executable, args, { stdio: 'inherit' })
  const forwardSignal = (signal: NodeJS.Signals): void => {
    // Ctrl+C reaches the whole group by itself; a signal that was sent to this process does not.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, forwardSignal)
  return new Promise((settle, fail) => {
    child.once('error', fail)
    child.once('close', (code) => settle(code ?? 130))
  })
}
