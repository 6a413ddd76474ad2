import type { PortData } from './message-port.ts'

/** What the page tells the main process, in one binding. */
export type PageMessage =
  | { readonly kind: 'invoke'; readonly channel: string; readonly args: readonly unknown[] }
  | {
      readonly kind: 'post'
      readonly channel: string
      readonly message: unknown
      readonly portIds: readonly number[]
    }
  | { readonly kind: 'port'; readonly portId: number; readonly data: PortData }
  | { readonly kind: 'open'; readonly address: string }
  | { readonly kind: 'permission'; readonly permission: string; readonly isRequest: boolean }

/** What the main process tells the page. */
export type MainMessage =
  | { readonly kind: 'send'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'port'; readonly portId: number; readonly data: PortData | null }

type Preload = (require: (name: string) => unknown, module: object, exports: object) => void

declare global {
  interface Window {
    /** Answers with `[value]` or `{ error }`, because a rejected binding would tell the page too much. */
    standInCall: (message: PageMessage) => Promise<readonly [unknown] | { readonly error: string }>
    standInDeliver: (message: MainMessage) => void
    standInFiles: File[]
  }
}

/**
 * Runs in the page before its scripts: the renderer side of the `electron` module, then the built preload. It is sent
 * to Chromium as source text, so it may use nothing from outside itself.
 */
export function installPageRuntime(preload: Preload): void {
  // Preloads run in the main frame only, since `nodeIntegrationInSubFrames` is off.
  if (window.top !== window) return
  const call = window.standInCall
  const listeners = new Map<string, ((event: object, ...args: readonly unknown[]) => void)[]>()
  const ports = new Map<number, MessagePort>()
  let portCount = 0
  window.standInFiles = []

  function encode(data: unknown): PortData {
    if (typeof data === 'string') return { text: data }
    const bytes = data instanceof ArrayBuffer ? new Uint8Array(data) : (data as Uint8Array)
    return { base64: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) }
  }

  function decode(data: PortData): string | Uint8Array {
    if ('text' in data) return data.text
    return Uint8Array.from(atob(data.base64), (character) => character.charCodeAt(0))
  }

  function adopt(port: MessagePort): number {
    portCount += 1
    const portId = portCount
    ports.set(portId, port)
    port.addEventListener('message', (event) => void call({ kind: 'port', portId, data: encode(event.data) }))
    port.start()
    return portId
  }

  window.standInDeliver = (message) => {
    if (message.kind === 'send') {
      for (const listener of listeners.get(message.channel) ?? []) listener({}, ...message.args)
      return
    }
    const port = ports.get(message.portId)
    if (message.data === null) port?.close()
    else port?.postMessage(decode(message.data))
  }

  const ipcRenderer = {
    invoke: async (channel: string, ...args: readonly unknown[]): Promise<unknown> => {
      const answer = await call({ kind: 'invoke', channel, args })
      if ('error' in answer) throw new Error(`Error invoking remote method '${channel}': ${answer.error}`)
      return answer[0]
    },
    postMessage: (channel: string, message: unknown, transfer: readonly MessagePort[] = []): void => {
      void call({ kind: 'post', channel, message, portIds: transfer.map(adopt) })
    },
    on: (channel: string, listener: (event: object, ...args: readonly unknown[]) => void): void => {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
    },
  }
  const contextBridge = {
    exposeInMainWorld: (name: string, api: unknown): void => {
      Object.defineProperty(window, name, { value: Object.freeze(api), enumerable: true })
    },
  }
  // Only the browser knows the path of a file: the main process asks it when this stand-in arrives there.
  const webUtils = {
    getPathForFile: (file: File): string => `stand-in-file:${window.standInFiles.push(file) - 1}`,
  }

  async function isGranted(permission: string, isRequest: boolean): Promise<boolean> {
    const answer = await call({ kind: 'permission', permission, isRequest })
    return !('error' in answer) && answer[0] === true
  }
  // Electron asks the app about each new window; the page gets none of those that are denied.
  window.open = (address = '') => {
    void call({ kind: 'open', address: new URL(address, location.href).href })
    return null
  }
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[target]') : null
    if (!(link instanceof HTMLAnchorElement) || link.target === '_self') return
    event.preventDefault()
    window.open(link.href)
  })
  // Chromium without a window denies these by itself; in Electron the app decides.
  window.Notification.requestPermission = async () =>
    (await isGranted('notifications', true)) ? 'granted' : 'denied'
  navigator.permissions.query = async ({ name }) =>
    Object.assign(new EventTarget(), {
      name,
      onchange: null,
      state: (await isGranted(name, false)) ? ('granted' as const) : ('denied' as const),
    })

  const exported = {}
  preload(
    (name) => {
      if (name === 'electron' || name === 'electron/renderer') return { contextBridge, ipcRenderer, webUtils }
      throw new Error(`A sandboxed preload cannot require ${name}.`)
    },
    { exports: exported },
    exported,
  )
}
