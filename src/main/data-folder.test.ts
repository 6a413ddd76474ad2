import { describe, expect, it } from 'vitest'
import { defaultDataFolder } from './data-folder.ts'

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
    expect(defaultDataFolder({ env, platform, home })).toBe(expected)
  })
})
