import type { DesktopBridge } from '../../shared/api/desktop-bridge.ts'
import type { ConnectOutcome } from './connect-outcome.ts'
import { connectBrowser } from './connect-browser.ts'
import { connectDesktop } from './connect-desktop.ts'

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
