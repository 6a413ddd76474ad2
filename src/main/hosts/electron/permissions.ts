import type { Session } from 'electron'
import { isPageAddress } from './page-address.ts'

/**
 * Whether the page may have a permission. Writing text to the clipboard after a click is the one thing it needs
 * (`Copy` buttons); camera, location, notifications and all others are never asked for, so they are denied.
 */
export function isPermissionAllowed(permission: string, address: string): boolean {
  return permission === 'clipboard-sanitized-write' && isPageAddress(address)
}

type PermissionSession = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
>

/** Answers every permission of a session by `isPermissionAllowed`; devices and screens are denied. */
export function setUpPermissions(session: PermissionSession): void {
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    callback(isPermissionAllowed(permission, details.requestingUrl))
  })
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin) =>
    isPermissionAllowed(permission, requestingOrigin),
  )
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null))
}
