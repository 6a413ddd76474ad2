import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { condense, goTo, openFolder, openSample, writeTask } from './support.ts'

const strip = (page: Page) => page.getByRole('listbox', { name: 'Survival map' })
const facts = (page: Page) => page.getByRole('table', { name: 'Facts of the source' })
const comparison = (page: Page) => page.getByRole('listbox', { name: 'Source beside result' })
const selectedRow = (page: Page) => comparison(page).getByRole('option', { selected: true })

/** A text that begins with the number of one of the messages that a mark stands for. */
async function startsWithin(mark: Locator): Promise<RegExp> {
  const name = (await mark.getAttribute('aria-label')) ?? ''
  const [from = 0, to = from] = (/^Messages? (\d+)(?: to (\d+))?/.exec(name)?.slice(1) ?? []).flatMap(
    (found) => (found === undefined ? [] : [Number(found)]),
  )
  const within = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  return new RegExp(`^(?:${within.join('|')})(?!\\d)`)
}

const words = 'some words that take up space '.repeat(28)
const constraint = 'Never touch the vendor folder of this repository.'
const talk = Array.from({ length: 40 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: at === 8 ? `${constraint} ${words}` : `${at} src/file-${at}.ts ${words}`,
  ts: at + 1,
}))

test('what survives leads to messages and facts, is pinned, and stays small', async ({ page, folders }) => {
  await test.step('the survival map leads by key and by click to the message, and its table names every fact', async () => {
    await openSample(page)
    await condense(page, 'Lossless')
    await condense(page, 'Truncation')
    await expect(page.getByRole('region', { name: 'Survival' })).toContainText(/facts \d+\/\d+/)
    await strip(page).focus()
    await page.keyboard.press('End')
    const last = strip(page).getByRole('option', { selected: true })
    await expect(last).toHaveAccessibleName(/^Messages? .+: \d+ facts? kept, \d+ lost$/)
    await expect(selectedRow(page)).toContainText(await startsWithin(last))
    const name = (await last.getAttribute('aria-label')) ?? ''
    await page.keyboard.press('ArrowLeft')
    await expect(last).not.toHaveAccessibleName(name)
    const first = strip(page).getByRole('option').first()
    await first.click()
    await expect(selectedRow(page)).toContainText(await startsWithin(first))
    await page.getByRole('button', { name: 'Kept and lost' }).click()
    await expect(facts(page)).toBeVisible()
    await expectAccessible(page, page.getByRole('tabpanel'))
    await page.getByText(/^lost \d+$/).click()
    await page.getByText(/^Paths \d+\/\d+$/).click()
    await expect(facts(page).getByRole('row').nth(1)).toContainText('lost')
    await expect(facts(page).getByRole('cell', { name: 'symbol', exact: true })).toHaveCount(0)
    await facts(page).getByRole('row').nth(1).dblclick()
    await expect(page.getByRole('region', { name: 'Difference' })).toBeVisible()
  })
  await goTo(page, 'Library')
  await test.step('a lost constraint is pinned and survives the same run', async () => {
    await openFolder(page, await writeTask(folders.home, 'talk', talk))
    await condense(page, 'Sliding window: Current')
    await expect(page.getByRole('region', { name: 'Survival' })).toContainText('constraints 0/1')
    await page.getByRole('tab', { name: 'Kept and lost' }).click()
    await page.getByText('Constraints 0/1', { exact: true }).click()
    await expect(facts(page).getByRole('row').nth(1)).toContainText(constraint)
    await page.getByRole('button', { name: 'Pin and run again', exact: true }).click()
    await expect(page.getByRole('region', { name: 'Survival' })).toContainText('constraints 1/1')
    await expect(comparison(page).getByRole('option').filter({ hasText: 'pinned' })).toHaveCount(1)
    await expect(page.getByRole('button', { name: /lost constraint/ })).toHaveCount(0)
  })
  await goTo(page, 'Library')
  await test.step('five thousand facts keep the document small', async () => {
    const long = Array.from({ length: 500 }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: Array.from({ length: 10 }, (_unused, part) => `src/module-${at}/file-${part}.ts`).join('\n'),
      ts: at + 1,
    }))
    await openFolder(page, await writeTask(folders.home, 'long', long))
    await condense(page, 'Sliding window: Current')
    await expect(page.getByRole('region', { name: 'Survival' })).toContainText(/facts .+\/5.000/)
    const whole = strip(page).getByRole('option', { name: /: [1-9].* facts kept, 0 lost$/ })
    await expect(whole.last().locator('span')).toHaveCount(1)
    await page.getByRole('tab', { name: 'Kept and lost' }).click()
    await expect(facts(page)).toHaveAttribute('aria-rowcount', '5001')
    await page.getByRole('group', { name: 'Facts of the source' }).focus()
    await page.keyboard.press('End')
    await expect(facts(page).getByRole('row').last()).toBeInViewport()
    await expect(selectedRow(page)).toContainText('src/module-499/')
    expect(await page.locator('body *').count()).toBeLessThan(2500)
  })
})
