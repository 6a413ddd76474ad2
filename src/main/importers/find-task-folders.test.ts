import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findTaskFolders } from './find-task-folders.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-find-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function task(name: string, file = 'api_conversation_history.json'): Promise<string> {
  const path = join(folder, name)
  await mkdir(path, { recursive: true })
  await writeFile(join(path, file), '[]')
  return path
}

describe('task folders', () => {
  it('are found below a folder in order of name, by any of their files', async () => {
    const b = await task('tasks/b')
    const a = await task('tasks/a', 'claude_messages.json')
    const c = await task('tasks/c', 'ui_messages.json')
    await task('tasks/d', 'notes.json')
    expect(await findTaskFolders(folder)).toEqual([a, b, c])
  })

  it('are the folder itself where it is one', async () => {
    const path = await task('one')
    await task('one/checkpoints/two')
    expect(await findTaskFolders(path)).toEqual([path])
  })

  it('are looked for in as many levels as storage of editors has, and no deeper', async () => {
    const inside = await task('globalStorage/some.extension/tasks/one')
    await task('1/2/3/4/5')
    expect(await findTaskFolders(folder)).toEqual([inside])
  })

  it('are not looked for behind links or in installed packages', async () => {
    await task('node_modules/one')
    const real = await mkdtemp(join(tmpdir(), 'dewpoint-elsewhere-'))
    await writeFile(join(real, 'api_conversation_history.json'), '[]')
    await symlink(real, join(folder, 'link'))
    expect(await findTaskFolders(folder)).toEqual([])
    await rm(real, { recursive: true })
  })

  it('are no more than the limit lets be looked at', async () => {
    await task('a')
    await task('b')
    await task('c')
    expect(await findTaskFolders(folder, { depth: 4, folders: 3 })).toHaveLength(2)
  })

  it('of a path that is no folder fail', async () => {
    await expect(findTaskFolders(join(folder, 'gone'))).rejects.toMatchObject({ code: 'not-found' })
  })
})
