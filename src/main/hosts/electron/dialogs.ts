import { isAbsolute } from 'node:path'
import type { BrowserWindow, Dialog, IpcMain } from 'electron'
import { channels } from './channels.ts'
import type { Grants } from './grants.ts'
import { isTrustedSender, type SenderFrame } from './trusted-sender.ts'

type DialogDependencies = {
  readonly ipcMain: Pick<IpcMain, 'handle'>
  readonly dialog: Pick<Dialog, 'showOpenDialog'>
  readonly grants: Grants
  /** The window that the dialog belongs to. */
  readonly window: () => BrowserWindow | undefined
}

/**
 * The two ways in which a person names a file: the folder dialog, and dropping. Each answers with a grant, never with
 * the path; `null` where nothing was chosen or the file has no place on disk.
 */
export function setupDialogs({ ipcMain, dialog, grants, window }: DialogDependencies): void {
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
