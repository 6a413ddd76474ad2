import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { App, IpcMain } from 'electron'
import { z } from 'zod'
import type { FolderGuard } from '../../platform/files/held-folder.ts'
import { makeFolders } from '../../platform/files/make-folder.ts'
import { writeFile } from '../../platform/files/write-file.ts'
import { channels } from './channels.ts'
import { plainFileNameSchema } from './plain-file-name.ts'
import { isTrustedSender } from './trusted-sender.ts'

type DragDependencies = {
  readonly ipcMain: Pick<IpcMain, 'handle'>
  readonly app: Pick<App, 'getFileIcon'>
  /** Holds what is dragged until the next start; whoever it was dropped on has a copy by then. */
  readonly folder: string
  readonly guard: FolderGuard
}

const requestSchema = z.object({ text: z.string().max(100_000_000), fileName: plainFileNameSchema })

/** Lets a report or a result be dragged out of the window: onto a folder, into a message, onto another program. */
export function setUpDragOut({ ipcMain, app, folder, guard }: DragDependencies): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  ipcMain.handle(channels.dragOut, async (event, request: unknown): Promise<void> => {
    if (!isTrustedSender(event.senderFrame)) throw new Error('Only the page of Dewpoint is answered.')
    const { text, fileName } = requestSchema.parse(request)
    // A folder of its own, so that the file keeps its name beside others of the same.
    const own = join(folder, randomUUID())
    makeFolders(own)
    const file = join(own, fileName)
    await writeFile(file, text, { guard, replace: false })
    event.sender.startDrag({ file, icon: await app.getFileIcon(file) })
  })
}
