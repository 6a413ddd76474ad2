import { expect, test } from '../fixtures/app.ts'
import { openReplay, openYaml, play, policies } from './replay-support.ts'

/** What is typed into the Replay tab: policies, and the request that is looked at. */

test('an id that was made of settings follows them; one that somebody chose stays', async ({ page }) => {
  await openReplay(page)
  await page
    .getByRole('group', { name: 'Policy native-50' })
    .getByLabel(/^Threshold/)
    .fill('60')
  const policy = page.getByRole('group', { name: 'Policy native-60' })
  await expect(policy.getByLabel('Id', { exact: true })).toHaveValue('native-60')
  await policy.getByLabel('Id', { exact: true }).fill('mine')
  const mine = page.getByRole('group', { name: 'Policy mine' })
  await mine.getByLabel(/^Threshold/).fill('70')
  await expect(mine.getByLabel(/^Threshold/)).toHaveValue('70')
  await expect(mine.getByLabel('Id', { exact: true })).toHaveValue('mine')
})

test('policies that another window changed are taken over when somebody comes back', async ({ page }) => {
  await openReplay(page)
  const threshold = (of: typeof page) => of.getByLabel(/^Threshold/).first()
  await expect(threshold(page)).toHaveValue('50')
  const other = await page.context().newPage()
  await other.goto(page.url())
  // The policies are stored a moment after the last key.
  const stored = other.waitForResponse((response) => {
    const sent = response.request().postData() ?? ''
    return response.url().endsWith('/preferences/set') && response.ok() && sent.includes('threshold: 65')
  })
  await threshold(other).fill('65')
  await stored
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(threshold(page)).toHaveValue('65')
  await expect(page.getByText('These policies were changed in another window')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(threshold(page)).toHaveValue('50')
  await expect(page.getByText('These policies were changed in another window')).toHaveCount(0)
})

test('the command says what to save, and names this data', async ({ page }) => {
  await openReplay(page)
  await page.getByRole('button', { name: 'Command', exact: true }).click()
  const steps = page.getByRole('dialog', { name: 'Command' })
  await expect(steps).toContainText('Save the policies as replay-policies.yaml.')
  await expect(steps.getByLabel('The command')).toHaveText(
    /cli\.js replay \S+ --policy replay-policies\.yaml --data \S/,
  )
})

test('the number of the request never says another one than is shown', async ({ page }) => {
  await openReplay(page)
  await openYaml(page, policies)
  await play(page, 4)
  const number = page.getByRole('textbox', { name: 'Number of the request' })
  const slider = page.getByRole('slider', { name: 'Request', exact: true })
  const last = /of 0 to (\d+)/.exec(await page.getByRole('group', { name: 'Request' }).innerText())?.[1] ?? ''
  await number.fill('999')
  await expect(number).toHaveValue(last)
  await expect(slider).toHaveAttribute('aria-valuetext', `request ${last} of 0 to ${last}`)
  await number.fill('')
  await slider.focus()
  await expect(number).toHaveValue(last)
})

test('the table of policies keeps what one came for in sight, and hints at more', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openReplay(page)
  await play(page, 6)
  const table = page.getByRole('group', { name: 'Policies', exact: true })
  await expect(table.getByRole('columnheader', { name: 'Breaks even after' })).toBeInViewport({ ratio: 1 })
  const frame = table.locator('..')
  await expect(frame).toHaveAttribute('data-right', 'true')
  await table.evaluate((element) => element.scrollTo(element.scrollWidth, 0))
  await expect(frame).toHaveAttribute('data-right', 'false')
  await expect(table.getByRole('columnheader', { name: 'Policy' })).toBeInViewport({ ratio: 1 })
  const chart = page.getByRole('region', { name: 'Cost against quality' })
  await expect(chart).not.toBeInViewport()
  await table.hover()
  // A wheel at rest goes on with the page; one that is still turning stays with the table.
  await expect(async () => {
    await page.mouse.wheel(0, 2000)
    await expect(chart).toBeInViewport({ timeout: 500 })
  }).toPass()
})
