import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRootsAccess } from './roots-access.ts'

let base = ''
let home = ''

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'dewpoint-roots-')))
  home = join(base, 'home')
  await mkdir(join(home, 'task'), { recursive: true })
  await mkdir(join(base, 'home-of-another'))
  await writeFile(join(base, 'secret.json'), '[]')
  await symlink(join(base, 'secret.json'), join(home, 'link.json'))
  await symlink(base, join(home, 'up'))
  await symlink(join(home, 'task'), join(home, 'inner'))
})

afterAll(() => rm(base, { recursive: true, force: true }))

function problemOf(path: string): unknown {
  try {
    return createRootsAccess([home]).resolve({ kind: 'path', path })
  } catch (error) {
    return error
  }
}

describe('file access of the browser host', () => {
  it('gives the real path of what lies inside', () => {
    const access = createRootsAccess([home])
    expect(access.resolve({ kind: 'path', path: join(home, 'task') })).toBe(join(home, 'task'))
    expect(access.resolve({ kind: 'path', path: join(home, 'inner') })).toBe(join(home, 'task'))
    expect(access.resolve({ kind: 'path', path: home })).toBe(home)
  })

  it('names each root once and leaves out those that do not exist', () => {
    expect(createRootsAccess([home, join(base, 'missing'), home]).roots()).toEqual([home])
  })

  it.each([
    ['a file outside', () => join(base, 'secret.json')],
    ['a folder whose name starts like the root', () => join(base, 'home-of-another')],
    ['a way out by dots', () => `${home}/task/../../secret.json`],
    ['a link that leads out', () => join(home, 'link.json')],
    ['a folder link that leads out', () => join(home, 'up', 'secret.json')],
    ['a missing file behind a link that leads out', () => join(home, 'up', 'none', 'missing.json')],
    ['a missing file outside', () => join(base, 'missing.json')],
  ])('refuses %s', (_what, path) => {
    expect(problemOf(path())).toMatchObject({ code: 'not-allowed' })
  })

  it('says that a path inside does not exist', () => {
    expect(problemOf(join(home, 'missing'))).toMatchObject({ code: 'not-found' })
  })

  it.each(['', 'task', './task', '~/task'])('refuses %j, which is not absolute', (path) => {
    expect(problemOf(path)).toMatchObject({ code: 'bad-input' })
  })

  it('knows no grants', () => {
    expect(() => createRootsAccess([home]).resolve({ kind: 'grant', token: 'x' })).toThrow(/no grants/)
  })
})
