import { expect, test } from '../fixtures/app.ts'
import { written } from '../fixtures/follow-writes.ts'
import { goTo, openFolder, reload, tuneMethod, writeTask } from './support.ts'

const history = Array.from({ length: 5001 }, (_, index) => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: [{ type: 'text', text: index === 5000 ? 'The last needle' : `Message ${index} of a long task` }],
}))

test('five thousand messages are walked, searched and filtered, panes keep their size, and nothing to condense is no saving', async ({
  page,
  folders,
}) => {
  const list = page.getByRole('listbox', { name: 'Messages' })
  await test.step('a list of five thousand messages, which comes in pages, keeps the document small and is walked from end to end', async () => {
    await openFolder(page, await writeTask(folders.home, 'long', history))
    await expect(list.getByRole('option').first()).toHaveAttribute('aria-setsize', '5001')
    await list.focus()
    await page.keyboard.press('End')
    await expect(list.getByRole('option', { selected: true })).toContainText('The last needle')
    await expect(list.getByRole('option', { selected: true })).toHaveAttribute('aria-posinset', '5001')
    await expect(page.getByRole('region', { name: 'Parts' })).toContainText('The last needle')
    await page.keyboard.press('PageUp')
    await page.keyboard.press('Home')
    await expect(list.getByRole('option', { selected: true })).toContainText('Message 0')
    expect(await list.getByRole('option').count()).toBeLessThan(100)
  })
  await test.step('every message of it is found and filtered', async () => {
    await page.getByRole('textbox', { name: 'Search in this task' }).fill('needle')
    await expect(list.getByRole('option', { selected: true })).toContainText('The last needle')
    await page.getByRole('group', { name: 'Show only messages with' }).getByText('user').click()
    await expect(list.getByRole('option').first()).toHaveAttribute('aria-setsize', '2501')
  })
  await goTo(page, 'Library')
  await test.step('panes keep the size that they were given', async () => {
    await openFolder(page, await writeTask(folders.home, 'panes', history.slice(0, 20)))
    const bar = page.getByRole('separator', { name: 'Width of the list' })
    const before = await bar.boundingBox()
    await bar.focus()
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowLeft')
    await written(page)
    const moved = await bar.boundingBox()
    expect(moved?.x).toBeLessThan(before?.x ?? 0)
    await reload(page)
    await expect
      .poll(async () => Math.round((await bar.boundingBox())?.x ?? 0))
      .toBe(Math.round(moved?.x ?? 0))
  })
  await test.step('a history with nothing to condense is shown as unchanged, not as a saving of nought', async () => {
    await goTo(page, 'Library')
    await openFolder(page, await writeTask(folders.home, 'short', history.slice(0, 2)))
    await tuneMethod(page, 'Lossless')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Unchanged' })).toBeVisible()
    const figures = page.getByRole('region', { name: 'Figures' })
    await expect(figures).toContainText('unchanged')
    await expect(figures).not.toContainText('%')
  })
})
