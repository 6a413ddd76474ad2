import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { JobContext } from '../../../platform/workers/job.ts'
import { matchPaths } from './match-paths.ts'

vi.mock(import('node:fs/promises'), { spy: true })

let folder = ''
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'dewpoint-match-')))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function write(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), '[]')
  }
}

const context: JobContext = {
  onProgress: () => {},
  signal: new AbortController().signal,
  remoteModel: () => expect.unreachable(),
}

async function match(pattern: string, limits: { mostTasks?: number; mostLevels?: number } = {}) {
  const input = { folder, pattern, mostNames: 1000, mostLevels: 40, mostTasks: 1000, ...limits }
  const { paths, ...rest } = await matchPaths(input, context)
  return { ...rest, paths: paths.map((path) => relative(folder, path)).toSorted() }
}

const files = (count: number): string[] => Array.from({ length: count }, (_, index) => `many/${index}.json`)

describe('the tasks that a pattern stands for', () => {
  it('are found with one look at each folder, however many names match in it', async () => {
    await write(...files(300))
    const before = vi.mocked(readdir).mock.calls.length
    const { paths } = await match('many/*')
    expect(paths).toHaveLength(300)
    expect(vi.mocked(readdir).mock.calls.length - before).toBeLessThan(5)
  })

  it('are no longer looked for where there are more than can be', async () => {
    await write(...files(300))
    expect((await match('many/*', { mostTasks: 20 })).paths).toHaveLength(21)
  })

  it('are found with one look at each folder, although folders that match lie in one another', async () => {
    const levels = 30
    await write(`${'d/'.repeat(levels)}api_conversation_history.json`)
    const before = vi.mocked(readdir).mock.calls.length
    expect(await match('**')).toMatchObject({ paths: ['d/'.repeat(levels).slice(0, -1)], cut: null })
    expect(vi.mocked(readdir).mock.calls.length - before).toBeLessThan(4 * levels)
  })

  it('are looked for so many levels down and no further, which is said', async () => {
    await write(`${'d/'.repeat(20)}ui_messages.json`, '1/ui_messages.json')
    expect(await match('**', { mostLevels: 3 })).toMatchObject({ cut: 'levels', paths: ['1'] })
  })

  it('are not looked for behind links: whoever asks has to say whether that is allowed', async () => {
    await write('a/b/ui_messages.json')
    await symlink(join(folder, 'a'), join(folder, 'link'))
    expect(await match('*')).toMatchObject({ paths: ['a/b'], links: [join(folder, 'link')] })
    expect(await match('{link,a}/*')).toMatchObject({ paths: ['a/b'], links: [join(folder, 'link/b')] })
  })
})

describe.runIf(process.platform === 'linux')('what the system shows as files', () => {
  it.each(['*', '**', 'self/*'])('holds no task: %s', async (pattern) => {
    folder = '/proc'
    const before = vi.mocked(readdir).mock.calls.length
    expect(await match(pattern)).toMatchObject({ paths: [], links: [] })
    expect(vi.mocked(readdir).mock.calls.length - before).toBeLessThan(3)
    folder = ''
  })
})
