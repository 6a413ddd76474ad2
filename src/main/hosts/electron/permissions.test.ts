import { describe, expect, it, vi } from 'vitest'
import { isPermissionAllowed, setUpPermissions } from './permissions.ts'

type RequestHandler = (
  contents: unknown,
  permission: string,
  callback: (granted: boolean) => void,
  details: { requestingUrl: string },
) => void

describe('permissions', () => {
  it.each([
    'media',
    'geolocation',
    'notifications',
    'openExternal',
    'clipboard-read',
    'fileSystem',
    'usb',
    'unknown',
  ])('deny %s to the page', (permission) => {
    expect(isPermissionAllowed(permission, 'app://dewpoint/')).toBe(false)
  })

  it('let the page write text to the clipboard, and nobody else', () => {
    expect(isPermissionAllowed('clipboard-sanitized-write', 'app://dewpoint/')).toBe(true)
    expect(isPermissionAllowed('clipboard-sanitized-write', 'https://evil.example/')).toBe(false)
  })

  it('are answered for requests, checks, devices and screens', () => {
    const session = {
      setPermissionRequestHandler: vi.fn<(handler: RequestHandler) => void>(),
      setPermissionCheckHandler: vi.fn<() => void>(),
      setDevicePermissionHandler: vi.fn<() => void>(),
      setDisplayMediaRequestHandler: vi.fn<() => void>(),
    }
    // The four members that it asks for, recorded.
    setUpPermissions(session)
    const answer = vi.fn<(granted: boolean) => void>()
    session.setPermissionRequestHandler.mock.calls[0]?.[0](null, 'media', answer, {
      requestingUrl: 'app://dewpoint/',
    })
    expect(answer).toHaveBeenCalledExactlyOnceWith(false)
    expect(session.setPermissionCheckHandler).toHaveBeenCalledOnce()
    expect(session.setDevicePermissionHandler).toHaveBeenCalledOnce()
    expect(session.setDisplayMediaRequestHandler).toHaveBeenCalledOnce()
  })
})
