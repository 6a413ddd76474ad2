import { expect, test } from '../fixtures/app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { goTo, sampleTitle } from './support.ts'

test.use({ firstScreen: null })

test('Home answers before it is asked and leads to all arms, and the rail remembers that it was collapsed', async ({
  page,
}) => {
  await test.step('it is the first screen, says what happened, and measures when it may', async () => {
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
    await expect(page.getByText('The task has not been measured yet.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Settings', exact: true }).last().click()
    await page
      .getByRole('radiogroup', { name: 'Share of a processor for measuring' })
      .getByText('100 %')
      .click()
    await goTo(page, 'Home')
    await expect(page.getByText(/^Not enough tasks to name a method: 1, about \d+ needed\.$/)).toBeVisible()
    await expect(page.getByText('Measured on one task.')).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Measuring tasks' })).toHaveCount(0)
  })
  await test.step('the table has what fits the goal first, by the rule that stands above it', async () => {
    const table = page.getByRole('table', { name: 'Methods' })
    await expect(table.getByRole('row').nth(1)).toContainText('Fits the goal')
    await page.getByText('Cheapest', { exact: true }).click()
    await expect(page.getByText('The method that lowers the bill most')).toBeVisible()
    await expect(table.getByRole('row').nth(1)).toContainText('Fits the goal')
    await expect(page.getByRole('slider', { name: 'Methods by what they save and keep' })).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('a task has all methods side by side, and one of them opens beside them with its settings', async () => {
    await goTo(page, 'Library')
    await page.getByRole('link', { name: sampleTitle }).click()
    await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Methods' }).click()
    await expect(page.getByText(/^Cut after \d+ messages/)).toBeVisible()
    const table = page.getByRole('table', { name: 'Methods on this task' })
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'For the goal' }).click()
    await page.keyboard.press('Escape')
    await expect(table.getByRole('row').nth(1)).toContainText('Fits the goal')
    await expectAccessible(page)
    await table.getByText('Truncation: Balanced').click()
    const result = page.getByRole('region', { name: 'Result' })
    await expect(result.getByRole('listbox', { name: 'Source beside result' })).toBeVisible()
    await expectAccessible(page)
    await result.getByRole('button', { name: 'Settings' }).click()
    await expect(page.getByRole('heading', { name: 'Truncation: Balanced' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('the rail has a word for every screen, and remembers that it was collapsed', async () => {
    const rail = page.getByRole('navigation', { name: 'Screens' })
    await expect(rail.getByText('Library', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Collapse navigation' }).click()
    await expect(rail.getByText('Library', { exact: true })).toHaveCount(0)
    await goTo(page, 'Library')
    await expect(page.getByRole('link', { name: sampleTitle })).toBeVisible()
    await page.getByRole('button', { name: 'Expand navigation' }).click()
    await expect(rail.getByText('Library', { exact: true })).toBeVisible()
    await goTo(page, 'Methods')
    await expect(page.getByRole('listbox', { name: 'Methods' })).toBeVisible()
    await expectAccessible(page)
  })
})
