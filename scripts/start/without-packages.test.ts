import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { z } from 'zod'

const packageSchema = z.object({ scripts: z.record(z.string(), z.string()) })

const root = join(import.meta.dirname, '..', '..')
const checkout = mkdtempSync(join(tmpdir(), 'dewpoint-start-'))
for (const path of [
  'package.json',
  'scripts/start',
  'scripts/start.ts',
  'scripts/launch.js',
  'bench/run.ts',
  'scripts/gate.ts',
  'src/main/hosts/common',
])
  cpSync(join(root, path), join(checkout, path), { recursive: true })
afterAll(() => rmSync(checkout, { recursive: true, force: true }))

const onOldNode = ['--no-experimental-strip-types']
const noPackages =
  /^The packages for development are not installed: run "npm ci" without --omit=dev first\.\n$/
const oldNode =
  /^Dewpoint is not started by Node [\d.]+: run "npm ci" without --omit=dev, which brings one\.\n$/

it.each([
  [
    'start',
    [],
    /^What builds Dewpoint is not installed: run "npm ci" without --omit=dev, then "npm start"\.\n$/,
  ],
  ['start', onOldNode, oldNode],
  ['dewpoint', [], /^Dewpoint is not built: run "npm run build" first\.\n$/],
  ['dewpoint', onOldNode, /^Dewpoint is not built: run "npm run build" first\.\n$/],
  ['dev', [], noPackages],
  ['build', onOldNode, noPackages],
  ['bench', [], noPackages],
  ['bench', onOldNode, oldNode],
  ['test', [], noPackages],
])(
  'says in one line what %s lacks in a checkout without packages and build, with %j',
  (name, flags, line) => {
    const { scripts } = packageSchema.parse(JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')))
    const [program, ...args] = scripts[name]?.split(' ') ?? []
    expect(program).toBe('node')
    const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, ...args], {
      cwd: checkout,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '' },
    })
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(line)
  },
)
