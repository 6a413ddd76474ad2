import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { electronPath } from './launch-command.ts'
import { launchElectron } from './launch-electron.ts'
import { launchStandIn } from './launch-stand-in.ts'
import type { Shell, ShellOptions } from './shell.ts'

export { expect } from '@playwright/test'

type DesktopFixtures = {
  /** What stands on the command line: `test.use({ launchArguments: ['dewpoint://library'] })`. */
  readonly launchArguments: readonly string[]
  /** Temporary folders of the test and the arguments; to launch the app once more as it is. */
  readonly shellOptions: ShellOptions
  /** The app, freshly launched for each test. */
  readonly desktop: Shell
}

/** Playwright's `test` with the desktop app, in Electron or on the stand-in. */
export const test = base.extend<DesktopFixtures>({
  launchArguments: [[], { option: true }],
  shellOptions: async ({ launchArguments }, use) => {
    const root = await mkdtemp(join(tmpdir(), 'dewpoint-shell-'))
    const options = { dataFolder: join(root, 'data'), homeFolder: join(root, 'home'), args: launchArguments }
    await mkdir(options.homeFolder)
    await use(options)
    await rm(root, { recursive: true, force: true, maxRetries: 5 })
  },
  desktop: async ({ shellOptions }, use, testInfo) => {
    const desktop = await launchShell(shellOptions)
    await use(desktop)
    // The test may have closed the window.
    await desktop.page.screenshot({ path: testInfo.outputPath('window.png') }).catch(() => undefined)
    await desktop.close()
  },
})

/** Launches the app in the runtime that is there. */
export function launchShell(options: ShellOptions): Promise<Shell> {
  return electronPath === undefined ? launchStandIn(options) : launchElectron(options)
}
