import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildBrowserCommand, openBrowser, shouldOpenBrowser } from './open-browser.ts'

const address = 'http://127.0.0.1:4000/#token=A_secret-1'
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dewpoint-browser-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('browserCommand', () => {
  it.each(['linux', 'darwin', 'win32'])('hands the address over as one argument on %s', (platform) => {
    const odd = 'file:///home/a&b/dewpoint.html'
    expect(buildBrowserCommand(platform, odd).at(-1)).toBe(odd)
  })
})

describe('opening the browser', () => {
  it.each(['linux', 'darwin', 'win32'])(
    'names a file in the place of the address on %s, so that no argument holds the token',
    async (platform) => {
      const start = vi.fn<(command: readonly string[]) => void>()
      await openBrowser(address, { platform, folder, start })
      const command = start.mock.calls[0]?.[0] ?? []
      expect(command.join(' ')).not.toContain('A_secret-1')
      const file = fileURLToPath(command.at(-1) ?? '')
      expect(readFileSync(file, 'utf8')).toContain(`content="0; url=${address}"`)
    },
  )

  it.skipIf(process.platform === 'win32')('keeps that file from others', async () => {
    await openBrowser(address, { platform: 'linux', folder, start: () => undefined })
    const [file = ''] = readdirSync(folder)
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
  })

  it('leaves nothing behind', async () => {
    const remove = await openBrowser(address, { platform: 'linux', folder, start: () => undefined })
    expect(readdirSync(folder)).toHaveLength(1)
    await remove()
    expect(readdirSync(folder)).toEqual([])
    await remove()
  })

  it('starts nothing where the file cannot be written', async () => {
    const start = vi.fn<(command: readonly string[]) => void>()
    await openBrowser(address, { platform: 'linux', folder, start: () => undefined })
    const [file = ''] = readdirSync(folder)
    await openBrowser(address, { platform: 'linux', folder: join(folder, file), start })
    expect(start).not.toHaveBeenCalled()
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
