import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Dialog } from 'electron'
import type { AppUpdater } from 'electron-updater'
import { describeError } from '../../../shared/kernel/describe-error.ts'

/** What is used of electron-updater. */
type Updater = Pick<
  AppUpdater,
  'autoDownload' | 'autoInstallOnAppQuit' | 'checkForUpdates' | 'downloadUpdate' | 'quitAndInstall'
>

type UpdateDependencies = {
  /** Folder of the packaged app that holds `app-update.yml` where it was built with a feed; absolute path. */
  readonly resourcesPath: string
  readonly isPackaged: boolean
  readonly dialog: Pick<Dialog, 'showMessageBox' | 'showErrorBox'>
  /** Loads electron-updater, which looks at the app at once. */
  readonly load: () => Promise<Updater>
}

/**
 * Looks for an update once, when somebody asks for it, and downloads and installs it when they agree. Undefined where
 * the app was built without a feed, which is the rule: then no server is ever asked.
 */
export function createUpdateCheck(dependencies: UpdateDependencies): (() => Promise<void>) | undefined {
  const { resourcesPath, isPackaged, dialog, load } = dependencies
  if (!isPackaged || !existsSync(join(resourcesPath, 'app-update.yml'))) return undefined
  let isBusy = false
  return async () => {
    if (isBusy) return
    isBusy = true
    try {
      await update(await load(), dialog)
    } catch (error) {
      dialog.showErrorBox('The update failed', describeError(error))
    } finally {
      isBusy = false
    }
  }
}

async function update(updater: Updater, dialog: UpdateDependencies['dialog']): Promise<void> {
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  const found = await updater.checkForUpdates()
  if (found === null || !found.isUpdateAvailable) {
    await dialog.showMessageBox({ type: 'info', title: 'Dewpoint', message: 'Dewpoint is up to date.' })
    return
  }
  const { version } = found.updateInfo
  if (!(await askForAgreement(dialog, `Dewpoint ${version} is available.`, 'Download'))) return
  await updater.downloadUpdate()
  if (await askForAgreement(dialog, `Dewpoint ${version} is ready to install.`, 'Restart and Install'))
    updater.quitAndInstall()
}

async function askForAgreement(
  { showMessageBox }: UpdateDependencies['dialog'],
  message: string,
  action: string,
): Promise<boolean> {
  const { response } = await showMessageBox({
    type: 'question',
    title: 'Dewpoint',
    message,
    buttons: [action, 'Later'],
    defaultId: 0,
    cancelId: 1,
  })
  return response === 0
}
