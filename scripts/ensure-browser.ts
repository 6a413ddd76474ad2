import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './find-browser.ts'

/** Makes sure that the end-to-end tests find a browser; exit code 1 where none can be had. */

const playwright = join(import.meta.dirname, '..', 'node_modules', 'playwright', 'cli.js')

function run(command: string, args: readonly string[]): boolean {
  console.log(`no browser found, trying: ${command} ${args.join(' ')}`)
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0
}

function install(): void {
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/etc/debian_version')
  // Ubuntu's chromium package is a snap, which containers cannot run.
  if (isDebianRoot && run('apt-get', ['update']))
    for (const name of ['chromium-headless-shell', 'chromium'])
      if (run('apt-get', ['install', '-y', name])) return
  run(process.execPath, [playwright, 'install', 'chromium'])
}

if (findBrowser() === undefined) install()
const browser = findBrowser()
if (browser === undefined) {
  console.error('No Chromium for the end-to-end tests: install one, or name it in DEWPOINT_CHROMIUM.')
  process.exitCode = 1
} else {
  console.log(`browser: ${browser}`)
}
