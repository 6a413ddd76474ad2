import { join } from 'node:path'
import { runScript, toolScript } from '../../scripts/gate/run-command.ts'
import { needsBuild } from '../../scripts/start/needs-build.ts'

/** Builds the bundles where they are missing or older than their source. */
export async function ensureBuild(): Promise<void> {
  if (!needsBuild(join(import.meta.dirname, '..', '..'))) return
  console.log('  building first')
  const { code, output } = await runScript(toolScript('electron-vite'), ['build'])
  if (code !== 0) throw new Error(`the build failed:\n${output}`)
}
