import { expect, test } from '../fixtures/app.ts'
import { startModelServer } from './model-server.ts'
import { condense, expectAccessible, goTo, makeProfile, openSample, sampleTitle } from './support.ts'

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

    test('Profiles, Prompts and the Settings of money are accessible', async ({ page }) => {
      await goTo(page, 'Profiles')
      await expectAccessible(page)
      await makeProfile(page, { name: 'Local', baseUrl: 'nonsense' })
      await expect(page.getByText('An address that begins with http:// or https://.')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('textbox', { name: 'Base URL', exact: true }).fill('http://127.0.0.1:9/v1')
      await page.getByRole('button', { name: 'Save and test' }).click()
      await expect(page.getByRole('alert', { name: 'Connection test' })).toBeVisible()
      await expectAccessible(page)
      await goTo(page, 'Prompts')
      await page.getByRole('button', { name: 'Duplicate to edit' }).click()
      await expect(page.getByRole('button', { name: 'Rename' })).toBeVisible()
      await page.locator('.monaco-editor').first().click()
      await page.keyboard.type('More. ')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Save as version 2' }).click()
      await page.getByRole('tab', { name: 'Compare' }).click()
      await expect(page.getByRole('region', { name: 'Difference' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('tab', { name: 'Versions and uses' }).click()
      await expectAccessible(page)
      await goTo(page, 'Settings')
      await page.getByRole('textbox', { name: 'Limit of a run' }).fill('0')
      await expectAccessible(page)
    })

    test('a run at work and its result are accessible', async ({ page }) => {
      const model = await startModelServer({ words: ['Half ', 'of it.'], held: 1 })
      await makeProfile(page, { name: 'Local', baseUrl: model.baseUrl, condenses: true })
      await goTo(page, 'Library')
      await openSample(page)
      await page.getByRole('button', { name: /^Context/ }).click()
      await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Condense' }).click()
      await page.getByRole('radio', { name: /^Native/ }).check()
      await page.getByRole('button', { name: /^Advanced/ }).click()
      await page.getByRole('combobox', { name: 'Add a fallback' }).click()
      await page.getByRole('option', { name: 'Truncation' }).click()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Run Native' }).click()
      await expect(page.getByRole('region', { name: 'What the model writes' })).toContainText('Half')
      await expectAccessible(page)
      model.release()
      await expect(page.getByRole('listbox', { name: 'Source beside result' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('tab', { name: 'Events' }).click()
      await expectAccessible(page)
      await model.close()
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
