import { createProtocol } from './protocol.ts'

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

type BeforeRequest = (
  details: { readonly url: string },
  answer: (verdict: { readonly cancel?: boolean }) => void,
) => void

/** A session beside the default one. Of its permissions nothing is asked: a window in it has no scripts here. */
export class PartitionSession {
  readonly protocol = createProtocol()
  #beforeRequest: BeforeRequest = (_details, answer) => answer({})

  readonly webRequest = {
    onBeforeRequest: (handler: BeforeRequest): void => {
      this.#beforeRequest = handler
    },
  }

  setPermissionRequestHandler(): void {}
  setPermissionCheckHandler(): void {}
  setDevicePermissionHandler(): void {}
  setDisplayMediaRequestHandler(): void {}

  isCancelled(url: string): Promise<boolean> {
    return new Promise((resolve) => this.#beforeRequest({ url }, ({ cancel = false }) => resolve(cancel)))
  }
}

const partitions = new Map<string, PartitionSession>()

export const session = {
  fromPartition: (name: string): PartitionSession => {
    const partition = partitions.get(name) ?? new PartitionSession()
    partitions.set(name, partition)
    return partition
  },
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
