import { link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { refuseSource } from './refuse-source.ts'

let folder = ''
const at = (...names: readonly string[]): string => join(folder, ...names)
const refused = 'Nothing is ever written into the source.'

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-refuse-'))
  await mkdir(at('task', 'deep'), { recursive: true })
  await writeFile(at('task', 'api_conversation_history.json'), '[]')
  await writeFile(at('alone.json'), '[]')
  await symlink(at('task'), at('link'))
  await symlink(at('task', 'deep'), at('deep-link'))
  await symlink(at('alone.json'), at('alone-link.json'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the guard of the source', () => {
  it.each([
    ['the history itself', 'task/api_conversation_history.json'],
    ['a new file beside it', 'task/new.json'],
    ['a file further down', 'task/deep/new.json'],
    ['a link to the folder', 'link/new.json'],
    ['a link to a folder further down', 'deep-link/new.json'],
  ])('refuses %s, whichever way the source was named', async (_, out) => {
    for (const source of ['task', 'link', 'link/api_conversation_history.json']) {
      await expect(refuseSource(at(out), [at(source)])).rejects.toThrow(refused)
    }
  })

  it('refuses a file by any of its names, and nothing beside it', async () => {
    await link(at('alone.json'), at('hard.json'))
    for (const out of ['alone.json', 'alone-link.json', 'hard.json']) {
      await expect(refuseSource(at(out), ['', at('alone-link.json')])).rejects.toThrow(refused)
    }
    await expect(refuseSource(at('new.json'), [at('alone.json')])).resolves.toBeUndefined()
  })

  it('lets everything else through, and sources that are gone', async () => {
    await expect(refuseSource(at('new.json'), [at('task'), at('gone'), ''])).resolves.toBeUndefined()
    await expect(refuseSource(at('gone.json'), [at('gone.json')])).resolves.toBeUndefined()
  })
})
