import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { goTo, openSample, reload } from './support.ts'

const passes = (page: Page): Locator => page.getByRole('listbox', { name: 'Passes' })
const names = async (page: Page): Promise<readonly string[]> =>
  (await passes(page).getByRole('option').allInnerTexts()).slice(1).map((text) => text.split('\n')[1] ?? '')
const preview = (page: Page): Locator => page.getByRole('region', { name: 'Preview' })
const form = (page: Page): Locator => page.getByRole('region', { name: 'Settings as a form' })

/** Opens the sample, then the editor, and waits for its preview. */
async function openEditor(page: Page): Promise<void> {
  await openSample(page)
  await goTo(page, 'Smart editor')
  await expect(preview(page).getByRole('list', { name: 'Plan' })).toBeVisible()
}

const balanced = ['Cut old tool content', 'Summaries of tool results', 'Take old tool content out']

test('the preview follows the passes, and every provider has one', async ({ page }) => {
  await test.step('the preview follows the passes: figures, plan and first messages', async () => {
    await openEditor(page)
    const plan = preview(page).getByRole('list', { name: 'Plan' })
    await expect(plan.getByRole('listitem')).toHaveCount(4)
    await expect(plan.getByRole('listitem').nth(1)).toContainText('taken')
    await expect(plan.getByRole('listitem').nth(2)).toContainText('skipped')
    await expect(
      preview(page).getByRole('list', { name: 'First messages' }).getByRole('listitem'),
    ).toHaveCount(5)
    await expect(preview(page).getByRole('region', { name: 'Difference' })).toBeVisible()
    const estimated = preview(page).locator('dd').nth(1)
    const before = await estimated.textContent()
    await form(page).getByRole('textbox', { name: 'Recent messages untouched' }).fill('0')
    await form(page).getByRole('textbox', { name: 'Lines to keep' }).fill('1')
    await expect(estimated).not.toHaveText(before ?? '')
    await expect(preview(page)).toHaveAttribute('aria-busy', 'false')
    await preview(page).getByRole('textbox', { name: 'Target' }).fill('1000000')
    await expect(plan.getByRole('listitem').nth(1)).toContainText('skipped')
  })
  await test.step('every provider has a preview in Condense', async () => {
    await goTo(page, 'Library')
    await openSample(page)
    await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Condense' }).click()
    for (const provider of ['Lossless', 'Truncation', 'Native']) {
      await page.getByRole('radio', { name: new RegExp(`^${provider}`) }).check()
      await expect(preview(page)).toHaveAttribute('aria-busy', 'false')
      await expect(preview(page)).toContainText('Estimated')
      await expect(preview(page).getByRole('list', { name: 'Plan' })).toBeVisible()
    }
  })
})

test('the keyboard alone makes a configuration and runs it', async ({ page }) => {
  await openEditor(page)
  const tabTo = async (target: Locator): Promise<void> => {
    const isThere = (): Promise<boolean> => target.evaluate((node) => node === document.activeElement)
    for (let step = 0; step < 60 && !(await isThere()); step += 1) await page.keyboard.press('Tab')
    await expect(target).toBeFocused()
  }
  await tabTo(page.getByRole('button', { name: 'Add', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => names(page)).toEqual([balanced[0], 'Cut tool content', ...balanced.slice(1)])
  await tabTo(passes(page))
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => names(page)).toEqual(['Cut tool content', ...balanced])
  await expect(page.getByText('“Cut tool content” is now 1 of 4.')).toBeVisible()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByText('“Cut tool content” is first already.')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await expect.poll(() => names(page)).toEqual(['Cut tool content', ...balanced.slice(1)])
  await page.keyboard.press('Control+z')
  await expect.poll(() => names(page)).toEqual(['Cut tool content', ...balanced])
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => names(page)).toEqual(['Cut tool content', ...balanced.slice(1)])
  await page.keyboard.press('d')
  await page.keyboard.press('Home')
  await expect(form(page).getByRole('switch', { name: 'Start without losses' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  const results = form(page).getByRole('group', { name: 'Tool results' }).getByRole('radio', { name: 'Cut' })
  await tabTo(results)
  await page.keyboard.press('ArrowLeft')
  await expect(passes(page).getByRole('option').nth(1)).toContainText('suppress')
  await tabTo(preview(page).getByRole('textbox', { name: 'Target' }))
  await page.keyboard.type('500')
  await page.keyboard.press('Escape')
  const run = page.getByRole('button', { name: 'Run', exact: true })
  for (let step = 0; step < 90; step += 1) {
    if (await run.evaluate((node) => node === document.activeElement)) break
    await page.keyboard.press('Shift+Tab')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox', { name: 'Source beside result' })).toBeVisible()
  await page.getByRole('tab', { name: /^Decisions/ }).click()
  await expect(page.getByRole('table', { name: 'Decisions' })).toContainText('Cut tool content')
})

test('form and JSON are one value, what does not fit is explained, and every state is accessible', async ({
  page,
}) => {
  await test.step('form and JSON are one value, and what does not fit is explained where it stands', async () => {
    await openEditor(page)
    const recent = form(page).getByRole('textbox', { name: 'Recent messages untouched' })
    await recent.fill('-4')
    await expect(recent).toHaveAccessibleDescription(/Must be at least/)
    await expect(passes(page).getByRole('option').nth(1)).toContainText('does not fit')
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeDisabled()
    await expect(preview(page)).toContainText('Some settings are not valid yet.')
    await recent.fill('7')
    await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeEnabled()
    await expect(page.getByText('Unsaved changes to Balanced')).toBeVisible()

    await page.getByText('JSON', { exact: true }).click()
    const json = page.getByRole('region', { name: 'Settings as JSON' })
    await expect(json).toContainText('"keepRecentCount": 7')
    await json.locator('.monaco-editor').click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('{"passes": [], "keepFirst": 99}')
    await expect(json.getByRole('alert')).toContainText(/keepFirst: must be at most/)
    await expect.poll(() => names(page)).toEqual(balanced)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('{"passes": [], "keepFirst": 9}')
    await expect(json.getByRole('alert')).toHaveCount(0)
    await expect(page.getByText('No pass yet: add one.')).toBeVisible()
    await page.getByText('Form', { exact: true }).click()
    await expect(form(page).getByRole('textbox', { name: 'First messages untouched' })).toHaveValue('9')
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await expect.poll(() => names(page)).toEqual(balanced)
  })
  await test.step('the editor is accessible in all its states', async () => {
    await expectAccessible(page)
    await form(page).getByText('By conditions').click()
    await form(page).getByRole('button', { name: 'Add an exception' }).click()
    await form(page).getByRole('textbox', { name: 'Age at least' }).fill('-1')
    await expect(page.getByRole('list', { name: 'Problems' })).toBeVisible()
    await expectAccessible(page, form(page))
    await passes(page).getByText('General').click()
    await expectAccessible(page, form(page))
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('menuitem').first()).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByText('JSON', { exact: true }).click()
    const json = page.getByRole('region', { name: 'Settings as JSON' })
    await expect(json.locator('.view-line').first()).toBeVisible()
    await expectAccessible(page, json)
  })
})

test('the draft survives a reload, goes to Condense and back, and its passes are moved and brought back', async ({
  page,
}) => {
  await test.step('the draft survives a reload, and Condense goes on with it and back', async () => {
    await openEditor(page)
    await page.getByRole('button', { name: 'Delete the pass' }).click()
    await page.getByRole('button', { name: 'Use in Condense' }).click()
    await expect(page.getByRole('radio', { name: /^Smart/ })).toBeChecked()
    await expect(page.getByRole('combobox', { name: 'Preset' })).toHaveValue('Custom')
    await expect(preview(page).getByRole('list', { name: 'Plan' })).not.toContainText('Cut old tool content')
    await page.getByRole('button', { name: 'Open in editor' }).click()
    await expect.poll(() => names(page)).toEqual(balanced.slice(1))
    await reload(page)
    await expect.poll(() => names(page)).toEqual(balanced.slice(1))
    await page.getByRole('combobox', { name: 'Preset' }).click()
    await page.getByRole('option', { name: 'Balanced' }).click()
    await expect.poll(() => names(page)).toEqual(balanced)
    await expect(page.getByText(/^Unsaved changes/)).toHaveCount(0)
  })
  await test.step('passes are added, dragged, duplicated, deleted and brought back', async () => {
    await expect.poll(() => names(page)).toEqual(balanced)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('menuitem', { name: /^One summary of the older part/ }).click()
    await expect
      .poll(() => names(page))
      .toEqual([balanced[0], 'One summary of the older part', ...balanced.slice(1)])
    const options = passes(page).getByRole('option')
    await options.nth(2).dragTo(options.nth(4), { targetPosition: { x: 40, y: 40 } })
    await expect.poll(() => names(page)).toEqual([...balanced, 'One summary of the older part'])
    await expect(page.getByText('“One summary of the older part” is now 4 of 4.')).toBeVisible()
    await page.getByRole('button', { name: 'Duplicate the pass' }).click()
    await expect.poll(() => names(page)).toContain('One summary of the older part (copy)')
    await page.getByRole('button', { name: 'Delete the pass' }).click()
    await expect(page.getByText('Deleted “One summary of the older part (copy)”.')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect.poll(() => names(page)).toContain('One summary of the older part (copy)')
    await expect(passes(page)).toBeFocused()
  })
})
