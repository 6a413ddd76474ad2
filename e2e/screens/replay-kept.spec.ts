import { expect, test } from '../fixtures/app.ts'
import { copiedTable, goToPart, openReplay, openYaml, play } from './replay-support.ts'
import { reload } from './support.ts'

/** What was played last, after a reload. */

const two = `policies:
  - id: none
  - { id: early, provider: native, window: 60000, threshold: 50 }
`

test('shows what was played last after a reload, and what has changed since', async ({ page }) => {
  await openReplay(page)
  await openYaml(page, two)
  await play(page, 2)
  const rows = await copiedTable(page, 'Policies')
  await reload(page)
  await expect(page.getByText(/^Played 2\d{3}-\d\d-\d\d \d\d:\d\d$/)).toBeVisible()
  await expect.poll(() => copiedTable(page, 'Policies')).toEqual(rows)
  await goToPart(page, 'Context')
  const side = page.getByRole('region', { name: 'Context of early' })
  await expect(side.getByText('summarised').first()).toBeVisible()
  await goToPart(page, 'Policies')
  await page.getByRole('button', { name: 'Usual policies' }).click()
  await expect(page.getByText('The policies have changed since')).toBeVisible()
  await page.getByRole('button', { name: 'Restore that list' }).click()
  await expect(page.getByRole('group', { name: 'Policy early' })).toBeVisible()
  await expect(page.getByText('The policies have changed since')).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Messages' }).click()
  const messages = page.getByRole('listbox', { name: 'Messages' })
  const selected = messages.getByRole('option', { selected: true })
  await expect(selected).toBeVisible()
  await messages.press('p')
  await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Replay' }).click()
  await expect(page.getByText(/What these policies name has changed since.*Play again/)).toBeVisible()
  await play(page, 2)
  await expect(page.getByText(/What these policies name has changed since/)).toHaveCount(0)
})
