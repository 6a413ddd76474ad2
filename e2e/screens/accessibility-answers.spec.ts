import { expect, test } from '../fixtures/app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { goToPart } from './replay-support.ts'
import { goTo, openSample } from './support.ts'

test('screens without figures, the tour, dialogs and every tab of a task are accessible', async ({
  page,
}) => {
  await test.step('Home before its first figures, Monitor, Guide, Presets and Experiments without figures are accessible', async () => {
    for (const screen of ['Home', 'Experiments', 'Presets', 'Smart editor', 'Monitor', 'Guide']) {
      await goTo(page, screen)
      await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
      await expectAccessible(page)
    }
  })
  await goTo(page, 'Library')
  await test.step('the tour, the palette, the list of keys and a folder outside of home are accessible', async () => {
    await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible()
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await expectAccessible(page, dialog)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('guide')
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
    await expectAccessible(page, dialog)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Open folder' }).first().click()
    await dialog.getByLabel('Path').fill('/usr')
    await dialog.getByLabel('Path').press('Enter')
    await expect(page.getByText('Outside your home folder')).toBeVisible()
    await expectAccessible(page, dialog)
    await page.keyboard.press('Escape')
    await goTo(page, 'Settings')
    await page.getByRole('button', { name: 'Take the tour' }).click()
    for (const title of ['The answer comes first', 'Every arm on one task', 'Use it in your agent']) {
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: /^(Next|Done)$/ }).click()
    }
  })
  await goTo(page, 'Library')
  await test.step('every tab of a task is accessible', async () => {
    test.slow()
    await openSample(page)
    const tabs = page.getByRole('navigation', { name: 'Task' })
    await tabs.getByRole('link', { name: 'Compare' }).click()
    // All arms are run on the task first.
    await expect(page.getByRole('table', { name: 'Arms on this task' })).toBeVisible()
    await expectAccessible(page)
    await tabs.getByRole('link', { name: 'Replay' }).click()
    await goToPart(page, 'When to condense')
    await expectAccessible(page)
    await goToPart(page, 'Drift')
    await expectAccessible(page)
    await tabs.getByRole('link', { name: 'Runs' }).click()
    await expect(page.getByText('No run on this task yet.')).toBeVisible()
    await expectAccessible(page)
  })
})
