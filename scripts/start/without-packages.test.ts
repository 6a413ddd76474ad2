import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const checkout = mkdtempSync(join(tmpdir(), 'dewpoint-start-'))
for (const path of [
  'package.json',
  'scripts/start',
  'scripts/start.ts',
  'scripts/start.js',
  'src/main/hosts/common',
])
  cpSync(join(root, path), join(checkout, path), { recursive: true })
afterAll(() => rmSync(checkout, { recursive: true, force: true }))

it.each([
  [
    'on a Node that runs TypeScript',
    [],
    /^What builds Dewpoint is not installed: run "npm ci" without --omit=dev, then "npm start"\.\n$/,
  ],
  [
    'on an older Node',
    ['--no-experimental-strip-types'],
    /^Dewpoint is not started by Node [\d.]+: run "npm ci" without --omit=dev, which brings one\.\n$/,
  ],
])('says in one line what to do without the packages for development, %s', (_, flags, line) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...flags, join(checkout, 'scripts', 'start.js')],
    {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '' },
    },
  )
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(line)
})
