import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { examineDataFolder, prepareDataFolder } from './data-folder.ts'
import { resolveDefaultDataFolder, buildSurroundings } from './resolve-default-data-folder.ts'

describe('the data folder', () => {
  it.each([
    ['linux', {}, '/home/ada', '/home/ada/.local/share/dewpoint'],
    ['linux', { XDG_DATA_HOME: '/data' }, '/home/ada', '/data/dewpoint'],
    ['linux', { XDG_DATA_HOME: 'not/absolute' }, '/home/ada', '/home/ada/.local/share/dewpoint'],
    ['darwin', {}, '/Users/ada', '/Users/ada/Library/Application Support/Dewpoint'],
    [
      'win32',
      { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming' },
      'C:\\Users\\ada',
      'C:\\Users\\ada\\AppData\\Roaming\\Dewpoint',
    ],
    ['win32', {}, 'C:\\Users\\ada', 'C:\\Users\\ada\\AppData\\Roaming\\Dewpoint'],
    ['linux', { DEWPOINT_HOME: '/elsewhere', XDG_DATA_HOME: '/data' }, '/home/ada', '/elsewhere'],
    ['linux', { DEWPOINT_HOME: 'mine' }, '/home/ada', '/home/ada/mine'],
    ['linux', { DEWPOINT_HOME: '' }, '/home/ada', '/home/ada/.local/share/dewpoint'],
  ])('on %s with %o below %s is %s', (platform, env, home, expected) => {
    expect(resolveDefaultDataFolder({ env, platform, home })).toBe(expected)
  })
})

describe('the folder for temporary files', () => {
  const top = mkdtempSync(join(tmpdir(), 'dewpoint-temporary-'))
  afterEach(() => {
    vi.unstubAllEnvs()
    rmSync(top, { recursive: true, force: true })
  })

  it.each(['task', 'task/sub', '.cline/data/tasks', '.cline/data/tasks/one'])(
    'is another one where it lies in a source: %s',
    (name) => {
      for (const folder of ['task/sub', '.cline/data/tasks/one', 'free'])
        mkdirSync(join(top, folder), { recursive: true })
      writeFileSync(join(top, 'task/ui_messages.json'), '[]')
      const surroundings = buildSurroundings({ HOME: top, USERPROFILE: top })
      for (const settle of [prepareDataFolder, examineDataFolder]) {
        for (const variable of ['TMPDIR', 'TEMP', 'TMP', 'SQLITE_TMPDIR'])
          vi.stubEnv(variable, join(top, name))
        settle(join(top, 'data'), surroundings)
        expect(tmpdir().startsWith(top)).toBe(false)
        expect(process.env['SQLITE_TMPDIR']).toBeUndefined()
      }
      expect(readdirSync(join(top, 'task'))).toEqual(['sub', 'ui_messages.json'])
    },
  )

  it('stays the one that was named anywhere else', () => {
    mkdirSync(join(top, 'free'), { recursive: true })
    vi.stubEnv('TMPDIR', join(top, 'free'))
    examineDataFolder(join(top, 'data'), buildSurroundings({ HOME: top, USERPROFILE: top }))
    expect(process.env['TMPDIR']).toBe(join(top, 'free'))
  })
})
