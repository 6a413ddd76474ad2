import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { renderHtmlReport } from '../../src/main/features/reports/compute/html/render-html-report.ts'
import { reportInput } from '../../src/main/features/reports/compute/testing/report-input.ts'
import type { DesktopBridge, TextFile } from '../../src/shared/api/desktop-bridge.ts'
import { expect, test } from './desktop.ts'
import type { Shell } from './shell.ts'

type BridgedWindow = { readonly dewpoint: DesktopBridge<File> }

/** What the person would choose in the dialog to save; null closes it. Gives the names that were proposed. */
async function choose(desktop: Shell, file: string | null): Promise<() => Promise<readonly string[]>> {
  await desktop.inMain(({ dialog }, path) => {
    const kept = globalThis as unknown as { proposed: string[] }
    kept.proposed = []
    dialog.showSaveDialog = async (...args: unknown[]) => {
      kept.proposed.push((args.at(-1) as { defaultPath?: string }).defaultPath ?? '')
      return { canceled: path === null, filePath: path ?? '' }
    }
  }, file)
  return () => desktop.inMain(() => (globalThis as unknown as { proposed: string[] }).proposed, null)
}

function savePdf(page: Page, request: TextFile) {
  return page.evaluate((report) => (window as unknown as BridgedWindow).dewpoint.savePdf(report), request)
}

const fileName = 'prompt-v6-against-v7-3f3f3f3f.html'

test('a report is printed to the file that was chosen and no other, runs no script and loads nothing', async ({
  desktop,
  shellOptions,
}) => {
  await test.step('a report is printed to the file that was chosen', async () => {
    const file = join(shellOptions.homeFolder, 'report.pdf')
    const proposed = await choose(desktop, file)
    expect(await savePdf(desktop.page, { text: renderHtmlReport(reportInput()), fileName })).toEqual({
      kind: 'saved',
    })
    expect(await proposed()).toEqual(['prompt-v6-against-v7-3f3f3f3f.pdf'])
    const pdf = await readFile(file, 'latin1')
    expect(pdf.startsWith('%PDF-')).toBe(true)
    // A4, on several pages
    expect(pdf.match(/\/MediaBox\s*\[0 0 59[45]\S* 84[12]/g)?.length).toBeGreaterThan(3)
    await expect.poll(() => desktop.pages().length).toBe(1)
  })
  await test.step('a dialog that is closed prints nothing', async () => {
    await choose(desktop, null)
    expect(await savePdf(desktop.page, { text: '<p>x</p>', fileName })).toEqual({ kind: 'cancelled' })
    expect(desktop.pages()).toHaveLength(1)
  })
  await test.step('a file that cannot be written is said', async () => {
    await choose(desktop, join(shellOptions.homeFolder, 'no-such-folder', 'report.pdf'))
    expect(await savePdf(desktop.page, { text: '<p>x</p>', fileName })).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('could not be written'),
    })
  })
  await test.step('the page may propose no path as a file', async () => {
    const proposed = await choose(desktop, '/nowhere')
    for (const name of ['../../x.html', '/etc/x', String.raw`C:\x`, ''])
      await expect(savePdf(desktop.page, { text: '<p>x</p>', fileName: name }), name).rejects.toThrow()
    expect(await proposed()).toEqual([])
  })
  await test.step('what is printed runs no script and loads nothing', async () => {
    const seen = await desktop.inMain(({ app }) => {
      const kept = globalThis as unknown as { titles: string[]; requested: string[] }
      kept.titles = []
      app.on('web-contents-created', (_event, contents) => {
        contents.on('did-finish-load', () => kept.titles.push(contents.getURL()))
      })
      return true
    }, null)
    expect(seen).toBe(true)
    await choose(desktop, join(shellOptions.homeFolder, 'plain.pdf'))
    const plain = '<!doctype html><title>t</title><body><p>Text</p>'
    await savePdf(desktop.page, { text: plain, fileName })
    await choose(desktop, join(shellOptions.homeFolder, 'hostile.pdf'))
    const hostile = `${plain}<script>document.body.innerHTML = '<p>x</p>'.repeat(9999)</script><img src="https://example.org/x.png"><img src="app://dewpoint/index.html">`
    expect(await savePdf(desktop.page, { text: hostile, fileName })).toEqual({ kind: 'saved' })
    const pages = async (name: string) =>
      (await readFile(join(shellOptions.homeFolder, name), 'latin1')).match(/\/MediaBox/g)?.length
    expect(await pages('hostile.pdf')).toBe(await pages('plain.pdf'))
    // Printed under an address that is not the page's.
    const addresses = await desktop.inMain(() => (globalThis as unknown as { titles: string[] }).titles, null)
    expect(addresses).toHaveLength(2)
    expect(addresses.every((address) => address.startsWith('app://report/'))).toBe(true)
  })
})
