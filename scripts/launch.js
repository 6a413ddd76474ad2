// Plain JavaScript, which any Node reads: what a checkout lacks is said in one line and not by a stack trace.
// `node scripts/launch.js <file> [arguments]` runs a script or what was built, `electron-vite` and others what is installed.

import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = dirname(import.meta.dirname ?? process.argv[1])
const [target = ''] = process.argv.splice(2, 1)
const installed = join(root, 'node_modules', 'electron-vite', 'package.json')

/** What has to be done before it can run; empty where nothing has. */
function findObstacle() {
  if (target.startsWith('out/'))
    return existsSync(join(root, target)) ? '' : 'Dewpoint is not built: run "npm run build" first.'
  if (target.endsWith('.ts') && !process.features.typescript)
    return `Dewpoint is not started by Node ${process.versions.node}: run "npm ci" without --omit=dev, which brings one.`
  // What starts Dewpoint needs none of them where it is built.
  if (target === 'scripts/start.ts' || existsSync(installed)) return ''
  return 'The packages for development are not installed: run "npm ci" without --omit=dev first.'
}

/** The program of a package, by the name of both. */
function findProgram(name) {
  const folder = join(root, 'node_modules', name)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[name])
}

const obstacle = findObstacle()
if (obstacle === '') {
  const file = target.includes('/') ? resolve(root, target) : findProgram(target)
  process.argv[1] = file
  await import(pathToFileURL(file).href)
} else {
  console.error(obstacle)
  process.exitCode = 1
}
