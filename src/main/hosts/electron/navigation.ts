import type { App, Shell, WebContents } from 'electron'
import { isPageAddress, pageAddress } from './page-address.ts'

/** True for addresses that may be handed to the system's browser; other schemes could start programs. */
export function isOutsideLink(address: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(address).protocol)
  } catch {
    return false
  }
}

type Contents = Pick<WebContents, 'getURL' | 'on' | 'setWindowOpenHandler'>

/** Keeps one web contents on the page: no navigation, no new windows, no webviews. */
export function confine(contents: Contents, openOutside: (address: string) => void): void {
  contents.setWindowOpenHandler(({ url }) => {
    if (isPageAddress(contents.getURL()) && isOutsideLink(url)) openOutside(url)
    return { action: 'deny' }
  })
  contents.on('will-frame-navigate', (event) => {
    if (!isReload(event)) event.preventDefault()
  })
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
}

/** Loading the page again is the one navigation that a page may start: nothing else could follow from it. */
function isReload(event: { readonly url: string; readonly isMainFrame: boolean }): boolean {
  return event.isMainFrame && event.url.split('#', 1)[0] === pageAddress
}

/** Confines every web contents of the app. Links that a person clicked open in the system's browser. */
export function setUpNavigation(app: Pick<App, 'on'>, shell: Pick<Shell, 'openExternal'>): void {
  app.on('web-contents-created', (_event, contents) => {
    confine(contents, (address) => {
      // Where no browser can be started there is nothing that Dewpoint could do about it.
      shell.openExternal(address).catch(() => undefined)
    })
  })
}
