import type { BrowserWindow, Dialog, IpcMain } from 'electron'
import { z } from 'zod'
import type { PdfOutcome } from '../../../shared/api/desktop-bridge.ts'
import { describeError } from '../../../shared/kernel/describe-error.ts'
import { FileFailure } from '../../platform/files/file-failure.ts'
import type { SourceGuard } from '../../platform/files/source-guard.ts'
import { requireWritable, writeFile } from '../../platform/files/write-file.ts'
import { channels } from './channels.ts'
import { plainFileNameSchema } from './plain-file-name.ts'
import { isTrustedSender } from './trusted-sender.ts'

type PdfDependencies = {
  readonly ipcMain: Pick<IpcMain, 'handle'>
  readonly dialog: Pick<Dialog, 'showSaveDialog'>
  /** The window that the dialog belongs to. */
  readonly window: () => BrowserWindow | undefined
  readonly print: (html: string) => Promise<Uint8Array>
  readonly guard: Pick<SourceGuard, 'check'>
}

const requestSchema = z.object({
  text: z.string().max(100_000_000),
  fileName: plainFileNameSchema,
})

/** Saves reports as PDF: the page hands in a report, a person chooses the file, the main process writes it. */
export function setUpPdf({ ipcMain, dialog, window, print, guard }: PdfDependencies): void {
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
      // The dialog has asked whether to replace what is there.
      const options = { guard, replace: true }
      await requireWritable(filePath, options)
      await writeFile(filePath, await print(text), options)
      return { kind: 'saved' }
    } catch (error) {
      return { kind: 'failed', message: `The PDF could not be written: ${describeReason(error)}` }
    }
  })
}

function describeReason(error: unknown): string {
  if (error instanceof FileFailure) return `${error.message} ${error.hint}`
  return describeError(error)
}
