import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const bundles = [
  'main/electron.js',
  'main/cli.js',
  'main/worker.js',
  'preload/preload.cjs',
  'renderer/index.html',
] as const
const sources = ['src', 'electron.vite.config.ts', 'package.json', 'package-lock.json'] as const

/** True where a bundle is missing or older than what it was built from; tests do not count. */
export function needsBuild(rootFolder: string): boolean {
  const builtTs = Math.min(...bundles.map((bundle) => changedTs(join(rootFolder, 'out', bundle))))
  return sources.some((source) => newestTs(join(rootFolder, source)) > builtTs)
}

/** The program that builds; null where the packages for development are left out. */
export function findBuildTool(rootFolder: string): string | null {
  const tool = join(rootFolder, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  return existsSync(tool) ? tool : null
}

function newestTs(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return 0
  if (!stats.isDirectory()) return /\.test\.tsx?$/.test(path) ? 0 : stats.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newestTs(join(path, name))))
}

/** When a file was last written, in milliseconds since 1970; 0 where there is none. */
function changedTs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
