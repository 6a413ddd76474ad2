import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base } from '@playwright/test'
import { copyUsedData } from '../fixtures/used-data.ts'
import { electronPath } from './launch-command.ts'
import { launchElectron } from './launch-electron.ts'
import { launchStandIn } from './launch-stand-in.ts'
import type { Shell, ShellOptions } from './shell.ts'

export { expect }

type DesktopFixtures = {
  /** Whether the own app was never started before; else it has read, indexed and surveyed its sample. */
  readonly isFirstStart: boolean
  /** Whether the app is launched for this test alone: where it looks at a start or an end, or leaves something behind. */
  readonly isOwnApp: boolean
  /** What stands on the command line of an own app: `test.use({ launchArguments: ['dewpoint://library'] })`. */
  readonly launchArguments: readonly string[]
  /** Temporary folders of the app and its arguments; to launch it once more as it is. */
  readonly shellOptions: ShellOptions
  /** The app, freshly launched, or the one of the worker with its page freshly loaded. */
  readonly desktop: Shell
}

/** The app that a worker keeps for the tests that change nothing of it for good. */
type KeptApp = {
  readonly options: ShellOptions
  /** Launched when it is first asked for; afterwards its one window is loaded anew. */
  readonly ready: () => Promise<Shell>
}

/** Playwright's `test` with the desktop app, in Electron or on the stand-in. */
export const test = base.extend<DesktopFixtures, { readonly keptApp: KeptApp }>({
  isFirstStart: [false, { option: true }],
  isOwnApp: [false, { option: true }],
  launchArguments: [[], { option: true }],
  keptApp: [
    async ({}, use) => {
      await inFolders([], async (options) => {
        await copyUsedData(options.dataFolder)
        let kept: Shell | undefined
        await use({
          options,
          ready: async () => {
            if (kept === undefined) return (kept = await launchShell(options))
            await restore(kept)
            return kept
          },
        })
        await kept?.close()
      })
    },
    { scope: 'worker' },
  ],
  shellOptions: async ({ isOwnApp, isFirstStart, launchArguments, keptApp }, use) => {
    if (isOwnApp)
      await inFolders(launchArguments, async (options) => {
        if (!isFirstStart) await copyUsedData(options.dataFolder)
        await use(options)
      })
    else await use(keptApp.options)
  },
  desktop: async ({ isOwnApp, shellOptions, keptApp }, use, testInfo) => {
    const desktop = isOwnApp ? await launchShell(shellOptions) : await keptApp.ready()
    await use(desktop)
    // The test may have closed the window.
    await desktop.page.screenshot({ path: testInfo.outputPath('window.png') }).catch(() => undefined)
    if (isOwnApp) await desktop.close()
  },
})

async function inFolders(
  args: readonly string[],
  use: (options: ShellOptions) => Promise<void>,
): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'dewpoint-shell-'))
  const options = { dataFolder: join(root, 'data'), homeFolder: join(root, 'home'), args }
  await mkdir(options.homeFolder)
  await use(options)
  await rm(root, { recursive: true, force: true, maxRetries: 5 })
}

/** Launches the app in the runtime that is there. */
export function launchShell(options: ShellOptions): Promise<Shell> {
  return electronPath === undefined ? launchStandIn(options) : launchElectron(options)
}

/** Leaves the app its one window, with a new document that shows what the first one did. */
async function restore({ page, pages, inMain }: Shell): Promise<void> {
  await inMain(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows())
      if (!window.webContents.getURL().startsWith('app://dewpoint/')) window.destroy()
  }, null)
  await expect.poll(() => pages().length).toBe(1)
  await page.evaluate(() => history.replaceState(null, '', location.pathname))
  await page.reload()
}
