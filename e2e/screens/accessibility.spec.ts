import { expect, test } from '../fixtures/app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { goTo, sampleTitle } from './support.ts'

test('Library, its dialogs, its search and overview, Activity and Settings are accessible', async ({
  page,
}) => {
  await test.step('Library, its dialogs, Activity and Settings are accessible', async () => {
    await page.getByRole('row', { name: sampleTitle }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Open folder' }).click()
    await expect(page.getByRole('dialog').getByRole('status', { name: /Loading|Listing/ })).toHaveCount(0)
    await expectAccessible(page, page.getByRole('dialog'))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Sources' }).click()
    await expect(page.getByRole('region', { name: 'Watched' }).getByText('None yet.')).toBeVisible()
    await expectAccessible(page, page.getByRole('dialog'))
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await expectAccessible(page, page.getByRole('dialog'))
    await page.getByText('At least once').click()
    await page.keyboard.press('Escape')
    await expect(page.getByText('No task fits these filters.')).toBeVisible()
    await expectAccessible(page, page.getByRole('main'))
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByRole('button', { name: 'Columns' }).click()
    await expectAccessible(page, page.getByRole('dialog'))
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Groups' }).click()
    await page.getByRole('option', { name: 'By workspace' }).click()
    await expect(page.getByRole('button', { expanded: true })).toBeVisible()
    await expectAccessible(page, page.getByRole('table', { name: 'Tasks' }))
    for (const screen of ['Activity', 'Settings']) {
      await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen }).click()
      await expect(page.getByRole('heading', { name: screen, level: 1 })).toBeVisible()
      await expect(page.getByRole('status', { name: /Loading|Checking/ })).toHaveCount(0)
      await expectAccessible(page)
    }
  })
  await goTo(page, 'Library')
  await test.step('the search over messages and the overview are accessible', async () => {
    const tabs = page.getByRole('navigation', { name: 'Library' })
    await tabs.getByRole('link', { name: 'Messages' }).click()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Search messages' }).fill('rate')
    await expect(page.getByRole('table', { name: 'Messages that were found' })).toBeVisible()
    await expectAccessible(page)
    await tabs.getByRole('link', { name: 'Overview' }).click()
    const kinds = page.getByRole('region', { name: 'Tokens by kind', exact: true })
    await expect(kinds).toBeVisible()
    await expectAccessible(page)
    await kinds.getByRole('button', { name: 'Table', exact: true }).click()
    await expectAccessible(page, kinds)
  })
})
