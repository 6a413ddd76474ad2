import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { findInstalledNode, isNodeTooOld, runInNode, describeOldNode } from './node-runtime.ts'

const folders: string[] = []
afterEach(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })))
})

it.each([
  ['20.20.2', true],
  ['22.14.9', true],
  ['22.15.0', false],
  ['24.1.0', false],
  ['100.0.0', false],
])('release %s is too old: %s', (version, isTooOld) => {
  expect(isNodeTooOld(version)).toBe(isTooOld)
})

it.each([
  ['linux', 'node'],
  ['win32', 'node.exe'],
] as const)('finds the Node that was installed beside it on %s', async (platform, name) => {
  const folder = await mkdtemp(join(tmpdir(), 'dewpoint-node-'))
  folders.push(folder)
  expect(findInstalledNode(folder, platform)).toBeUndefined()
  const executable = join(folder, 'node_modules', 'node', 'bin', name)
  await mkdir(dirname(executable), { recursive: true })
  await writeFile(executable, '')
  expect(findInstalledNode(folder, platform)).toBe(executable)
})

it('says in one line what to do', () => {
  const root = join(import.meta.dirname, '..', '..', '..')
  const start = 'Dewpoint needs Node 22.15 or later, and this is 20.20.2: '
  expect(describeOldNode('20.20.2', root)).toBe(
    `${start}run "npm ci" in its folder, which brings one, or install a later Node.`,
  )
  expect(describeOldNode('20.20.2', import.meta.dirname)).toBe(`${start}install a later Node.`)
})

it.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGHUP'] as const)(
  'passes %s on to the program that it runs, which ends',
  async (name) => {
    // What else listens in this process, such as arms that end with it, is not to hear of it.
    const others = new Set(process.listeners(name))
    const ended = runInNode(process.execPath, ['--eval', 'setTimeout(() => {}, 60_000)'])
    for (const listener of process.listeners(name)) if (!others.has(listener)) listener(name)
    expect(await ended).toBe(130)
  },
)

it('ends with the exit code of the program that it runs', async () => {
  expect(await runInNode(process.execPath, ['--eval', 'process.exit(7)'])).toBe(7)
})
