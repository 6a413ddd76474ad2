import { writeSync } from 'node:fs'
import { app } from './app.ts'
import { BrowserWindow } from './browser-window.ts'
import { answerControl } from './control.ts'
import { ipcMain } from './ipc-main.ts'
import { protocol } from './protocol.ts'
import { safeStorage } from './safe-storage.ts'
import { session } from './session.ts'

/**
 * The parts of the `electron` module that Dewpoint uses, over a Chromium page that Playwright drives. Where Electron
 * allows something by default (permissions, navigation, windows), so does this: a guard that is missing shows.
 */

const dialog = {
  showOpenDialog: async (): Promise<{ canceled: boolean; filePaths: string[] }> => ({
    canceled: true,
    filePaths: [],
  }),
  showSaveDialog: async (): Promise<{ canceled: boolean; filePath: string }> => ({
    canceled: true,
    filePath: '',
  }),
  showErrorBox: (title: string, content: string): void => {
    writeSync(2, `${title}\n${content}\n`)
  },
}

const shell = { openExternal: async (): Promise<void> => undefined }

type Template = readonly unknown[]
let applicationMenu: Template | null = null
const Menu = {
  buildFromTemplate: (template: Template): Template => template,
  setApplicationMenu: (menu: Template | null): void => {
    applicationMenu = menu
  },
  getApplicationMenu: (): Template | null => applicationMenu,
}

const nativeTheme = { shouldUseDarkColors: false }

const screenArea = { x: 0, y: 0, width: 1920, height: 1080 }
const screen = { getAllDisplays: () => [{ workArea: screenArea }] }

export {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
}

answerControl({ app, BrowserWindow, dialog, ipcMain, Menu, nativeTheme, protocol, screen, session, shell })
// The test is gone, and with it whoever would close the app.
process.once('disconnect', () => app.exit(1))
