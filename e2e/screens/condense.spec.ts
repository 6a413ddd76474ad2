import { expect, test } from '../fixtures/app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { chooseMethod, condense, tuneMethod, goTo, openSample, reload } from './support.ts'

test('results explain every row, give their source back and are found again, and settings are one value as a form and as JSON', async ({
  page,
}) => {
  await test.step('a strict result gives its source back, verified', async () => {
    await openSample(page)
    await condense(page, 'Lossless: Strict')
    await page.getByRole('button', { name: 'Expand' }).click()
    await expect(page.getByText('Verified: expanding gives the source back')).toBeVisible()
  })
  await test.step('every row that is not kept says why', async () => {
    await condense(page, 'Truncation')
    const chips = page.getByRole('group', { name: 'Show only messages that were' })
    await chips.getByText(/shortened/).click()
    const options = page.getByRole('listbox', { name: 'Source beside result' }).getByRole('option')
    await expect(options.first()).toContainText(/cut to|suppressed/)
    for (const row of await options.all()) await expect(row).toContainText(/cut to|suppressed/)
  })
  await test.step('a result is downloaded as a file', async () => {
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download JSON' }).click()
    expect((await coming).suggestedFilename()).toMatch(/^truncation-.*\.json$/)
  })
  await test.step('lossless explains every row, and the run is there after a reload', async () => {
    await condense(page, 'Lossless')
    const figures = page.getByRole('region', { name: 'Figures' })
    await expect(figures).toContainText(/Reduction[\d.]+\s%/)
    await expect(figures).toContainText('Reversible')
    const list = page.getByRole('listbox', { name: 'Source beside result' })
    const selected = list.getByRole('option', { selected: true })
    await expect(selected).not.toContainText('kept')
    const first = await selected.textContent()
    await page.keyboard.press('n')
    await expect(selected).not.toHaveText(first ?? '')
    await expect(selected).not.toContainText('kept')
    await expect(page.getByRole('region', { name: 'Difference' }).locator('del').first()).toBeVisible()
    await expectAccessible(page, page.getByRole('tabpanel'))

    await page.getByRole('tab', { name: 'Passes' }).click()
    await expect(page.getByRole('tabpanel').getByRole('row')).not.toHaveCount(0)
    await page.getByRole('tab', { name: 'Validity' }).click()
    await expect(page.getByText('Every rule is kept')).toBeVisible()

    await reload(page)
    await expect(figures).toContainText('Reversible')
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Activity' }).click()
    await expect(page.getByRole('row', { name: /Lossless/ }).first()).toContainText('condensed')
    await expectAccessible(page)
  })
  await test.step('form and JSON are one value, presets fill it, and what does not fit is explained', async () => {
    await goTo(page, 'Library')
    await openSample(page)
    await tuneMethod(page, 'Truncation')
    const form = page.getByRole('region', { name: 'Settings as a form' })
    const json = page.getByRole('region', { name: 'Settings as JSON' })
    const run = page.getByRole('button', { name: 'Run', exact: true })
    const recent = form.getByLabel('Recent messages untouched')
    await recent.fill('9')
    await expect(page.getByRole('heading', { name: 'Truncation, custom' })).toBeVisible()
    await recent.fill('-4')
    await expect(form.getByRole('alert').or(form.locator('[class*=error]')).first()).toBeVisible()
    await expect(run).toBeDisabled()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(run).toBeEnabled()

    await page.getByText('JSON', { exact: true }).click()
    await json.locator('.monaco-editor').click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type('oops')
    await expect(json.getByRole('alert')).toBeVisible()
    await expect(run).toBeDisabled()
  })
  await test.step('a draft is still there after a reload', async () => {
    await chooseMethod(page, 'Truncation')
    const recent = page.getByLabel('Recent messages untouched')
    await recent.fill('8')
    await reload(page)
    await expect(recent).toHaveValue('8')
  })
  await test.step('JSON that is typed stands as it was typed, at any speed', async () => {
    const faults: string[] = []
    page.on('pageerror', (fault) => faults.push(fault.message))
    await chooseMethod(page, 'Lossless')
    await page.getByText('JSON', { exact: true }).click()
    const json = page.getByRole('region', { name: 'Settings as JSON' })
    const editor = json.locator('.monaco-editor')
    const shown = async (): Promise<string> =>
      (await editor.locator('.view-line').allTextContents()).join('\n').replaceAll('\u00a0', ' ')
    const typed = (keepFirst: number): string =>
      // Short enough to stand on one line beside the preview.
      `{"keep": "first", "keepFirst": ${keepFirst}}`
    for (const [keepFirst, delay] of [
      [3, 0],
      [4, 15],
      [5, 60],
    ] as const) {
      await editor.click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(typed(keepFirst), { delay })
      await expect.poll(shown).toBe(typed(keepFirst))
    }
    await page.keyboard.type('x')
    await page.getByText('Form', { exact: true }).click()
    const form = page.getByRole('region', { name: 'Settings as a form' })
    await expect(form.getByRole('status')).toBeVisible()
    await expect(form.getByLabel('First messages untouched')).toHaveValue('5')
    await chooseMethod(page, 'Lossless')
    await expect(form.getByRole('status')).toHaveCount(0)
    expect(faults).toEqual([])
  })
})
