import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { startModelServer } from './model-server.ts'
import { goTo, makeProfile, reload, tuneMethod } from './support.ts'

/** Writes behind the end of the prompt that is open. */
async function write(page: Page, text: string): Promise<void> {
  await page.locator('.monaco-editor').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(text)
}

/** Copies the prompt that is open under a name. */
async function copyPrompt(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Duplicate to edit' }).click()
  const dialog = page.getByRole('dialog', { name: 'New prompt' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
}

test('a prompt is edited as a copy, discarded, kept in versions with notes, compared and taken by runs', async ({
  page,
}) => {
  await test.step('a built-in prompt is read, and edited as a copy', async () => {
    await goTo(page, 'Prompts')
    await write(page, 'not written')
    await expect(page.locator('.monaco-editor').first()).not.toContainText('not written')
    await expect(page.getByRole('button', { name: /^Save as/ })).toHaveCount(0)
    await copyPrompt(page, 'My notes')
    await page.getByRole('button', { name: 'Rename' }).click()
    await page.keyboard.type('My summaries')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'My summaries', level: 2 })).toBeVisible()
  })
  await test.step('a text in the making outlives the window, and is left by discarding it', async () => {
    await expect(page.getByRole('button', { name: 'Rename' })).toBeVisible()
    await write(page, ' half a thought')
    await reload(page)
    const editor = page.locator('.monaco-editor').first()
    await expect(editor).toContainText('half a thought')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(editor).not.toContainText('half a thought')
    await expect(page.getByRole('button', { name: /^Save as/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('listbox', { name: 'Prompts' })).not.toContainText('My summaries')
  })
  await test.step('versions are kept with notes, compared, used by runs and taken up again', async () => {
    await goTo(page, 'Prompts')
    await copyPrompt(page, 'Conversation copy')
    const editor = page.locator('.monaco-editor').first()
    await expect(page.getByRole('button', { name: 'Rename' })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Compare' })).toBeDisabled()

    await write(page, ' Leave names out.')
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Note', exact: true }).fill('Names are of no use')
    await page.getByRole('button', { name: 'Save as version 2' }).click()
    await expect(page.getByText('Version 2: Names are of no use')).toBeVisible()

    await page.getByRole('tab', { name: 'Compare' }).click()
    const difference = page.getByRole('region', { name: 'Difference' })
    await expect(difference.locator('ins')).toContainText('Leave names out.')
    await expect(difference.locator('del')).toHaveCount(0)
    await expectAccessible(page)

    await page.getByRole('tab', { name: 'Text' }).click()
    await page.getByRole('button', { name: 'Try on this task' }).click()
    await expect(page.getByRole('listbox', { name: 'Source beside result' })).toBeVisible()
    await page.getByRole('link', { name: /copy v2$/ }).click()

    await page.getByRole('tab', { name: 'Versions and uses' }).click()
    const [, newest, oldest] = await page.getByRole('row').all()
    await expect(newest!).toContainText('Names are of no use')
    await expect(newest!.getByRole('link', { name: /^Run of/ })).toBeVisible()
    await expect(oldest!).toContainText('no run yet')
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Edit from version 1' }).click()
    await expect(editor).toBeVisible()
    await expect(editor).not.toContainText('Leave names out.')
    await page.getByRole('button', { name: 'Save as version 3' }).click()
    await expect(page.getByText('Version 3: As version 1')).toBeVisible()
    await page.goto(`${page.url().replace(/\/(text|versions)$/, '')}/compare/1/3`)
    await expect(page.getByRole('combobox', { name: 'To' })).toHaveValue(/^Version 3/)
    await expect(difference.locator('ins, del')).toHaveCount(0)
  })
  await test.step('a run takes a prompt of the library by its version', async () => {
    await goTo(page, 'Library')
    await page.getByRole('link', { name: /Add rate limiting/ }).click()
    await tuneMethod(page, 'Native: Classic')
    await page.getByRole('button', { name: /^Options/ }).click()
    await page.getByRole('combobox', { name: 'Prompt', exact: true }).click()
    await page.getByRole('option', { name: /copy, version 1$/ }).click()
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page.getByRole('link', { name: /copy v1$/ })).toBeVisible()
  })
})

test('two prompts are compared on tasks in three steps, and the answer names them', async ({ page }) => {
  const model = await startModelServer({ words: ['The limit is 20 ', 'requests a minute.'] })
  await makeProfile(page, { name: 'Local', baseUrl: model.baseUrl, condenses: true })
  await goTo(page, 'Prompts')
  await copyPrompt(page, 'Briefly')
  await page.getByRole('button', { name: 'New prompt' }).click()
  const dialog = page.getByRole('dialog', { name: 'New prompt' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('At length')
  await page.keyboard.press('Enter')
  const list = page.getByRole('listbox', { name: 'Prompts' })
  for (const name of ['Briefly', 'At length']) {
    await list.getByRole('option', { name }).click()
    await page.keyboard.press('Space')
  }
  await page.getByRole('button', { name: 'Compare on tasks' }).click()
  const tasks = page.getByRole('table', { name: 'Tasks to compare on' })
  await expect(tasks.getByText(/^before #\d+/).first()).toBeVisible()
  await expectAccessible(page)
  const run = page.getByRole('button', { name: 'Run', exact: true })
  await expect(run).toBeEnabled()
  await run.click()
  const answer = page.getByRole('region', { name: 'Answer' })
  await expect(answer).toContainText('At length', { timeout: 60_000 })
  await expect(page.getByRole('heading', { name: 'Briefly or At length', level: 1 })).toBeVisible()
  await model.close()
})
