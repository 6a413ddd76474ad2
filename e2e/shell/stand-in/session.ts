type Details = { readonly requestingUrl: string; readonly isMainFrame: boolean }
type RequestHandler = (
  contents: unknown,
  permission: string,
  callback: (isGranted: boolean) => void,
  details: Details,
) => void
type CheckHandler = (
  contents: unknown,
  permission: string,
  requestingOrigin: string,
  details: Details,
) => boolean

let requestHandler: RequestHandler | undefined
let checkHandler: CheckHandler | undefined

export const session = {
  defaultSession: {
    setPermissionRequestHandler: (handler: RequestHandler): void => {
      requestHandler = handler
    },
    setPermissionCheckHandler: (handler: CheckHandler): void => {
      checkHandler = handler
    },
    setDevicePermissionHandler: (): void => undefined,
    setDisplayMediaRequestHandler: (): void => undefined,
  },
}

/** Asks the app for a permission. Without a handler Electron grants everything, and so does this. */
export function requestPermission(contents: unknown, permission: string, details: Details): Promise<boolean> {
  if (requestHandler === undefined) return Promise.resolve(true)
  const handler = requestHandler
  return new Promise((resolve) => handler(contents, permission, resolve, details))
}

export function checkPermission(contents: unknown, permission: string, details: Details): boolean {
  return checkHandler?.(contents, permission, details.requestingUrl, details) ?? true
}
