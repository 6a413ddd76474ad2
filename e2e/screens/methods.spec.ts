import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { chooseMethod, goTo, openSample, reload, tuneMethod } from './support.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

async function act(page: Page, item: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Preset actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Changes a setting and saves it all as a new preset. */
async function saveAs(page: Page, name: string, recent: string): Promise<void> {
  await page.getByLabel('Recent messages untouched').fill(recent)
  await page.getByRole('button', { name: 'Save as preset…' }).click()
  const dialog = page.getByRole('dialog', { name: 'New preset of Truncation' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await dialog.getByRole('button', { name: 'Save preset' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(heading(page, name)).toBeVisible()
}

test('presets are kept in versions, which runs name, duplicated, renamed, removed, shared as files, and kept with the keyboard alone', async ({
  page,
}, testInfo) => {
  await test.step('settings are kept as a preset, changed in versions, and taken up again', async () => {
    await openSample(page)
    await tuneMethod(page, 'Truncation')
    await saveAs(page, 'Nine recent', '9')
    await expect(page.getByRole('status').getByText('Saved as “Nine recent”.')).toBeVisible()

    await page.getByLabel('Recent messages untouched').fill('11')
    await expect(heading(page, 'Nine recent, changed')).toBeVisible()
    await page.getByRole('button', { name: 'Save as version 2…' }).click()
    const update = page.getByRole('dialog', { name: 'Version 2 of “Nine recent”' })
    await expect(update).toContainText('preserveRecentCount: 9 → 11')
    await expectAccessible(page, update)
    await update.getByRole('textbox', { name: /^Note/ }).fill('Two more')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Nine recent')).toBeVisible()
    await expect(page.getByText('Version 2: Two more')).toBeVisible()

    await act(page, 'Versions…')
    const versions = page.getByRole('dialog', { name: 'Versions of “Nine recent”' })
    await expect(versions.getByRole('row', { name: /Two more/ })).toContainText('9 → 11')
    await expectAccessible(page, versions)
    await versions.getByRole('button', { name: 'Restore version 1' }).click()
    await expect(page.getByLabel('Recent messages untouched')).toHaveValue('9')
    await expect(page.getByText('Version 3: As version 1')).toBeVisible()
  })
  await test.step('a run says which version of a preset it used', async () => {
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page.getByText('nine-recent@3')).toBeVisible()
    const first = page.url()
    await page.getByRole('button', { name: 'Run again' }).click()
    await expect(page).not.toHaveURL(first)
    await expect(page.getByText('nine-recent@3')).toBeVisible()
  })
  await test.step('presets are duplicated, renamed and removed', async () => {
    await goTo(page, 'Library')
    await openSample(page)
    await tuneMethod(page, 'Truncation: Suppress')
    await act(page, 'Duplicate')
    await expect(heading(page, 'Suppress copy')).toBeVisible()
    await act(page, 'Rename…')
    const rename = page.getByRole('dialog', { name: 'Rename “Suppress copy”' })
    await rename.getByRole('textbox', { name: 'Name' }).fill('Quiet')
    await rename.getByRole('textbox', { name: /^What it does/ }).fill('Nothing old stays.')
    await rename.getByRole('button', { name: 'Rename' }).click()
    await expect(heading(page, 'Quiet')).toBeVisible()
    await expect(page.getByText('Nothing old stays.')).toBeVisible()

    await reload(page)
    await expect(heading(page, 'Quiet')).toBeVisible()
    await act(page, 'Remove…')
    const remove = page.getByRole('dialog', { name: 'Remove this preset?' })
    await expectAccessible(page, remove)
    await remove.getByRole('button', { name: 'Cancel' }).click()
    await expect(heading(page, 'Quiet')).toBeVisible()
    await act(page, 'Remove…')
    await remove.getByRole('button', { name: 'Remove' }).click()
    await expect(heading(page, 'Truncation: Suppress')).toBeVisible()
    await expect(page.getByRole('option', { name: 'Quiet' })).toHaveCount(0)
  })
  await test.step('a preset goes out as a file and comes back', async () => {
    await chooseMethod(page, 'Truncation')
    await saveAs(page, 'To share', '7')
    const coming = page.waitForEvent('download')
    await act(page, 'Export as file')
    const download = await coming
    expect(download.suggestedFilename()).toBe('truncation-to-share.preset.json')
    const path = join(testInfo.outputDir, 'shared.json')
    await download.saveAs(path)
    const file: unknown = JSON.parse(await readFile(path, 'utf8'))
    expect(file).toMatchObject({ format: 'dewpoint-preset', id: 'to-share', label: 'To share' })

    await act(page, 'Remove…')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await chooseMethod(page, 'Truncation')
    await act(page, 'Import from file…')
    const dialog = page.getByRole('dialog', { name: 'Import a preset' })
    await dialog.locator('input[type=file]').setInputFiles(path)
    await expect(heading(page, 'To share')).toBeVisible()
    await expect(page.getByLabel('Recent messages untouched')).toHaveValue('7')
  })
  await test.step('a file that does not fit says what and where', async () => {
    const file = { format: 'dewpoint-preset', version: 1, providerId: 'truncation', label: 'Theirs' }
    await act(page, 'Import from file…')
    const dialog = page.getByRole('dialog', { name: 'Import a preset' })
    const choose = (name: string, text: string): Promise<void> =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
    await choose('text.json', 'hello')
    await expect(dialog.getByRole('alert')).toContainText('is not JSON')
    const settings = { toolResults: { maxLines: 0 } }
    await choose('wrong.json', JSON.stringify({ ...file, id: 'theirs', settings }))
    await expect(dialog.getByRole('alert')).toContainText('settings.toolResults.maxLines')
    await expectAccessible(page, dialog)

    const taken = JSON.stringify({ ...file, id: 'suppress', settings: { minTokens: 7 } })
    await choose('taken.json', taken)
    await expect(dialog.getByRole('alert')).toContainText('ships with Dewpoint')
    await dialog.getByRole('textbox', { name: 'Import under another id' }).fill('theirs')
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(heading(page, 'Theirs')).toBeVisible()
  })
  await test.step('presets are kept with the keyboard alone', async () => {
    await page.getByRole('button', { name: 'Preset actions' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Save as new preset…' })).toBeFocused()
    await expectAccessible(page, page.getByRole('menu'))
    await page.keyboard.press('Enter')
    const name = page.getByRole('textbox', { name: 'Name' })
    await expect(name).toBeFocused()
    await page.keyboard.type('By hand')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'By hand')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Preset actions' })).toBeFocused()
    await page.keyboard.press('Enter')
    // Open is not enough: a menu hears its keys once it has the focus.
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  })
})

test('passes are added, moved, copied, removed and taken back, and the preview follows them', async ({
  page,
}) => {
  await openSample(page)
  await goTo(page, 'Methods')
  await chooseMethod(page, 'Smart: Balanced')
  await expect(page).toHaveURL(/#\/methods\/smart$/)
  const form = page.getByRole('region', { name: 'Settings as a form' })
  const preview = page.getByRole('region', { name: 'Preview' })
  const plan = preview.getByRole('list', { name: 'Plan' })
  await expect(plan.getByRole('listitem')).toHaveCount(4)
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: /^One summary of the older part/ }).click()
  await expect(plan.getByRole('listitem')).toHaveCount(5)
  const added = form.getByRole('button', { name: 'One summary of the older part', exact: true })
  await expect(added).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page, form)
  await added.focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(plan.getByRole('listitem').nth(3)).toContainText('One summary of the older part')
  await form.getByRole('button', { name: 'Remove One summary of the older part' }).click()
  await expect(plan.getByRole('listitem')).toHaveCount(4)
  await page.keyboard.press('Control+z')
  await expect(plan.getByRole('listitem')).toHaveCount(5)
  await reload(page)
  await expect(plan.getByRole('listitem')).toHaveCount(5)
  await expect(heading(page, 'Smart, custom')).toBeVisible()
})
