import { randomBytes, randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import { join, resolve, isAbsolute } from 'node:path'
import { RPCHandler } from '@orpc/server/message-port'
import {
  app,
  dialog,
  ipcMain,
  Menu,
  protocol,
  safeStorage,
  session,
  shell,
  type IpcMain,
  type MessagePortMain,
  BrowserWindow,
  type Dialog,
  type Session,
} from 'electron'
import { compose } from '../../compose.ts'
import type { ComposeOptions, Dewpoint } from '../../features/common/dewpoint.ts'
import { logFailures } from '../../features/common/log-failures.ts'
import type { DataPlace } from '../../features/library/care.ts'
import { prepareDataFolder } from '../../platform/data-folder.ts'
import { removeOwnFolders } from '../../platform/files/leftovers.ts'
import { resolveDefaultDataFolder } from '../../platform/resolve-default-data-folder.ts'
import { channels } from './channels.ts'
import { linkScheme } from './deep-link.ts'
import { setUpDragOut } from './drag-out.ts'
import { createGrantAccess } from './grant-access.ts'
import { createGrants, type Grants } from './grants.ts'
import { createKeyVault } from './key-vault.ts'
import { readLaunchArguments, type LaunchRequest } from './launch-arguments.ts'
import { collectLaunchRequests, followLaunchRequest, type LaunchQueue } from './launch-requests.ts'
import { setUpMenu } from './menu.ts'
import { setUpNavigation } from './navigation.ts'
import { pageScheme } from './page-address.ts'
import { setUpPdf } from './pdf.ts'
import { setUpPermissions } from './permissions.ts'
import { printWindowOptions } from './print-window-options.ts'
import { registerPageScheme, setUpPageProtocol } from './protocol.ts'
import { setUpRecovery } from './recovery.ts'
import { isTrustedSender, type SenderFrame } from './trusted-sender.ts'
import { createUpdateCheck } from './updates.ts'
import { setUpWindow, type MainWindow } from './window.ts'

/** A host of its own, so that nothing there is ever taken for the page. */
const origin = `${pageScheme}://report/`

type DialogDependencies = {
  readonly ipcMain: Pick<IpcMain, 'handle'>
  readonly dialog: Pick<Dialog, 'showOpenDialog'>
  readonly grants: Grants
  /** The window that the dialog belongs to. */
  readonly window: () => BrowserWindow | undefined
}

type ConnectEvent = {
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null
  readonly ports: readonly MessagePortMain[]
}

// Bundled as out/main/electron.js; packaged, the same folders lie in the archive.
const outFolder = resolve(import.meta.dirname, '..')
const resourcesFolder = resolve(outFolder, '..', 'resources')
const grantLifetimeMs = 5 * 60_000

function start(): void {
  const launch = readLaunchArguments(process.argv, {
    isPackaged: app.isPackaged,
    workingFolder: process.cwd(),
  })
  const surroundings = { env: process.env, platform: process.platform, home: homedir() }
  const dataFolder = launch.dataFolder ?? resolveDefaultDataFolder(surroundings)
  app.setName('Dewpoint')
  // The lock goes by this folder: one instance for one database. Electron wants it to exist.
  const userData = join(dataFolder, 'desktop')
  for (const folder of [dataFolder, userData]) prepareDataFolder(folder, surroundings)
  app.setPath('userData', userData)
  if (!app.requestSingleInstanceLock(launch.request)) {
    app.quit()
    return
  }
  app.enableSandbox()
  registerPageScheme(protocol)
  setUpNavigation(app, shell)
  // A checkout that somebody tries out must not take over the links of their system.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme)
  const laterLaunches = collectLaunchRequests(app)
  app
    .whenReady()
    .then(() => run(launch.request, { folder: dataFolder, surroundings }, laterLaunches))
    .catch(giveUp)
}

async function run(
  first: LaunchRequest,
  { folder: dataFolder, surroundings }: DataPlace,
  laterLaunches: LaunchQueue,
): Promise<void> {
  const grants = createGrants({
    now: Date.now,
    randomToken: () => randomBytes(32).toString('base64url'),
    lifetimeMs: grantLifetimeMs,
  })
  const access = createGrantAccess(grants)
  const dewpoint: Dewpoint = await compose({
    door: 'desktop',
    dataFolder,
    access,
    resourcesFolder,
    environment: process.env,
    confirmArm: createArmQuestion(dialog),
    vault: createKeyVault({
      encryption: safeStorage,
      platform: process.platform,
      dataFolder,
      // Keys lie in the data folder, where nothing that a person names may lie.
      guard: { check: async () => prepareDataFolder(dataFolder, surroundings) },
    }),
  })
  closeOnQuit(dewpoint)
  const window = setUpPage(dewpoint, grants)
  const showError = (title: string, message: string): void => dialog.showErrorBox(title, message)
  const follow = (request: LaunchRequest): Promise<void> =>
    followLaunchRequest({ tasks: dewpoint.client.tasks, grants, window, showError }, request)
  await follow(first)
  laterLaunches((request) => {
    follow(request).catch((error: unknown) => showError('Dewpoint', describe(error)))
  })
}

/** Asks in a window of the system, which no page can answer. */
function createArmQuestion({
  showMessageBox,
}: Pick<typeof dialog, 'showMessageBox'>): NonNullable<ComposeOptions['confirmArm']> {
  return async (question) => {
    const { response } = await showMessageBox({
      type: 'warning',
      title: 'Dewpoint',
      message: 'Allow an external arm on this machine?',
      detail: `It asks for ${question}. It has your rights, and is given the histories that it condenses. Allow it only if you know where it comes from. It stays allowed.`,
      buttons: ['Cancel', 'Allow'],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    })
    return response === 1
  }
}

/** Everything that the page meets, in place before there is one. */
function setUpPage(dewpoint: Dewpoint, grants: Grants): MainWindow {
  setUpPageProtocol(protocol, join(outFolder, 'renderer'))
  setUpPermissions(session.defaultSession)
  setUpTransport(ipcMain, dewpoint)
  const window = setUpWindow({
    preload: join(outFolder, 'preload', 'preload.cjs'),
    preferences: dewpoint.preferences,
    onPage: (contents) =>
      setUpRecovery(contents, {
        ask: (question) => dialog.showMessageBox(question),
        quit: () => app.quit(),
        log: dewpoint.log,
      }),
  })
  setUpDialogs({ ipcMain, dialog, grants, window: window.current })
  setUpPdf({ ipcMain, dialog, window: window.current, print: createReportPrinter(), guard: dewpoint.guard })
  setUpDragOut({ ipcMain, app, guard: dewpoint.guard })
  const checkForUpdates = createUpdateCheck({
    resourcesPath: process.resourcesPath,
    isPackaged: app.isPackaged,
    dialog,
    load: async () => (await import('electron-updater')).autoUpdater,
  })
  setUpMenu(Menu, process.platform, window.send, checkForUpdates && (() => void checkForUpdates()))
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  return window
}

/** Lets the store finish what it writes before the process ends. */
function closeOnQuit(dewpoint: Dewpoint): void {
  let isClosed = false
  app.on('will-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    removeOwnFolders('drag')
    const quit = (): void => {
      isClosed = true
      app.quit()
    }
    dewpoint.close().then(quit, quit)
  })
}

function giveUp(error: unknown): void {
  dialog.showErrorBox('Dewpoint could not start', describe(error))
  app.exit(1)
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const readErrorPart = (name: 'where' | 'hint'): string => {
    // A problem names its place and what to do; any other error has neither.
    const part: unknown = name in error ? Reflect.get(error, name) : ''
    return typeof part === 'string' ? part : ''
  }
  return [error.message, readErrorPart('where'), readErrorPart('hint')]
    .filter((part) => part !== '')
    .join('\n\n')
}

try {
  start()
} catch (error) {
  giveUp(error)
}

/** Answers the contract on the ports that the page hands over. Ports from anywhere else are closed unanswered. */
function setUpTransport(ipcMain: Pick<IpcMain, 'on'>, dewpoint: Pick<Dewpoint, 'router' | 'log'>): void {
  const handler = new RPCHandler(dewpoint.router, { clientInterceptors: [logFailures(dewpoint.log)] })
  ipcMain.on(channels.connect, (event: ConnectEvent) => {
    const [port, ...others] = event.ports
    if (port === undefined) return
    if (others.length > 0 || !isTrustedSender(event.senderFrame)) {
      for (const each of event.ports) each.close()
      return
    }
    handler.upgrade(port, { context: {} })
    port.start()
  })
}

/**
 * The two ways in which a person names a file: the folder dialog, and dropping. Each answers with a grant, never with
 * the path; `null` where nothing was chosen or the file has no place on disk.
 */
function setUpDialogs({ ipcMain, dialog, grants, window }: DialogDependencies): void {
  ipcMain.handle(channels.openFolder, async (event): Promise<string | null> => {
    refuseStrangers(event.senderFrame)
    const parent = window()
    if (parent === undefined) return null
    const { canceled, filePaths } = await dialog.showOpenDialog(parent, {
      title: 'Open task folder',
      buttonLabel: 'Open',
      // Agents keep their tasks in hidden folders.
      properties: ['openDirectory', 'showHiddenFiles'],
    })
    const path = filePaths[0]
    return canceled || path === undefined ? null : grants.issue(path)
  })
  ipcMain.handle(channels.grantFile, (event, path: unknown): string | null => {
    refuseStrangers(event.senderFrame)
    return typeof path === 'string' && isAbsolute(path) ? grants.issue(path) : null
  })
}

function refuseStrangers(frame: SenderFrame): void {
  if (!isTrustedSender(frame)) throw new Error('Only the page of Dewpoint is answered.')
}

/** Prints HTML reports as PDF. They are held in memory, and no request leaves for anywhere. */
function createReportPrinter(): (html: string) => Promise<Uint8Array> {
  const waiting = new Map<string, string>()
  let reports: Session | undefined
  return async (html) => {
    reports ??= openSession(waiting)
    const address = `${origin}${randomUUID()}`
    waiting.set(address, html)
    const window = new BrowserWindow(printWindowOptions(reports))
    try {
      await window.loadURL(address)
      return await window.webContents.printToPDF({
        printBackground: true,
        preferCSSPageSize: true,
        generateTaggedPDF: true,
      })
    } finally {
      waiting.delete(address)
      window.destroy()
    }
  }
}

/** In memory, without permissions, answering for nothing but what waits to be printed. */
function openSession(waiting: ReadonlyMap<string, string>): Session {
  const reports = session.fromPartition('report')
  setUpPermissions(reports)
  reports.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !url.startsWith(origin) }))
  reports.protocol.handle(pageScheme, ({ url }) => {
    const html = waiting.get(url)
    const headers = { 'content-type': 'text/html; charset=utf-8' }
    return html === undefined ? new Response(null, { status: 404 }) : new Response(html, { headers })
  })
  return reports
}
