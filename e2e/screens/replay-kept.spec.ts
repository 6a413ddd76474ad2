import { expect, test } from '../fixtures/app.ts'
import { copiedTable, goToPart, openReplay, openYaml, play, policies } from './replay-support.ts'
import { goTo, reload } from './support.ts'

/** What was played last, after a reload. */

const two = `policies:
  - id: none
  - { id: early, provider: native, window: 60000, threshold: 50 }
`

test('what was played last is shown after a reload, with what has changed since, and stays while it is played again', async ({
  page,
}) => {
  await test.step('shows what was played last after a reload, and what has changed since', async () => {
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
  await goTo(page, 'Library')
  await test.step('keeps what is open and looked at when policies are played again', async () => {
    await openReplay(page)
    await openYaml(page, policies)
    await play(page, 4)
    await page.getByRole('row', { name: /^late / }).click()
    await expect(page.getByRole('region', { name: 'Details of late' })).toBeVisible()
    const sweep = page.getByRole('region', { name: 'Sweep of thresholds' })
    await sweep.getByRole('combobox', { name: 'Figure of the sweep' }).click()
    await page.getByRole('option', { name: 'Condensations', exact: true }).click()
    await sweep.getByRole('button', { name: 'Table', exact: true }).click()
    await expect(sweep.getByRole('table')).toBeVisible()
    await page.getByRole('button', { name: 'Edit policies' }).click()
    await page.getByRole('button', { name: 'Remove exact' }).click()
    let answer = (): void => undefined
    const isAwaited = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/rpc/replay/run', async (route) => {
      const response = await route.fetch()
      await isAwaited
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: 'Play 3 policies' }).click()
    const table = page.getByRole('region', { name: 'Policies', exact: true })
    await expect(table.getByRole('row', { name: /^exact / })).toBeVisible()
    await page.getByRole('button', { name: 'Columns' }).click()
    await expect(page.getByLabel('Estimated')).toBeVisible()
    answer()
    await expect(table.getByRole('row', { name: /^exact / })).toHaveCount(0)
    await expect(page.getByLabel('Estimated')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Details of late' })).toBeVisible()
    await expect(sweep.getByRole('combobox', { name: 'Figure of the sweep' })).toHaveValue('Condensations')
    await expect(sweep.getByRole('table')).toBeVisible()
  })
})
