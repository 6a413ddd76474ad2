import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAskingAccess, createRootsAccess } from './roots-access.ts'

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

function catchAccessProblem(path: string): unknown {
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
    expect(catchAccessProblem(path())).toMatchObject({ code: 'not-allowed' })
  })

  it('says that a path inside does not exist', () => {
    expect(catchAccessProblem(join(home, 'missing'))).toMatchObject({ code: 'not-found' })
  })

  it.each(['', 'task', './task', '~/task'])('refuses %j, which is not absolute', (path) => {
    expect(catchAccessProblem(path)).toMatchObject({ code: 'bad-input' })
  })

  it('judges a path of any depth', () => {
    expect(catchAccessProblem(`/${'y/'.repeat(40_000)}`)).toMatchObject({ code: 'not-allowed' })
    expect(catchAccessProblem(join(home, 'y/'.repeat(40_000)))).toMatchObject({ code: 'not-found' })
  })

  it('knows no grants', () => {
    expect(() => createRootsAccess([home]).resolve({ kind: 'grant', token: 'x' })).toThrow(/no grants/)
  })
})

describe('file access that a person widens', () => {
  const outside = (): string => join(base, 'home-of-another')
  const resolveOutside = (access: ReturnType<typeof createAskingAccess>): string =>
    access.resolve({ kind: 'path', path: outside() })

  it('opens a folder outside once it is allowed, and not after that is taken back', () => {
    const access = createAskingAccess([home])
    expect(() => resolveOutside(access)).toThrow(/outside the folders/)
    access.permits?.allow(outside())
    expect(resolveOutside(access)).toBe(outside())
    expect(access.permits?.list()).toEqual([outside()])
    access.permits?.revoke(outside())
    expect(() => resolveOutside(access)).toThrow(/outside the folders/)
  })

  it('follows links before it looks whether their end is allowed', () => {
    const access = createAskingAccess([home])
    access.permits?.allow(outside())
    const path = join(home, 'up', 'secret.json')
    expect(() => access.resolve({ kind: 'path', path })).toThrow(/outside the folders/)
  })

  it('lets every folder be browsed but those with secrets, also through a link', async () => {
    await mkdir(join(home, '.ssh'))
    await symlink(join(home, '.ssh'), join(home, 'keys'))
    const access = createAskingAccess([home])
    expect(access.permits?.browse(outside())).toBe(outside())
    for (const path of [join(home, '.ssh'), join(home, 'keys')]) {
      expect(() => access.permits?.browse(path)).toThrow(/keeps secrets/)
      expect(() => access.resolve({ kind: 'path', path })).toThrow(/keeps secrets/)
    }
  })

  it('opens a folder among secrets that was named at the start', async () => {
    const named = join(base, 'named', '.ssh', 'tasks')
    await mkdir(named, { recursive: true })
    const access = createAskingAccess([named])
    expect(access.resolve({ kind: 'path', path: named })).toBe(named)
  })
})
