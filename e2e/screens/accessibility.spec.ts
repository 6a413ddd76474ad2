import { expect, test } from '../fixtures/app.ts'
import { condense, expectAccessible, openSample, sampleTitle } from './support.ts'

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme })

    test('Library, its dialogs, Runs, Settings and Doctor are accessible', async ({ page }) => {
      await page.getByRole('row', { name: sampleTitle }).click()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Open folder' }).click()
      await expect(
        page.getByRole('listbox').or(page.getByText('Nothing to open in this folder.')),
      ).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      for (const screen of ['Runs', 'Settings', 'Doctor']) {
        await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen }).click()
        await expect(page.getByRole('heading', { name: screen, level: 1 })).toBeVisible()
        await expect(page.getByRole('status', { name: /Loading|Checking/ })).toHaveCount(0)
        await expectAccessible(page)
      }
    })

    test('Messages, Condense and Result are accessible', async ({ page }) => {
      await openSample(page)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Details' }).click()
      await page.getByText('JSON', { exact: true }).click()
      await expect(page.locator('.monaco-editor').getByText('"role"')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Condense' }).click()
      await expect(
        page.getByRole('region', { name: 'Settings as JSON' }).locator('.monaco-editor'),
      ).toBeVisible()
      await expectAccessible(page)
      await condense(page, 'Lossless')
      await expect(page.getByRole('region', { name: 'Difference' })).toBeVisible()
      await expectAccessible(page)
      await page.goto(`${new URL(page.url()).origin}/#/runs`)
      await expect(page.getByRole('row', { name: /lossless/ })).toBeVisible()
      await expectAccessible(page)
    })
  })
}
