import { expect, test } from '../fixtures/app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { goTo, openSample, reload, sampleTitle } from './support.ts'

test.describe('at its first start', () => {
  test.use({ isFirstStart: true, firstScreen: null })

  test('the samples are there, nothing is asked for, and a stranger is told what to do', async ({
    page,
    host,
    browser,
  }) => {
    await test.step('the first run shows the bundled sample and asks for nothing', async () => {
      await goTo(page, 'Library')
      const row = page.getByRole('row', { name: sampleTitle })
      await expect(row).toContainText('sample')
      await expect(row).toContainText('Roo Code')
      await expect(page.getByText('drop the task folder of an agent anywhere')).toBeVisible()
      expect(new URL(page.url()).hash).not.toContain('token')
    })
    await test.step('a reload needs no token, and an address without a session says what to do', async () => {
      await reload(page)
      await expect(page.getByRole('link', { name: sampleTitle })).toBeVisible()
      const stranger = await browser.newContext()
      const other = await stranger.newPage()
      await other.goto(host.origin)
      await expect(other.getByRole('heading', { name: 'This window has no session' })).toBeVisible()
      await expect(other.getByText('printed in the terminal', { exact: false }).first()).toBeVisible()
      await stranger.close()
    })
    await test.step('the samples of other agents follow, with what they used and how often they were condensed', async () => {
      await expect(page.getByText('13 tasks', { exact: true })).toBeVisible()
      const row = page.getByRole('row', { name: /End the race that sends letters twice/ })
      await expect(row).toContainText('sample')
      await expect(row).toContainText('claude-sonnet-4-5')
      await page.getByRole('link', { name: /Nine components pass the audit/ }).click()
      await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Messages' }).click()
      await expect(page.getByRole('region', { name: 'Tokens by kind of part' })).toBeVisible()
    })
  })
})

test('a task is read by keyboard, searched, filtered, and shown in every form', async ({ page }) => {
  await test.step('the chart of kinds has a table behind it', async () => {
    await openSample(page)
    const chart = page.getByRole('region', { name: 'Tokens by kind of part' })
    await expect(chart.getByText('Tool result')).toBeVisible()
    await chart.getByRole('button', { name: 'Table' }).click()
    await expect(chart.getByRole('row', { name: /Tool result/ })).toContainText('%')
  })
  await test.step('the messages of a task are read by keyboard, with figures and their kinds', async () => {
    await page.getByRole('listbox', { name: 'Messages' }).focus()
    const detail = page.getByRole('region', { name: /^Message \d+/ })
    await expect(detail).toContainText('#0 user')
    await expect(detail.getByText('Rules, please keep to them')).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(detail).toContainText('#2 user')
    await page.keyboard.press('k')
    await expect(detail).toContainText('#1 assistant')
    await expect(page).toHaveURL(/messages\/1$/)
    await reload(page)
    await expect(detail).toContainText('#1 assistant')
    await expect(page.getByRole('contentinfo', { name: 'Status' })).toContainText('99 messages')
  })
  await test.step('a message is shown as parts, as text and as the JSON of its file', async () => {
    await page.keyboard.press('k')
    await expect(page.getByRole('region', { name: /^Message \d+/ })).toContainText('#0 user')
    await page.getByRole('button', { name: /^Context/ }).click()
    await page.getByRole('button', { name: 'Details' }).click()
    await expectAccessible(page)
    await page.getByText('JSON', { exact: true }).click()
    await expect(page.locator('.monaco-editor').getByText('"role"')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Details' }).click()
    await page.getByRole('button', { name: /^Context/ }).click()
    await page.getByText('Text', { exact: true }).click()
    await expect(page.locator('.monaco-editor').getByText('Add rate limiting to harbour.')).toBeVisible()
  })
  await test.step('search goes from match to match, and kinds filter the list', async () => {
    await page.getByText('Parts', { exact: true }).click()
    await page.getByRole('listbox', { name: 'Messages' }).focus()
    await page.keyboard.press('/')
    await page.getByLabel('Search in this task').fill('too-many-requests')
    const status = page.getByText(/^\d+ of \d+ messages$/)
    await expect(status).toContainText(/^1 of/)
    await page.getByRole('button', { name: 'Next match' }).click()
    await expect(status).toContainText(/^2 of/)
    await expect(page.locator('mark').first()).toBeVisible()
    await page.getByRole('group', { name: 'Show only messages with' }).getByText('call').click()
    const options = page.getByRole('listbox', { name: 'Messages' }).getByRole('option')
    await expect(options.filter({ hasText: 'assistant' }).first()).toBeVisible()
    await expect(options.filter({ hasText: 'user' }).filter({ hasNotText: 'assistant' })).toHaveCount(0)
  })
})
