import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { app } from './app.ts'
import { openPage } from './browser.ts'
import { installPageRuntime, type PageMessage } from './page-runtime.ts'
import { StandInContents, type WebPreferences } from './web-contents.ts'

type Bounds = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
type Options = Partial<Bounds> & { readonly webPreferences?: WebPreferences }

const windows = new Set<BrowserWindow>()

/** Electron's `BrowserWindow`: one page of the browser, with the preload run before its scripts. */
export class BrowserWindow extends EventEmitter {
  readonly webContents: StandInContents
  #page: Promise<Page> | undefined
  #isMaximized = false
  #bounds: Bounds

  constructor(options: Options = {}) {
    super()
    this.#bounds = { x: 0, y: 0, width: 1280, height: 800, ...options }
    const preferences = options.webPreferences ?? {}
    this.webContents = new StandInContents(() => (this.#page = this.#open(preferences)), preferences)
    windows.add(this)
    app.emit('web-contents-created', {}, this.webContents)
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'))
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows]
  }

  loadURL(address: string): Promise<void> {
    return this.webContents.loadURL(address)
  }

  getNormalBounds(): Bounds {
    const { x, y, width, height } = this.#bounds
    return { x, y, width, height }
  }

  setBounds(bounds: Partial<Bounds>): void {
    this.#bounds = { ...this.#bounds, ...bounds }
    this.emit('resize')
  }

  show(): void {}
  maximize(): void {
    this.#isMaximized = true
    this.emit('maximize')
  }
  isMaximized(): boolean {
    return this.#isMaximized
  }
  focus(): void {
    void this.#page?.then((page) => page.bringToFront())
  }
  isMinimized(): boolean {
    return false
  }

  /** Unlike `close` it asks nobody. */
  destroy(): void {
    void this.#page?.then((page) => page.close())
  }

  close(): void {
    this.emit('close', { preventDefault: () => undefined })
    void this.#page?.then((page) => page.close())
  }

  async #open({ preload, javascript }: WebPreferences): Promise<Page> {
    const page = await openPage()
    if (javascript === false) {
      const devTools = await page.context().newCDPSession(page)
      await devTools.send('Emulation.setScriptExecutionDisabled', { value: true })
    }
    this.webContents.attach(page)
    await page.route('**/*', (route) => this.webContents.route(route))
    await page.exposeBinding('standInCall', async ({ frame }, message: PageMessage) => {
      try {
        return [await this.webContents.answer(frame, message)]
      } catch (error) {
        return { error: String(error) }
      }
    })
    const source = preload === undefined ? '' : readFileSync(preload, 'utf8')
    await page.addInitScript({
      content: `(${installPageRuntime.toString()})(function (require, module, exports) {${source}\n})`,
    })
    page.once('close', async () => {
      // One that another took the place of was none of the window's any more.
      if ((await this.#page) !== page) return
      windows.delete(this)
      this.emit('closed')
      if (windows.size === 0) app.emit('window-all-closed')
    })
    return page
  }
}
