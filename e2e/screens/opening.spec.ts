import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'
import { goTo, openFolder, openFolderOfTasks, sampleTitle, writeTask } from './support.ts'

const history = [
  { role: 'user', content: [{ type: 'text', text: '<task>\nMend the fence\n</task>' }] },
  { role: 'assistant', content: [{ type: 'text', text: 'The fence is mended.' }] },
]

/** Drops a file or folder of this machine on the window, as a file manager does. */
async function drop(page: Page, path: string): Promise<void> {
  await expect(page.getByRole('table', { name: 'Tasks' }).getByRole('link').first()).toBeVisible()
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 640, y: 500, data })
  }
}

test('folders and files are opened by keyboard and by drop, and refused in place with what to do', async ({
  page,
  folders,
}) => {
  await test.step('a task folder is opened through the folder browser by keyboard', async () => {
    await writeTask(folders.home, 'fence', history)
    await page.getByRole('button', { name: 'Open folder' }).click()
    const list = page.getByRole('listbox', { name: 'Folders and histories' })
    await expect(list).toBeFocused()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Mend the fence' })).toBeVisible()
    await expect(page.getByRole('listbox', { name: 'Messages' }).getByRole('option')).toHaveCount(2)
  })
  await test.step('what is dropped without a history is refused in place', async () => {
    await goTo(page, 'Library')
    const file = join(folders.home, 'notes.txt')
    await writeFile(file, 'no history')
    await drop(page, file)
    await expect(page.getByRole('alert')).toContainText('Could not open')
  })
  await test.step('a folder without a task is refused in place, with what to do', async () => {
    await page.getByRole('alert').getByRole('button', { name: 'Dismiss' }).click()
    await mkdir(join(folders.home, 'empty'))
    await openFolder(page, join(folders.home, 'empty'))
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Could not open')
    await expect(alert.getByRole('button', { name: 'Copy details' })).toBeVisible()
    await alert.getByRole('button', { name: 'Dismiss' }).click()
    await expect(alert).toHaveCount(0)
  })
  await test.step('a folder that is dropped on the window is opened', async () => {
    const task = await writeTask(folders.home, 'dropped', history)
    await drop(page, task)
    await expect(page.getByRole('heading', { name: 'Mend the fence' })).toBeVisible()
  })
  await test.step('a damaged history is opened as far as it can be read, and says where it ends', async () => {
    await goTo(page, 'Library')
    const task = await writeTask(folders.home, 'cut', history)
    const whole = JSON.stringify([...history, ...history])
    await writeFile(join(task, 'api_conversation_history.json'), whole.slice(0, -20))
    await openFolder(page, task)
    await expect(page.getByRole('heading', { name: 'Mend the fence' })).toBeVisible()
    await expect(page.getByRole('button', { name: '1 problem' })).toHaveAttribute('aria-expanded', 'true')
    await expect(
      page.getByRole('listitem').filter({ hasText: 'api_conversation_history.json' }),
    ).toBeVisible()
    await expect(page.getByRole('listbox', { name: 'Messages' }).getByRole('option')).toHaveCount(3)
  })
})

test('a task is forgotten only after asking, and without one the editor of passes says how to get a preview', async ({
  page,
}) => {
  await page.getByRole('row', { name: sampleTitle }).click()
  await page.getByRole('button', { name: 'Forget' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forget this task?' })
  await expect(dialog).toContainText('Its files on disk stay as they are.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('link', { name: sampleTitle })).toBeVisible()
  await page.getByRole('button', { name: 'Forget' }).click()
  await dialog.getByRole('button', { name: 'Forget' }).click()
  await expect(page.getByText('No task is open yet.')).toBeVisible()
  await goTo(page, 'Methods')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Open a task in the Library')
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeDisabled()
})

test('tasks of one title are told apart, and one that cannot be read stays listed with its reason', async ({
  page,
  folders,
}) => {
  const all = join(folders.home, 'all')
  await writeTask(all, 'fence-one', history)
  await writeTask(all, 'fence-two', history)
  const broken = await writeTask(all, `${'broken-'.repeat(24)}end`, history)
  await writeFile(join(broken, 'api_conversation_history.json'), 'no history')
  await openFolderOfTasks(page, all)
  await expect(page.getByRole('row', { name: 'Mend the fence fence-one' })).toBeVisible()
  await expect(page.getByRole('row', { name: 'Mend the fence fence-two' })).toBeVisible()
  const failed = page.getByRole('row').filter({ hasText: 'unreadable' })
  await expect(failed).toBeVisible()
  expect(await page.evaluate(() => document.body.scrollWidth <= window.innerWidth)).toBe(true)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy table as TSV' }).click()
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toMatch(/^Title\t.*\tPath\tFailure/)
  await expect.poll(copied).toMatch(/\tunreadable\t.*broken-end\t.*api_conversation_history\.json/)
  await failed.getByRole('link').click()
  await expect(page.getByRole('alert')).toContainText('api_conversation_history.json')
  await expect(page.getByRole('alert').getByRole('link', { name: /Library/ })).toBeVisible()
})
