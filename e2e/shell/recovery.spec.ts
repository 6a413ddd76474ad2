import { readFile } from 'node:fs/promises'
import { connectContract } from './contract-client.ts'
import { expect, launchShell, test } from './desktop.ts'

test.describe('a window of its own', () => {
  test.use({ isOwnApp: true })

  test('comes back where it was after its page has crashed, once the person says so', async ({ desktop }) => {
    await desktop.page.getByRole('link', { name: 'Library' }).first().click()
    await expect(desktop.page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible()
    await desktop.inMain(({ BrowserWindow, dialog }) => {
      const kept = globalThis as unknown as { questions: string[] }
      kept.questions = []
      dialog.showMessageBox = async (...args: unknown[]) => {
        kept.questions.push((args.at(-1) as { message: string }).message)
        return { response: 0, checkboxChecked: false }
      }
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer()
    }, null)
    // The page is asked by the main process: for a test that was attached to it, it stays gone.
    const readHeading = () =>
      desktop.inMain(
        ({ BrowserWindow }) =>
          BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
            "document.querySelector('h1')?.textContent ?? ''",
          ) as Promise<string>,
        null,
      )
    const questions = () =>
      desktop.inMain(() => (globalThis as unknown as { questions: string[] }).questions, null)
    await expect.poll(questions).toEqual(['The window stopped working'])
    await expect.poll(() => readHeading().catch(() => 'gone')).toContain('Library')
  })

  test('fills the screen again where it did when it was closed', async ({ desktop, shellOptions }) => {
    await desktop.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.maximize(), null)
    const client = await connectContract(desktop.page)
    await expect
      .poll(async () => (await client.preferences.all())['desktop.window'])
      .toMatchObject({ isMaximized: true })
    await desktop.close()
    const again = await launchShell(shellOptions)
    await expect
      .poll(() => again.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMaximized(), null))
      .toBe(true)
    await again.close()
  })
})

test('a report is dragged out of the window as a file with its name', async ({ desktop }) => {
  const client = await connectContract(desktop.page)
  const [experiment] = await client.experiments.list()
  await desktop.page.evaluate((id) => (location.hash = `#/experiment/${id}`), experiment?.id ?? '')
  await desktop.inMain(({ BrowserWindow }) => {
    const kept = globalThis as unknown as { dragged: string[] }
    kept.dragged = []
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (contents !== undefined) contents.startDrag = ({ file }) => kept.dragged.push(file)
  }, null)
  await desktop.page.getByRole('button', { name: 'Export' }).dispatchEvent('dragstart')
  const dragged = () => desktop.inMain(() => (globalThis as unknown as { dragged: string[] }).dragged, null)
  await expect.poll(dragged).toEqual([expect.stringMatching(/[\\/]dewpoint-drag-[^\\/]+[\\/][^\\/]+\.html$/)])
  const [file = ''] = await dragged()
  expect(await readFile(file, 'utf8')).toMatch(/^<!doctype html>/i)
})
