import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { needsBuild } from './needs-build.ts'

let root = ''

async function write(path: string, seconds: number): Promise<void> {
  const file = join(root, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, '')
  await utimes(file, seconds, seconds)
}

const bundles = [
  'main/electron.js',
  'main/cli.js',
  'main/worker.js',
  'preload/preload.cjs',
  'renderer/index.html',
]

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'dewpoint-build-'))
  await write('package.json', 100)
  await write('src/main/a/b.ts', 100)
  for (const bundle of bundles) await write(`out/${bundle}`, 200)
})

afterEach(() => rm(root, { recursive: true, force: true }))

describe('needsBuild', () => {
  it('is false while all bundles are newer than all sources', () => {
    expect(needsBuild(root)).toBe(false)
  })

  it.each(['src/main/a/b.ts', 'src/new.css', 'package.json', 'electron.vite.config.ts'])(
    'is true when %s has changed since',
    async (path) => {
      await write(path, 300)
      expect(needsBuild(root)).toBe(true)
    },
  )

  it.each(bundles)('is true when %s is missing', async (bundle) => {
    await rm(join(root, 'out', bundle))
    expect(needsBuild(root)).toBe(true)
  })

  it('takes no notice of tests', async () => {
    await write('src/main/a/b.test.ts', 300)
    expect(needsBuild(root)).toBe(false)
  })
})
