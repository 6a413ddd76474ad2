import { writeFile } from 'node:fs/promises'
import type { BrowserWindow, Dialog, IpcMain } from 'electron'
import { z } from 'zod'
import type { PdfOutcome } from '../../../shared/api/desktop-bridge.ts'
import { channels } from './channels.ts'
import { isTrustedSender } from './trusted-sender.ts'

type PdfDependencies = {
  readonly ipcMain: Pick<IpcMain, 'handle'>
  readonly dialog: Pick<Dialog, 'showSaveDialog'>
  /** The window that the dialog belongs to. */
  readonly window: () => BrowserWindow | undefined
  readonly print: (html: string) => Promise<Uint8Array>
}

const requestSchema = z.object({
  text: z.string().max(100_000_000),
  // A name alone: the person chooses the folder.
  fileName: z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,150}$/u),
})

/** Saves reports as PDF: the page hands in a report, a person chooses the file, the main process writes it. */
export function setupPdf({ ipcMain, dialog, window, print }: PdfDependencies): void {
  ipcMain.handle(channels.savePdf, async (event, request: unknown): Promise<PdfOutcome> => {
    if (!isTrustedSender(event.senderFrame)) throw new Error('Only the page of Dewpoint is answered.')
    const { text, fileName } = requestSchema.parse(request)
    const parent = window()
    if (parent === undefined) return { kind: 'cancelled' }
    const { canceled, filePath } = await dialog.showSaveDialog(parent, {
      title: 'Save report as PDF',
      defaultPath: `${fileName.replace(/\.html?$/, '').replace(/\.pdf$/, '')}.pdf`,
      filters: [{ name: 'PDF', extensions: ['pdf'] }],
    })
    if (canceled || filePath === '') return { kind: 'cancelled' }
    try {
      await writeFile(filePath, await print(text))
      return { kind: 'saved' }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      return { kind: 'failed', message: `The PDF could not be written: ${why}` }
    }
  })
}
