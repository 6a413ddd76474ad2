import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'
import { sampleTitle } from './support.ts'

test.use({ firstScreen: null })

/** Presses a key until the focus is on an element, which is then seen. */
async function reach(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let press = 0; press < 150; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) return expectSeen(page)
    await page.keyboard.press(key)
  }
  throw new Error(`The keyboard does not reach ${target.toString()}.`)
}

/** The element with the focus is there, and marked as such: by its outline, its border, or that of what it stands in. */
async function expectSeen(page: Page): Promise<void> {
  const seen = await page.evaluate(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) return 'nothing has the focus'
    return activeElement.matches(':focus-visible')
      ? 'seen'
      : `${activeElement.outerHTML.slice(0, 120)} is not marked`
  })
  expect(seen).toBe('seen')
}

/** Reaches an element and presses Enter on it; the focus is somewhere afterwards. */
async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await reach(page, target)
  await page.keyboard.press(key)
}

/** A dialog is there and hears its keys, which it does once it has the focus. */
async function expectDialog(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
}

/** A screen is there and the focus is not lost. */
async function expectScreen(page: Page, heading: Locator): Promise<void> {
  // All methods are run on the task before there is a table of them.
  await expect(heading).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
}

test('keys alone lead from Home through a task, a run, an experiment and the Guide to Settings', async ({
  page,
}) => {
  test.slow()
  const rail = page.getByRole('navigation', { name: 'Screens' })
  const tabs = page.getByRole('navigation', { name: 'Task' })
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
  await test.step('from Home to the Library, with the palette and the list of keys on the way', async () => {
    await expect(heading('Home')).toBeVisible()
    await page.keyboard.press('Tab')
    await expectSeen(page)
    await press(page, rail.getByRole('link', { name: 'Library' }))
    await expectScreen(page, heading('Library'))
    await page.keyboard.press('?')
    await expectDialog(page, 'Keyboard shortcuts')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectScreen(page, heading('Library'))
    await page.keyboard.press('o')
    await expectDialog(page, 'Open folder')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectScreen(page, heading('Library'))
  })
  await test.step('to a task and its methods, and from a row to its result', async () => {
    await press(page, page.getByRole('link', { name: sampleTitle }))
    await expectScreen(page, tabs)
    await press(page, tabs.getByRole('link', { name: 'Methods' }))
    const table = page.getByRole('table', { name: 'Methods on this task' })
    await expectScreen(page, table)
    await reach(page, table.locator('xpath=ancestor-or-self::*[@tabindex="0"][1]'))
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expectScreen(page, page.getByRole('listbox', { name: 'Source beside result' }))
  })
  await test.step('to the settings, a run and its result', async () => {
    await press(page, page.getByRole('link', { name: 'Run a method…' }))
    const run = page.getByRole('button', { name: 'Run', exact: true })
    await expectScreen(page, run)
    await reach(page, page.getByRole('textbox', { name: 'Find a method' }))
    await page.keyboard.type('lossless strict')
    await reach(page, page.getByRole('listbox', { name: 'Methods' }))
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('heading', { name: 'Lossless: Strict' })).toBeVisible()
    await press(page, run)
    await expectScreen(page, page.getByRole('listbox', { name: 'Source beside result' }))
  })
  await test.step('to a new experiment', async () => {
    await press(page, rail.getByRole('link', { name: 'Experiments' }))
    await expectScreen(page, heading('Experiments'))
    await press(page, page.getByRole('button', { name: 'New experiment' }))
    await expectScreen(page, heading('New experiment'))
    await reach(page, page.getByRole('textbox', { name: 'Name', exact: true }))
  })
  await test.step('to the Methods and the Settings by the palette', async () => {
    for (const screen of ['Methods', 'Settings']) {
      await page.keyboard.press('Control+k')
      await expectDialog(page, 'Command palette')
      await page.keyboard.type(screen)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expectScreen(page, heading(screen))
    }
  })
})
