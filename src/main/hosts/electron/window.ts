import { BrowserWindow, nativeTheme, screen, type WebContents } from 'electron'
import type { Dewpoint } from '../../features/common/dewpoint.ts'
import { buildWindowOptions, restorePlace, windowBoundsSchema } from './build-window-options.ts'
import { channels } from './channels.ts'
import { pageAddress } from './page-address.ts'

const boundsKey = 'desktop.window'
const boundsQuietMs = 500

export type MainWindow = {
  /** Opens the window, or brings the open one to the front. */
  readonly show: () => Promise<void>
  /** The open window; undefined while there is none. */
  readonly current: () => BrowserWindow | undefined
  /** Hands a command to the page, as soon as it has loaded. */
  readonly send: (command: string) => void
}

type WindowDependencies = {
  readonly preload: string
  readonly preferences: Dewpoint['preferences']
  /** Meets a page that has just been made, before it loads anything. */
  readonly onPage: (contents: WebContents) => void
}

/** The one window. Its place is kept among the preferences. */
export function setUpWindow({ preload, preferences, onPage }: WindowDependencies): MainWindow {
  let window: BrowserWindow | undefined
  let isLoaded = false
  const waiting: string[] = []

  async function open(): Promise<void> {
    const remembered = (await preferences.all())[boundsKey]
    const workAreas = screen.getAllDisplays().map((display) => display.workArea)
    const { bounds, isMaximized } = restorePlace(remembered, workAreas)
    const opened = new BrowserWindow(
      buildWindowOptions({ preload, bounds, isDark: nativeTheme.shouldUseDarkColors }),
    )
    window = opened
    rememberBounds(opened, preferences)
    onPage(opened.webContents)
    opened.once('ready-to-show', () => (isMaximized ? opened.maximize() : opened.show()))
    opened.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) isLoaded = false
    })
    opened.webContents.on('did-finish-load', () => {
      isLoaded = true
      for (const command of waiting.splice(0)) opened.webContents.send(channels.command, command)
    })
    opened.once('closed', () => {
      window = undefined
      isLoaded = false
    })
    await opened.loadURL(pageAddress)
  }

  return {
    show: async () => {
      if (window === undefined) return open()
      if (window.isMinimized()) window.restore()
      window.focus()
    },
    current: () => window,
    send: (command) => {
      if (isLoaded) window?.webContents.send(channels.command, command)
      else waiting.push(command)
    },
  }
}

function rememberBounds(window: BrowserWindow, preferences: WindowDependencies['preferences']): void {
  let timer: NodeJS.Timeout | undefined
  const save = (): void => {
    const value = windowBoundsSchema.parse({
      ...window.getNormalBounds(),
      isMaximized: window.isMaximized(),
    })
    // A window that opens at its usual place next time is no reason to bother anybody.
    preferences.set(boundsKey, value).catch(() => undefined)
  }
  const saveSoon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(save, boundsQuietMs)
  }
  window.on('resize', saveSoon)
  window.on('move', saveSoon)
  window.on('maximize', saveSoon)
  window.on('unmaximize', saveSoon)
  window.on('close', () => {
    clearTimeout(timer)
    save()
  })
}
