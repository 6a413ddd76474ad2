import { mkdtemp, realpath, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '../fixtures/app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { goTo, openFolder, reload, writeTask } from './support.ts'

const history = Array.from({ length: 8 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: `Mend the fence, step ${at}`,
}))

test('a folder outside of home opens after one question, and is closed again in Settings', async ({
  page,
}) => {
  const outside = await realpath(await mkdtemp(join(tmpdir(), 'dewpoint-outside-')))
  const title = `Allow Dewpoint to read ${outside}?`
  await writeTask(outside, 'one', history)
  await writeTask(outside, 'two', history)
  await test.step('it asks, and a refusal opens nothing', async () => {
    await openFolder(page, outside)
    const question = page.getByRole('dialog', { name: title })
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    const browser = page.getByRole('dialog', { name: 'Open folder' })
    await expect(browser.getByText(/^Outside your home folder/)).toBeVisible()
    await expectAccessible(page, browser)
    await browser.getByRole('button', { name: 'Open this folder' }).click()
    await question.getByRole('button', { name: 'Allow' }).click()
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
    await expect(page.getByText('Opened 2 tasks.')).toBeVisible()
  })
  await test.step('it is remembered, and says how many histories there are', async () => {
    await reload(page)
    await goTo(page, 'Library')
    await page.getByRole('button', { name: 'Open folder' }).click()
    const browser = page.getByRole('dialog', { name: 'Open folder' })
    await browser.getByRole('button', { name: outside }).click()
    await expect(browser.getByRole('status').filter({ hasText: '2 histories' })).toBeVisible()
    await browser.getByRole('button', { name: 'Cancel' }).click()
  })
  await test.step('Settings takes it back', async () => {
    await goTo(page, 'Settings')
    await page.getByRole('button', { name: `Stop reading ${outside}` }).click()
    await expect(page.getByText('Allowed folders')).toHaveCount(0)
    await goTo(page, 'Library')
    await openFolder(page, outside)
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  })
  await test.step('what is missing and what is secret is named in place', async () => {
    await page.keyboard.press('Escape')
    const browser = page.getByRole('dialog', { name: 'Open folder' })
    const typed = browser.getByLabel('Path')
    await typed.fill('/nowhere/at/all')
    await typed.press('Enter')
    await expect(browser.getByRole('alert')).toContainText('There is no such file or folder.')
    await typed.fill('/proc')
    await typed.press('Enter')
    await expect(browser.getByRole('alert')).toContainText('keeps secrets')
  })
  await rm(outside, { recursive: true, force: true })
})

test('a folder that vanishes while it is watched is named until it is back', async ({ page }) => {
  // The system does not always tell: it is looked for every 30 seconds.
  test.slow()
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'dewpoint-vanishing-')))
  await writeTask(folder, 'one', history)
  await writeTask(folder, 'two', history)
  await openFolder(page, folder)
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByText('Opened 2 tasks.')).toBeVisible()
  const gone = page.getByRole('alert').filter({ hasText: `${folder} is gone` })
  const away = `${folder}-away`
  await rename(folder, away)
  await expect(gone).toBeVisible()
  await expectAccessible(page, gone)
  for (const screen of ['Library', 'Activity', 'Home']) {
    await goTo(page, screen)
    await expect(gone).toContainText('reconnect its drive')
  }
  await rename(away, folder)
  await expect(gone).toHaveCount(0)
  await rename(folder, away)
  await expect(gone).toBeVisible()
  await gone.getByRole('button', { name: 'Stop watching' }).click()
  await expect(gone).toHaveCount(0)
  await rm(away, { recursive: true, force: true })
})
