import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  makeOwnFolder,
  createPageName,
  createUnfinishedName,
  removeLeftFiles,
  removeLeftFolders,
  removeOwnFolders,
} from './leftovers.ts'

let folder = ''
const at = (...names: readonly string[]): string => join(folder, ...names)
/** No process has this number on any system. */
const gone = (name: string): string => name.replace(String(process.pid), '2147483646')
const left = (): readonly string[] => readdirSync(folder).toSorted()

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dewpoint-left-'))
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) vi.stubEnv(name, folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

describe('what a process leaves', () => {
  it('is removed once it is gone: its folders with what lies in them', () => {
    const own = makeOwnFolder('arm')
    const ended = at(gone(basename(own)))
    mkdirSync(ended)
    writeFileSync(join(ended, 'half.txt'), 'half')
    expect(removeLeftFolders()).toEqual([ended])
    expect(left()).toEqual([basename(own)])
  })

  it('is removed once it is gone: its files, with what SQLite kept beside them', () => {
    const [own, page] = [createUnfinishedName(), createPageName()]
    const ended = gone(own)
    for (const name of [own, page, ended, `${ended}-journal`, `${ended}-wal`, gone(page)])
      writeFileSync(at(name), 'half')
    expect(removeLeftFiles(folder)).toHaveLength(4)
    expect(left()).toEqual([own, page])
  })

  it('is removed by itself at its end, of one kind', () => {
    const [copy, arm] = [makeOwnFolder('copy'), makeOwnFolder('arm')]
    removeOwnFolders('copy')
    expect(left()).toEqual([basename(arm)])
    expect(copy).not.toBe(arm)
  })

  it('stays where nothing proves that it is left: of another space of numbers, a link, another kind or name', () => {
    mkdirSync(at('mine'))
    writeFileSync(at('mine', 'kept.txt'), 'kept')
    const names = ['dewpoint-arm-2147483646.zz-a', 'dewpoint-arm-abc', 'dewpoint-arm-test-2147483646-a']
    for (const name of names) mkdirSync(at(name))
    symlinkSync(at('mine'), at('dewpoint-arm-2147483646-link'))
    writeFileSync(at('dewpoint-arm-2147483646-file'), 'a file')
    mkdirSync(at('.dewpoint-2147483646-0a.tmp'))
    for (const name of ['.dewpoint-2147483646.zz-0a.tmp', '.dewpoint-0a.tmp', 'a.dewpoint-2147483646-0a.tmp'])
      writeFileSync(at(name), 'kept')
    const before = left()
    expect([...removeLeftFolders(), ...removeLeftFiles(folder)]).toEqual([])
    expect(left()).toEqual(before)
    expect(readdirSync(at('mine'))).toEqual(['kept.txt'])
  })

  it('is nothing in a folder that is not there', () => {
    expect(removeLeftFiles(at('none'))).toEqual([])
  })
})
