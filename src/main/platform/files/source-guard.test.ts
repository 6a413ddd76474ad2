import { execFileSync } from 'node:child_process'
import { link, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSourceGuard, type GuardOptions, type KnownPlaces } from './source-guard.ts'

let folder = ''
const at = (...names: readonly string[]): string => join(folder, ...names)
const refused = 'Nothing is ever written into the source.'

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'dewpoint-guard-')))
  await mkdir(at('task', 'deep'), { recursive: true })
  await mkdir(at('out'))
  await writeFile(at('task', 'api_conversation_history.json'), '[]')
  await writeFile(at('task', 'deep', 'image.png'), 'png')
  await writeFile(at('alone.json'), '[]')
  await symlink(at('task'), at('link'))
  await symlink(at('task', 'deep'), at('deep-link'))
  await symlink(at('task', 'deep', 'new.json'), at('out', 'dangling.json'))
  await symlink(at('alone.json'), at('alone-link.json'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** In a space of mounts that ends with the process. */
function mayMount(): boolean {
  try {
    execFileSync('unshare', ['-rm', 'mount', '--bind', tmpdir(), tmpdir()], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function check(
  out: string,
  sources: readonly string[] = [],
  { folders = [], wide = [], ...more }: Partial<KnownPlaces & Omit<GuardOptions, 'known'>> = {},
): Promise<void> {
  const known = async (): Promise<KnownPlaces> => ({ sources, folders })
  return createSourceGuard({ known, wide, ...more }).check(out)
}

describe('the guard of the sources', () => {
  it.each([
    ['the history itself', 'task/api_conversation_history.json'],
    ['a new file beside it', 'task/new.json'],
    ['a file further down', 'task/deep/new.json'],
    ['a file in a folder that is not there yet', 'task/none/new.json'],
    ['the folder', 'task'],
    ['a link to the folder', 'link/new.json'],
    ['a link to a folder further down', 'deep-link/new.json'],
    ['a link to a file that is not there yet', 'out/dangling.json'],
    ['a way back by dots', 'out/../task/new.json'],
  ])('refuses %s, whichever way the task was named, and unnamed', async (_, out) => {
    for (const sources of [['task'], ['link'], ['link/api_conversation_history.json'], []]) {
      await expect(
        check(
          `${folder}/${out}`,
          sources.map((one) => at(one)),
        ),
      ).rejects.toMatchObject({
        message: refused,
        code: 'source',
        where: `${folder}/${out}`,
      })
    }
  })

  it('refuses a known folder that looks like no task', async () => {
    await expect(check(at('out', 'a', 'new.json'), [at('out')])).rejects.toThrow(refused)
  })

  it('refuses a file by any of its names, and nothing beside it', async () => {
    await link(at('alone.json'), at('hard.json'))
    for (const out of ['alone.json', 'alone-link.json', 'hard.json']) {
      await expect(check(at(out), ['', at('alone-link.json')])).rejects.toThrow(refused)
    }
    await expect(check(at('new.json'), [at('alone.json')])).resolves.toBeUndefined()
    await expect(check(at('alone.html'), [at('alone.json')])).resolves.toBeUndefined()
  })

  it('refuses hard links to files of a task', async () => {
    await link(at('task', 'api_conversation_history.json'), at('out', 'history.json'))
    await link(at('task', 'deep', 'image.png'), at('out', 'image.png'))
    await link(at('alone-link.json'), at('out', 'free.json'))
    await expect(check(at('out', 'history.json'), [at('task')])).rejects.toThrow(refused)
    await expect(check(at('out', 'image.png'), [at('task')])).rejects.toThrow(refused)
    await expect(check(at('out', 'free.json'), [at('task')])).resolves.toBeUndefined()
  })

  it('refuses what belongs to a session, and nothing else in its folder', async () => {
    await mkdir(at('s', 'two'), { recursive: true })
    for (const name of ['one.messages.json', 'one.json', 'two.jsonl', 'report.html'])
      await writeFile(at('s', name), '')
    const sources = [at('s', 'one.messages.json'), at('s', 'two.jsonl')]
    for (const out of ['s/one.json', 's/two/new.json', 's/two.jsonl'])
      await expect(check(at(out), sources)).rejects.toThrow(refused)
    for (const out of ['s/report.html', 's/new.json']) await check(at(out), sources)
  })

  it('refuses what would become a part of a session, and no other new file beside it', async () => {
    await mkdir(at('s'))
    for (const name of ['one.messages.json', 'two.jsonl']) await writeFile(at('s', name), '')
    const sources = [at('s', 'one.messages.json'), at('s', 'two.jsonl')]
    for (const out of ['s/one.json', 's/ONE.json', 's/two', 's/two/new.json', 's/two/a/b'])
      await expect(check(at(out), sources)).rejects.toThrow(refused)
    for (const out of ['s/one.html', 's/one.sqlite', 's/two.json', 's/three.json', 'one.json', 'two'])
      await check(at(out), sources)
  })

  it('refuses the file behind a session, and what its agent keeps beside it, there or not', async () => {
    await mkdir(at('d'))
    for (const name of ['crush.db', 'agent.sqlite', 'events.jsonl', 'a#b']) await writeFile(at('d', name), '')
    const sources = ['crush.db#one', 'agent.sqlite#one', 'events.jsonl', 'a#b'].map((name) => at('d', name))
    const companions = [{ of: 'events.jsonl', are: ['workspace.yaml'] }]
    for (const out of [
      'crush.db',
      'crush.db-wal',
      'crush.db-shm',
      'agent.sqlite-wal',
      'workspace.yaml',
      'a#b',
    ])
      await expect(check(at('d', out), sources, { companions })).rejects.toThrow(refused)
    for (const out of ['crush.db#one', 'a', 'other.db', 'report.html'])
      await check(at('d', out), sources, { companions })
  })

  it("keeps a person's files out of Dewpoint's own data, but for the recordings", async () => {
    const dataFolder = at('data')
    const own = 'Dewpoint keeps its own data in this folder'
    await mkdir(at('data', 'logs'), { recursive: true })
    await symlink(at('data'), at('data-link'))
    await symlink(at('data', 'new.json'), at('out', 'into-data.json'))
    const places = [
      'data',
      'data/new.json',
      'data/dewpoint.sqlite-wal',
      'data/logs/dewpoint.1.log',
      'data/a/b',
    ]
    for (const out of [
      ...places,
      'data-link/new.json',
      'out/into-data.json',
      'data/recordings',
      'out/../data/x',
    ])
      await expect(check(`${folder}/${out}`, [], { dataFolder })).rejects.toThrow(own)
    await check(at('data', 'recordings', 'new.jsonl'), [], { dataFolder })
    await mkdir(at('data', 'recordings', 'deep'), { recursive: true })
    await check(at('data-link', 'recordings', 'deep', 'new.jsonl'), [], { dataFolder })
    await check(at('data.json'), [], { dataFolder })
    await symlink(at('out', 'free.jsonl'), at('data', 'recordings', 'link.jsonl'))
    await expect(check(at('data', 'recordings', 'link.jsonl'), [], { dataFolder })).rejects.toThrow(
      'symbolic link',
    )
  })

  it.runIf(mayMount())('refuses a folder or a file of a task that is mounted elsewhere', async () => {
    await mkdir(at('mounted'))
    await writeFile(at('mounted.json'), '')
    const script = fileURLToPath(new URL('testing/check-place.ts', import.meta.url))
    const mounts =
      'mount --bind "$1/task/deep" "$1/mounted" && mount --bind "$1/alone.json" "$1/mounted.json"'
    const said = execFileSync(
      'unshare',
      ['-rm', 'sh', '-c', `${mounts} && exec "$2" "$3" "$1"`, 'sh', folder, process.execPath, script],
      { encoding: 'utf8' },
    )
    expect(said.trim().split('\n')).toEqual([
      'mounted/new.json source',
      'mounted/a/b/new.json source',
      'mounted.json source',
      'out/new.json free',
    ])
  })

  it('lets a folder be used in which tasks lie, though not for what would hide them', async () => {
    const folders = [folder]
    await check(at('report.html'), [at('task')], { folders })
    await check(at('out', 'report.html'), [at('task')], { folders })
    await check(at('out', 'api_conversation_history.json'), [at('task')], { folders })
    await expect(check(at('UI_messages.json'), [], { folders })).rejects.toThrow('hide the tasks in it')
    await expect(check(at('ui_messages.json'), [at('task')])).rejects.toThrow('hide the tasks in it')
  })

  it('keeps to the files of a task that lies in the home folder', async () => {
    await writeFile(at('ui_messages.json'), '[]')
    const wide = [at('out')]
    for (const sources of [[folder], [at('ui_messages.json')]]) {
      await expect(check(at('ui_messages.json'), sources, { wide })).rejects.toMatchObject({ code: 'source' })
      await expect(check(at('task_metadata.json'), sources, { wide })).rejects.toMatchObject({
        code: 'source',
      })
      await check(at('out', 'report.html'), sources, { wide })
      await check(at('report.html'), sources, { wide })
    }
  })

  it('lets everything else through, and sources that are gone', async () => {
    await expect(check(at('new.json'), [at('task'), at('gone'), ''])).resolves.toBeUndefined()
    await expect(check(at('gone.json'), [at('gone.json')])).resolves.toBeUndefined()
  })

  it('learns of sources while it is used', async () => {
    const guard = createSourceGuard({ known: async () => ({ sources: [], folders: [] }), wide: [] })
    await guard.check(at('alone.json'))
    guard.protect([at('alone.json')])
    await expect(guard.check(at('alone.json'))).rejects.toThrow(refused)
  })
})
