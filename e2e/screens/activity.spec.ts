import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { chooseMethod, condense, goTo, makeProfile, openSample, reload } from './support.ts'

/** Opens what is watched of each method. */
async function byMethod(page: Page): Promise<void> {
  await goTo(page, 'Activity')
  await page.getByRole('link', { name: 'By method' }).click()
}

test('Activity says what runs measured and cost, groups and narrows as it is told, and leads from a reason of failure to its runs', async ({
  page,
}) => {
  await test.step('Activity says what runs measured, and leads from a reason of failure to its runs', async () => {
    await byMethod(page)
    await expect(page.getByText('Nothing is measured yet.')).toBeVisible()
    await expectAccessible(page, page.getByRole('main'))
    // Nobody listens there: native fails, and the run says why.
    await makeProfile(page, { name: 'Local', baseUrl: 'http://127.0.0.1:9/v1', condenses: true })
    await goTo(page, 'Library')
    await openSample(page)
    await condense(page, 'Lossless')
    await condense(page, 'Truncation: Balanced')
    await page.goBack()
    await chooseMethod(page, 'Native: Classic')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page.getByText('network').first()).toBeVisible()

    await byMethod(page)
    const figures = page.getByRole('table', { name: 'Figures' })
    await expect(figures.getByRole('row')).toHaveCount(4)
    await expect(figures.getByRole('row', { name: /^Native/ })).toContainText(/100\.0\s%/)
    await expect(page.getByRole('region', { name: 'Spending' })).toContainText(/Actually paid\s*\$0/)
    const first = figures.getByRole('row').nth(1)
    await figures.getByRole('button', { name: 'Reduction (median)', exact: true }).click()
    await expect(first).toContainText('Truncation')
    await figures.getByRole('button', { name: 'Reduction (median)', exact: true }).click()
    await expect(first).toContainText('Lossless')

    const details = page.getByRole('region', { name: 'Details' })
    await figures.getByRole('row', { name: /^Lossless/ }).click()
    await expect(details.getByText('No attempt failed.')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(details.getByRole('heading', { name: 'Native' })).toBeVisible()
    await details.getByRole('link', { name: 'No connection to the model' }).click()
    await expect(page.getByText('Native · failed · network')).toBeVisible()
    await expect(page.getByText('Back to the methods')).toBeVisible()
    await expectAccessible(page, page.getByRole('main'))
    const runs = page.getByRole('table', { name: 'Runs' })
    await expect(runs.getByRole('row')).toHaveCount(2)
    await reload(page)
    await expect(runs.getByRole('row')).toHaveCount(2)
    await page.getByRole('link', { name: 'Everything' }).click()
    await expect(runs.getByRole('row', { name: /Native|Truncation|Lossless/ })).toHaveCount(3)
  })
  await test.step('Activity groups and narrows as it is told, and remembers it', async () => {
    await byMethod(page)
    await page.getByText('Preset', { exact: true }).click()
    await expect(page.getByRole('row', { name: /^Truncation, balanced/ })).toBeVisible()
    await page.getByRole('combobox', { name: 'Task' }).click()
    await page.getByRole('option', { name: /Add rate limiting/ }).click()
    await page.getByRole('combobox', { name: 'Time' }).click()
    await page.getByRole('option', { name: 'Last 7 days' }).click()
    await expect(page.getByRole('row', { name: /^Truncation, balanced/ })).toBeVisible()
    await reload(page)
    await expect(page.getByRole('combobox', { name: 'Time' })).toHaveValue('Last 7 days')
    await page.getByRole('row', { name: /^Truncation, balanced/ }).dblclick()
    await expect(page.getByText(/^Truncation, balanced · one task · since/)).toBeVisible()
    await page.getByRole('link', { name: 'Back to the methods' }).click()
    await expect(page.getByRole('table', { name: 'Figures' })).toBeVisible()
  })
})
