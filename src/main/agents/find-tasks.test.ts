import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultSearchLimits, findTasks } from './find-tasks.ts'

let folder = ''
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'dewpoint-tasks-')))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function write(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), '[]')
  }
}
const found = async (): Promise<readonly string[]> =>
  (await findTasks(folder)).paths.map((path) => path.slice(folder.length + 1))

describe('tasks below a folder', () => {
  it('are folders with the files of an agent, and sessions, in order of path', async () => {
    await write('b/api_conversation_history.json', 'a/ui_messages.json', 'c/notes.json', 's/s.messages.json')
    await write('User/globalStorage/x/tasks/1/claude_messages.json', 's/s.compaction.json')
    expect(await found()).toEqual(['User/globalStorage/x/tasks/1', 'a', 'b', 's/s.messages.json'])
  })

  it('are the folder itself where it is one', async () => {
    await write('ui_messages.json', 'deep/api_conversation_history.json')
    expect((await findTasks(folder)).paths).toEqual([folder])
  })

  it('are as deep as the storage of editors has them, from the folder above', async () => {
    await write('1/2/3/4/5/ui_messages.json', '1/2/3/4/6/7/ui_messages.json')
    expect(await found()).toEqual(['1/2/3/4/5', '1/2/3/4/6/7'])
  })

  it('are looked for further down only while there are few folders', async () => {
    await write('1/2/3/ui_messages.json', '1/2/4/5/6/ui_messages.json', 'a/b/c/d/ui_messages.json')
    const limits = { depth: 3, folders: 100 }
    const pathsWith = async (folders: number): Promise<number> =>
      (await findTasks(folder, { ...limits, beyond: { depth: 9, folders } })).paths.length
    expect([await pathsWith(20), await pathsWith(5)]).toEqual([3, 1])
    expect((await findTasks(folder, limits)).paths).toHaveLength(1)
  })

  it('are not looked for in tasks, checkpoints, installed packages, links, or too deep', async () => {
    await write('a/api_conversation_history.json', 'a/b/api_conversation_history.json')
    await write('checkpoints/c/ui_messages.json', 'node_modules/d/ui_messages.json')
    await write('1/2/3/4/5/6/7/8/9/10/11/12/13/ui_messages.json')
    await symlink(join(folder, 'a'), join(folder, 'link'))
    expect(await found()).toEqual(['a'])
  })

  it('are cut where there are too many folders, and said to be', async () => {
    await write('a/ui_messages.json', 'b/ui_messages.json', 'c/ui_messages.json')
    const cut = await findTasks(folder, { depth: 4, folders: 3 })
    expect([cut.isCut, cut.paths.length]).toEqual([true, 2])
    expect(await findTasks(folder, { depth: 4, folders: 4 })).toMatchObject({ isCut: false })
    // A library of 20,000 tasks lies in more folders than its tasks.
    expect(defaultSearchLimits.folders).toBeGreaterThan(1.2 * 20_000)
  })

  it('of a folder that is not there fail', async () => {
    await expect(findTasks(join(folder, 'gone'))).rejects.toMatchObject({ code: 'not-found' })
  })

  it('of a folder that has become a link, or that a link leads to by now, fail', async () => {
    await write('outside/a/ui_messages.json', 'watched/deep/b/ui_messages.json')
    const [watched, outside] = [join(folder, 'watched'), join(folder, 'outside')]
    await rename(watched, join(folder, 'moved'))
    await symlink(outside, watched)
    await expect(findTasks(watched)).rejects.toMatchObject({ code: 'not-allowed' })
    await rm(watched)
    await symlink(join(folder, 'moved'), watched)
    await expect(findTasks(join(watched, 'deep'))).rejects.toThrow('has become a link')
  })
})
