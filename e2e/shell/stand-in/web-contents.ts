import { EventEmitter } from 'node:events'
import type { Frame, Page, Route } from 'playwright'
import { openPage } from './browser.ts'
import { ipcMain } from './ipc-main.ts'
import { StandInPort } from './message-port.ts'
import { fromChromium, routedPattern, toChromium } from './page-addresses.ts'
import type { MainMessage, PageMessage } from './page-runtime.ts'
import { protocol } from './protocol.ts'
import { checkPermission, PartitionSession, requestPermission } from './session.ts'

type OpenHandler = (details: { readonly url: string }) => { readonly action: 'allow' | 'deny' }

/** Options of a window; Chromium's own sandbox and isolation cannot be switched from here, so they are only kept. */
export type WebPreferences = { readonly preload?: string } & Readonly<Record<string, unknown>>

class NavigationEvent {
  readonly url: string
  readonly isMainFrame: boolean
  defaultPrevented = false

  constructor(url: string, isMainFrame: boolean) {
    this.url = url
    this.isMainFrame = isMainFrame
  }

  preventDefault(): void {
    this.defaultPrevented = true
  }
}

/** Electron's `webContents` over a page of Playwright. */
export class StandInContents extends EventEmitter {
  #page: Promise<Page>
  readonly #renew: () => Promise<Page>
  readonly #preferences: WebPreferences
  #openHandler: OpenHandler = () => ({ action: 'allow' })
  #programmatic = ''
  #address = ''
  #tail: Promise<unknown> = Promise.resolve()
  readonly #ports = new Map<number, StandInPort>()

  /** `renew` opens a page in place of one whose process has ended: Playwright does nothing more with that. */
  constructor(renew: () => Promise<Page>, preferences: WebPreferences) {
    super()
    this.#renew = renew
    this.#page = renew()
    this.#preferences = preferences
  }

  getLastWebPreferences(): WebPreferences {
    return this.#preferences
  }

  getURL(): string {
    return this.#address
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler
  }

  send(channel: string, ...args: readonly unknown[]): void {
    this.#deliver({ kind: 'send', channel, args })
  }

  /** What is dragged out goes to the system, which a test takes the place of. */
  startDrag(): void {}

  reload(): void {
    const ended = this.#page
    this.#page = this.#renew()
    void this.loadURL(this.#address)
    void ended.then((page) => page.close())
  }

  /** Ends the process of the page, as running out of memory or a fault in it does. */
  forcefullyCrashRenderer(): void {
    void this.#page.then(async (page) => {
      const devTools = await page.context().newCDPSession(page)
      // The answer never comes: whoever would give it is gone.
      devTools.send('Page.crash').catch(() => undefined)
    })
  }

  async executeJavaScript(code: string): Promise<unknown> {
    return (await this.#page).evaluate(code)
  }

  async printToPDF(options: { preferCSSPageSize?: boolean; printBackground?: boolean }): Promise<Buffer> {
    const { preferCSSPageSize = false, printBackground = false } = options
    return (await this.#page).pdf({ preferCSSPageSize, printBackground })
  }

  async loadURL(address: string): Promise<void> {
    this.#programmatic = toChromium(address)
    await (await this.#page).goto(this.#programmatic)
  }

  /** Watches a fresh page before it loads anything. */
  attach(page: Page): void {
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return
      this.#address = fromChromium(frame.url())
      // A new document closed the ports of the one before.
      if (!frame.url().includes('#')) this.#disconnect()
    })
    page.on('load', () => this.emit('did-finish-load'))
    page.on('close', () => this.#disconnect())
    page.on('crash', () => {
      this.#disconnect()
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 11 })
    })
  }

  /** Answers what the page loads: the app's own scheme by its handler; the world outside is one empty page. */
  async route(route: Route): Promise<void> {
    const request = route.request()
    const address = request.url()
    if (request.isNavigationRequest()) {
      if (this.#isPrevented(address, request.frame())) return route.abort('aborted')
      const isMainFrame = request.frame().parentFrame() === null
      this.emit('did-start-navigation', { url: fromChromium(address), isMainFrame, isSameDocument: false })
    }
    const own = this.#preferences['session']
    const partition = own instanceof PartitionSession ? own : undefined
    if ((await partition?.isCancelled(fromChromium(address))) === true) return route.abort('blockedbyclient')
    const response = routedPattern.test(address)
      ? await (partition?.protocol ?? protocol).answer(fromChromium(address), request.method())
      : undefined
    if (response === undefined) {
      return request.isNavigationRequest()
        ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>outside</title>' })
        : route.abort('internetdisconnected')
    }
    return route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    })
  }

  async answer(frame: Frame, message: PageMessage): Promise<unknown> {
    const senderFrame = { url: fromChromium(frame.url()), parent: frame.parentFrame() }
    const details = { requestingUrl: senderFrame.url, isMainFrame: senderFrame.parent === null }
    switch (message.kind) {
      case 'invoke':
        return ipcMain.invoke(
          message.channel,
          { senderFrame, sender: this },
          await this.#withPaths(message.args),
        )
      case 'post': {
        const ports = message.portIds.map((portId) => this.#openPort(portId))
        return void ipcMain.emit(message.channel, { senderFrame, sender: this, ports }, message.message)
      }
      case 'port':
        return this.#ports.get(message.portId)?.receive(message.data)
      case 'open':
        return this.#openWindow(message.address)
      case 'permission':
        return message.isRequest
          ? requestPermission(this, message.permission, details)
          : checkPermission(this, message.permission, details)
    }
  }

  #isPrevented(address: string, frame: Frame): boolean {
    const isMainFrame = frame.parentFrame() === null
    if (isMainFrame && address === this.#programmatic.split('#', 1)[0]) {
      // What the main process loads asks nobody; the same address once more does.
      this.#programmatic = ''
      return false
    }
    const event = new NavigationEvent(fromChromium(address), isMainFrame)
    this.emit('will-frame-navigate', event)
    if (isMainFrame && !event.defaultPrevented) this.emit('will-navigate', event, event.url)
    return event.defaultPrevented
  }

  /** A window that the app allows is an empty page beside the others, which is all that a test needs to see. */
  async #openWindow(address: string): Promise<void> {
    if (this.#openHandler({ url: fromChromium(address) }).action === 'allow') await openPage()
  }

  #openPort(portId: number): StandInPort {
    const port = new StandInPort((data) => this.#deliver({ kind: 'port', portId, data }))
    this.#ports.set(portId, port)
    return port
  }

  #disconnect(): void {
    for (const port of this.#ports.values()) port.disconnect()
    this.#ports.clear()
  }

  /** One after another, so that messages arrive in the order in which they were sent. */
  #deliver(message: MainMessage): void {
    this.#tail = this.#tail
      .then(async () => (await this.#page).evaluate((each) => window.standInDeliver(each), message))
      // A page that is gone receives nothing.
      .catch(() => undefined)
  }

  async #withPaths(args: readonly unknown[]): Promise<readonly unknown[]> {
    return Promise.all(
      args.map((arg) => {
        const index = typeof arg === 'string' ? /^stand-in-file:(\d+)$/.exec(arg)?.[1] : undefined
        return index === undefined ? arg : this.#pathOfFile(index)
      }),
    )
  }

  async #pathOfFile(index: string): Promise<string> {
    const page = await this.#page
    const devTools = await page.context().newCDPSession(page)
    try {
      const { result } = await devTools.send('Runtime.evaluate', {
        expression: `window.standInFiles[${index}]`,
      })
      return (await devTools.send('DOM.getFileInfo', { objectId: result.objectId ?? '' })).path
    } finally {
      await devTools.detach()
    }
  }
}
