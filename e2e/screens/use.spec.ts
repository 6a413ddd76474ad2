import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../fixtures/app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { openReplay } from './replay-support.ts'
import { goTo, openEditor, sampleTitle } from './support.ts'

test('what was found is used elsewhere: settings of an agent, a result, a policy of a replay', async ({
  page,
  folders,
}) => {
  await test.step('a method is written into the settings of its agent, and taken back', async () => {
    await page.getByRole('link', { name: sampleTitle }).click()
    await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Methods' }).click()
    await page.getByRole('table', { name: 'Methods on this task' }).getByText('Codex (local) *').click()
    await page.getByRole('button', { name: 'Use this' }).click()
    const dialog = page.getByRole('dialog', { name: 'Use Codex (local)' })
    await expect(dialog.getByRole('status')).toContainText('there is nothing to set. Name a size')
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await dialog.getByRole('textbox', { name: 'Condense at' }).fill('120000')
    await expect(dialog.getByText('model_auto_compact_token_limit = 120000')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Window' }).fill('100000')
    await expect(dialog.getByText('are more than the window of 100,000')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Window' }).fill('400000')
    await expect(dialog.getByText('in a window of 400,000')).toBeVisible()
    await expectAccessible(page, dialog)
    await dialog.getByRole('button', { name: 'Write the file' }).click()
    await expect(dialog.getByRole('status')).toContainText('config.toml')
    const path = join(folders.home, '.codex', 'config.toml')
    expect(await readFile(path, 'utf8')).toBe('model_auto_compact_token_limit = 120000\n')
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await expect(dialog.getByRole('button', { name: 'Write the file' })).toBeVisible()
    await expect(readFile(path, 'utf8')).rejects.toThrow('ENOENT')
  })
  await page.keyboard.press('Escape')
  await goTo(page, 'Library')
  await test.step('a result is continued in its agent, in a folder that is there', async () => {
    await page.getByRole('link', { name: sampleTitle }).click()
    await openEditor(page)
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('button', { name: 'Continue in its agent' }).click()
    const dialog = page.getByRole('dialog', { name: 'Continue with the condensed history' })
    await expect(dialog.getByRole('status')).toContainText('There is no folder to continue in')
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await dialog.getByRole('textbox', { name: 'Folder to continue in' }).fill(folders.home)
    await dialog.getByRole('button', { name: 'Continue there' }).click()
    await expect(dialog.getByRole('status')).toContainText('This writes')
    await expectAccessible(page, dialog)
    await dialog.getByRole('button', { name: 'Write the copy' }).click()
    await expect(dialog.getByRole('status')).toContainText('Wrote')
    await dialog.getByRole('button', { name: 'Remove it again' }).click()
    await expect(dialog.getByRole('button', { name: 'Write the copy' })).toBeVisible()
  })
  await page.keyboard.press('Escape')
  await goTo(page, 'Library')
  await test.step('a policy of a replay is used elsewhere, at the size at which it condensed', async () => {
    await openReplay(page)
    await page
      .getByRole('row', { name: /^Native at / })
      .first()
      .click()
    await page.getByRole('button', { name: 'Use this' }).click()
    const dialog = page.getByRole('dialog', { name: /^Use / })
    await expect(dialog.getByText("preset: 'roo-classic'")).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Condense at' })).toHaveValue(/^\d+,000$/)
  })
})
