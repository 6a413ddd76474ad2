import { expect, test } from '../fixtures/app.ts'
import { condense, expectAccessible, goTo, makeProfile, openSample, reload } from './support.ts'

test('the Monitor says what runs measured, and leads from a reason of failure to its runs', async ({
  page,
}) => {
  await goTo(page, 'Monitor')
  await expect(page.getByText('Nothing is measured yet.')).toBeVisible()
  // Nobody listens there: native fails, and the run says why.
  await makeProfile(page, { name: 'Local', baseUrl: 'http://127.0.0.1:9/v1', condenses: true })
  await goTo(page, 'Library')
  await openSample(page)
  await condense(page, 'Lossless')
  await page.goBack()
  await condense(page, 'Truncation', 'Balanced')
  await page.goBack()
  await page.getByRole('radio', { name: /^Native/ }).check()
  await page.getByRole('button', { name: 'Run Native' }).click()
  await expect(page.getByText('network').first()).toBeVisible()

  await goTo(page, 'Monitor')
  const figures = page.getByRole('table', { name: 'Figures' })
  await expect(figures.getByRole('row')).toHaveCount(4)
  await expect(figures.getByRole('row', { name: /^Native/ })).toContainText(/100\.0\s%/)
  await expect(page.getByRole('region', { name: 'All runs' })).toContainText(/Attempts\s*3/)
  const first = figures.getByRole('row').nth(1)
  await figures.getByRole('button', { name: 'Mean' }).click()
  await expect(first).toContainText('Truncation')
  await figures.getByRole('button', { name: 'Mean' }).click()
  await expect(first).toContainText('Lossless')

  const details = page.getByRole('region', { name: 'Details' })
  await figures.getByRole('row', { name: /^Lossless/ }).click()
  await expect(details.getByText('No attempt failed.')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(details.getByRole('heading', { name: 'Native' })).toBeVisible()
  await details.getByRole('link', { name: 'No connection to the model' }).click()
  await expect(page.getByText('Native · failed · network')).toBeVisible()
  const runs = page.getByRole('table', { name: 'Runs' })
  await expect(runs.getByRole('row')).toHaveCount(2)
  await reload(page)
  await expect(runs.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: 'All runs' }).click()
  await expect(runs.getByRole('row')).toHaveCount(4)
})

test('the Monitor groups and narrows as it is told, and remembers it', async ({ page }) => {
  await openSample(page)
  await condense(page, 'Truncation', 'Balanced')
  await goTo(page, 'Monitor')
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
  await page.getByRole('link', { name: 'Back to the Monitor' }).click()
  await expect(page.getByRole('heading', { name: 'Monitor', level: 1 })).toBeVisible()
})

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })

    test('the Monitor is accessible, empty and with figures', async ({ page }) => {
      await goTo(page, 'Monitor')
      await expect(page.getByText('Nothing is measured yet.')).toBeVisible()
      await expectAccessible(page)
      await goTo(page, 'Library')
      await openSample(page)
      await condense(page, 'Lossless')
      await goTo(page, 'Monitor')
      await page.getByRole('row', { name: /^Lossless/ }).click()
      await expect(page.getByRole('region', { name: 'Details' })).toContainText('Lossless')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Show runs' }).click()
      await expect(page.getByText('Back to the Monitor')).toBeVisible()
      await expectAccessible(page)
    })
  })
}
