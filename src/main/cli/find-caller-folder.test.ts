import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findCallerFolder, findInstallFolder } from './find-caller-folder.ts'

const npm = { npm_package_name: 'dewpoint', npm_lifecycle_event: 'dewpoint', INIT_CWD: '/home/mara' }

describe('the folder that paths count from', () => {
  it.each([
    ['the working folder of an installed command', {}, '/work'],
    ['where the caller stood under npm run', npm, '/home/mara'],
    ["the working folder in somebody else's script", { ...npm, npm_package_name: 'other' }, '/work'],
    ['the working folder in another script of ours', { ...npm, npm_lifecycle_event: 'test' }, '/work'],
  ])('is %s', (_, env, folder) => {
    expect(findCallerFolder(env, '/work')).toBe(folder)
  })
})

describe('the folder of the installation', () => {
  it('is the nearest one with a package.json', () => {
    const root = join(import.meta.dirname, '..', '..', '..')
    expect(findInstallFolder(import.meta.dirname)).toBe(root)
    expect(findInstallFolder(root)).toBe(root)
  })
})
