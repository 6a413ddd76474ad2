import { describe, expect, it } from 'vitest'
import { browserCommand, shouldOpenBrowser } from './open-browser.ts'

describe('browserCommand', () => {
  it.each(['linux', 'darwin', 'win32'])('hands the address over as one argument on %s', (platform) => {
    const address = 'http://127.0.0.1:4000/#token=a&b'
    expect(browserCommand(platform, address).at(-1)).toBe(address)
  })
})

describe('shouldOpenBrowser', () => {
  it.each([
    [{ platform: 'linux', env: {} }, false],
    [{ platform: 'linux', env: { DISPLAY: ':0' } }, true],
    [{ platform: 'linux', env: { DISPLAY: ':0', CI: 'true' } }, false],
    [{ platform: 'darwin', env: {} }, true],
    [{ platform: 'win32', env: { CI: '1' } }, false],
  ])('on %j is %s', (machine, expected) => {
    expect(shouldOpenBrowser(machine)).toBe(expected)
  })
})
