import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findDesktopRuntime } from '../../src/main/hosts/common/desktop-runtime.ts'

const probeMs = 4000
const downloadMs = 5 * 60_000

/**
 * Fetches the Electron runtime with the installer of its own package. Undefined where that does not work: the host is
 * asked first, so that a machine without a way out is not kept waiting.
 */
export async function fetchDesktopRuntime(
  electronFolder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const mirror = env['ELECTRON_MIRROR'] ?? env['npm_config_electron_mirror'] ?? 'https://github.com/'
  if (!(await isReachable(mirror))) return undefined
  console.log('Fetching the Electron runtime, once (about 120 MB) ...')
  await runInstaller(electronFolder)
  return findDesktopRuntime(electronFolder)
}

async function isReachable(address: string): Promise<boolean> {
  try {
    await fetch(address, { method: 'HEAD', signal: AbortSignal.timeout(probeMs) })
    return true
  } catch {
    return false
  }
}

function runInstaller(electronFolder: string): Promise<void> {
  return new Promise((resolve) => {
    const installer = join(electronFolder, 'install.js')
    const child = spawn(process.execPath, [installer], { stdio: 'ignore', timeout: downloadMs })
    // Whether it worked shows in what it left behind.
    child.once('error', () => resolve())
    child.once('close', () => resolve())
  })
}
