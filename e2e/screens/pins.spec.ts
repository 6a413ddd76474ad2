import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { condense, goTo, openEditor, openFolder, openSample, reload, writeTask } from './support.ts'

const messages = (page: Page) => page.getByRole('listbox', { name: 'Messages' })
const selected = (page: Page) => messages(page).getByRole('option', { selected: true })

/** Moves down by keys and waits for the message. */
async function goDown(page: Page, index: number): Promise<void> {
  const before = Number(
    (await page.getByRole('region', { name: /^Message \d+$/ }).getAttribute('aria-label'))?.slice(8),
  )
  for (let at = before; at < index; at += 1) await page.keyboard.press('j')
  await expect(page.getByRole('region', { name: `Message ${index}`, exact: true })).toBeVisible()
}

test('messages and parts are pinned by click, key and button, announced in the editor, marked in the result and named once they no longer fit', async ({
  page,
  folders,
}) => {
  // Screens with editors are examined for accessibility, which takes its time on a small machine.
  test.slow()
  await test.step('a click on the place of the pin pins a message without reading on, and another takes it away', async () => {
    await openSample(page)
    const row = messages(page).getByRole('option').nth(3)
    await row.click({ position: { x: 14, y: 14 } })
    await expect(row).toContainText('pinned')
    await expect(row).toHaveAttribute('aria-selected', 'false')
    await row.click({ position: { x: 14, y: 14 } })
    await expect(row).not.toContainText('pinned')
  })
  await test.step('the keys of the search go on while p pins', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('rate')
    await expect(page.getByRole('status').filter({ hasText: /^1 of \d+ messages/ })).toBeVisible()
    await messages(page).focus()
    const first = await selected(page).getAttribute('aria-posinset')
    await page.keyboard.press('n')
    await expect(selected(page)).not.toHaveAttribute('aria-posinset', first ?? '')
    await page.keyboard.press('N')
    await expect(selected(page)).toHaveAttribute('aria-posinset', first ?? '')
  })
  await test.step('messages and parts are pinned by key and by button, filtered, cleared and put back', async () => {
    await page.getByRole('textbox', { name: 'Search in this task' }).fill('')
    await messages(page).focus()
    await page.keyboard.press('Home')
    await goDown(page, 10)
    await page.keyboard.press('p')
    await expect(selected(page)).toContainText('pinned')
    await expect(page.getByRole('button', { name: 'Pin message #10' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(page.getByRole('button', { name: 'Pin part 10.0' })).toBeDisabled()
    await goDown(page, 13)
    await page.getByRole('button', { name: 'Pin part 13.0' }).click()
    await expect(selected(page)).toContainText('partly pinned')
    await page.getByText(/^Pinned 2$/).click()
    await expect(page.getByRole('checkbox', { name: /^Pinned 2/ })).toBeChecked()
    await expect(messages(page).getByRole('option')).toHaveCount(2)
    await expectAccessible(page, page.getByRole('main'))
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect(page.getByRole('status').filter({ hasText: '2 pins cleared' })).toBeVisible()
    await expect(selected(page)).not.toContainText('pinned')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(selected(page)).toContainText('partly pinned')
    await reload(page)
    await expect(page.getByText(/^Pinned 2$/)).toBeVisible()
    await goDown(page, 13)
    await page.getByRole('button', { name: 'Pin part 13.0' }).click()
    await expect(page.getByText(/^Pinned 1$/)).toBeVisible()
  })
  await test.step('what is pinned is announced in the editor and marked in the result', async () => {
    await openEditor(page)
    await expect(page.getByText(/1 pinned message will stay \(.+ tok\)\./)).toBeVisible()
    await page.keyboard.press('Escape')
    await condense(page, 'Truncation')
    const rows = page.getByRole('listbox', { name: 'Source beside result' }).getByRole('option')
    const pinned = rows.filter({ hasText: 'pinned' })
    await expect(pinned).toHaveCount(1)
    await expect(pinned).toContainText('kept')
    await expectAccessible(page, page.getByRole('listbox', { name: 'Source beside result' }))
    await page.getByRole('tab', { name: 'Passes' }).click()
    await expect(page.getByRole('tabpanel')).toContainText('Pinned content put back')
  })
  await goTo(page, 'Library')
  await test.step('pins that no longer fit a file that has changed are named', async () => {
    const talk = Array.from({ length: 12 }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: `message ${at} ${'words '.repeat(40)}`,
    }))
    const path = await writeTask(folders.home, 'talk', talk)
    await openFolder(page, path)
    await goDown(page, 3)
    await page.keyboard.press('p')
    await expect(selected(page)).toContainText('pinned')
    await writeTask(folders.home, 'talk', talk.with(3, { role: 'assistant', content: 'other words' }))
    await goTo(page, 'Library')
    await openFolder(page, join(folders.home, 'talk'))
    await expect(messages(page).getByRole('option', { name: /other words/ })).toContainText(
      'changed since it was pinned',
    )
    await openEditor(page)
    await expect(page.getByText('1 pin no longer fits the history.')).toBeVisible()
  })
})
