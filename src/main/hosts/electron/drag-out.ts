import { join } from 'node:path'
import type { App, IpcMain } from 'electron'
import { z } from 'zod'
import type { FolderGuard } from '../../platform/files/held-folder.ts'
import { makeOwnFolder } from '../../platform/files/leftovers.ts'
import { writeFile } from '../../platform/files/write-file.ts'
import { channels } from './channels.ts'
import { plainFileNameSchema } from './plain-file-name.ts'
import { isTrustedSender } from './trusted-sender.ts'

type DragDependencies = {
  readonly ipcMain: Pick<IpcMain, 'handle'>
  readonly app: Pick<App, 'getFileIcon'>
  readonly guard: FolderGuard
}

const requestSchema = z.object({ text: z.string().max(100_000_000), fileName: plainFileNameSchema })

/**
 * Lets a report or a result be dragged out of the window: onto a folder, into a message, onto another program. The file
 * lies in a folder of its own, so that it keeps its name, until the app quits: whoever it was dropped on has a copy by
 * then.
 */
export function setUpDragOut({ ipcMain, app, guard }: DragDependencies): void {
  ipcMain.handle(channels.dragOut, async (event, request: unknown): Promise<void> => {
    if (!isTrustedSender(event.senderFrame)) throw new Error('Only the page of Dewpoint is answered.')
    const { text, fileName } = requestSchema.parse(request)
    const file = join(makeOwnFolder('drag'), fileName)
    await writeFile(file, text, { guard, replace: false })
    event.sender.startDrag({ file, icon: await app.getFileIcon(file) })
  })
}
