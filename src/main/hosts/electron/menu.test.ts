import type { MenuItemConstructorOptions } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { buildMenuTemplate } from './menu.ts'

function items(platform: string, send: (command: string) => void): MenuItemConstructorOptions[] {
  return buildMenuTemplate(platform, send).flatMap((menu) =>
    Array.isArray(menu.submenu) ? menu.submenu : [],
  )
}

describe('the menu', () => {
  it.each(['linux', 'darwin', 'win32'])('opens a folder by menu and key on %s', (platform) => {
    const send = vi.fn<(command: string) => void>()
    const item = items(platform, send).find(({ accelerator }) => accelerator === 'CmdOrCtrl+O')
    item?.click?.({} as never, undefined, {})
    expect(send).toHaveBeenCalledExactlyOnceWith('open-folder')
  })

  it('leaves the key of the palette to the page', () => {
    const item = items('linux', () => undefined).find(({ label }) => label === 'Command Palette')
    expect(item?.registerAccelerator).toBe(false)
  })

  it('quits from the app menu on a Mac and from the file menu elsewhere', () => {
    const roles = (platform: string) => items(platform, () => undefined).map(({ role }) => role)
    expect(roles('darwin')).not.toContain('quit')
    expect(roles('linux')).toContain('quit')
    expect(buildMenuTemplate('darwin', () => undefined)[0]?.role).toBe('appMenu')
  })

  it('offers updates only where there is a feed to ask', () => {
    const labels = (check?: () => void) =>
      buildMenuTemplate('linux', () => undefined, check).flatMap(({ submenu }) =>
        Array.isArray(submenu) ? submenu.map(({ label }) => label) : [],
      )
    expect(labels()).not.toContain('Check for Updates…')
    expect(labels(() => undefined)).toContain('Check for Updates…')
  })
})
