import type { Menu, MenuItemConstructorOptions } from 'electron'

/** Sends a command to the page; see `DesktopBridge.onCommand`. */
export type SendCommand = (command: string) => void

/** The application menu. Everything in it can be done in the page as well, updates aside, which only a packaged app has. */
export function buildMenuTemplate(
  platform: string,
  send: SendCommand,
  checkForUpdates?: () => void,
): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  const appMenu: MenuItemConstructorOptions[] = isMac ? [{ role: 'appMenu' }] : []
  return [
    ...appMenu,
    {
      label: '&File',
      submenu: [
        { label: 'Open Folder…', accelerator: 'CmdOrCtrl+O', click: () => send('open-folder') },
        { type: 'separator' },
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    buildViewMenu(send),
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: 'Doctor', click: () => send('navigate:/settings') },
        ...(checkForUpdates === undefined
          ? []
          : [{ label: 'Check for Updates…', click: () => checkForUpdates() }]),
        ...(isMac ? [] : [{ role: 'about' } as const]),
      ],
    },
  ]
}

function buildViewMenu(send: SendCommand): MenuItemConstructorOptions {
  return {
    label: '&View',
    submenu: [
      // The page listens to the key itself, so that it also works in the browser.
      {
        label: 'Command Palette',
        accelerator: 'CmdOrCtrl+K',
        registerAccelerator: false,
        click: () => send('palette'),
      },
      { type: 'separator' },
      { label: 'Home', click: () => send('navigate:/home') },
      { label: 'Library', click: () => send('navigate:/library') },
      { label: 'Activity', click: () => send('navigate:/activity') },
      { label: 'Settings', accelerator: 'CmdOrCtrl+,', click: () => send('navigate:/settings') },
      { type: 'separator' },
      { role: 'resetZoom' },
      { role: 'zoomIn' },
      { role: 'zoomOut' },
      { role: 'togglefullscreen' },
      { type: 'separator' },
      { role: 'reload' },
      { role: 'toggleDevTools' },
    ],
  }
}

/** Puts the application menu in place. */
export function setUpMenu(
  menu: Pick<typeof Menu, 'buildFromTemplate' | 'setApplicationMenu'>,
  platform: string,
  send: SendCommand,
  checkForUpdates?: () => void,
): void {
  menu.setApplicationMenu(menu.buildFromTemplate(buildMenuTemplate(platform, send, checkForUpdates)))
}
