import type { DesktopBridge } from '../../shared/api/desktop-bridge.ts'
import type { Client } from './client.ts'
import { connectBrowser } from './connect-browser.ts'
import { connectDesktop } from './connect-desktop.ts'
import type { Host } from './host.ts'

/** How connecting ended: with a client, or with the reason why there is none. */
export type ConnectOutcome =
  | { readonly kind: 'connected'; readonly client: Client; readonly host: Host }
  | { readonly kind: 'refused'; readonly reason: 'no-session' | 'unreachable'; readonly detail: string }

declare global {
  interface Window {
    /** Put there by the desktop's preload; absent in a browser. */
    readonly dewpoint?: DesktopBridge<File>
  }
}

/** Picks the transport once: the desktop's port where its bridge exists, HTTP on the same origin otherwise. */
export function connect(): Promise<ConnectOutcome> {
  return window.dewpoint === undefined ? connectBrowser() : connectDesktop(window.dewpoint)
}
