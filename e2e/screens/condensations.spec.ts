import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { openFolder, openTimeline, reload } from './support.ts'

/** A session of the samples that was condensed twice. */
const session = 'resources/samples/claude-code/projects/-home-ines-src-postbox'

/** Opens a copy of it, as a folder of the person's own. */
async function openPostbox(page: Page, home: string): Promise<void> {
  const folder = join(home, 'postbox')
  await cp(join(import.meta.dirname, '..', '..', session), folder, { recursive: true })
  await openFolder(page, folder)
}

test('a condensed task opens at its condensations, and a page says what was missing and what would have kept it', async ({
  page,
  folders,
}) => {
  await openPostbox(page, folders.home)
  await expect(page).toHaveURL(/\/condensations$/)
  const list = page.getByRole('table', { name: 'Condensations' })
  await expect(list.getByRole('row')).toHaveCount(3)
  await list.getByRole('link', { name: '1', exact: true }).click()

  await expect(page.getByText(/^37,210 → 21,703 tokens\. 4 things needed later were missing: /)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Chains, worst first' }).getByRole('listitem')).toHaveCount(4)
  await expect(page.getByRole('heading', { name: /^Before and after: what .+ did$/ })).toBeVisible()
  const methods = page.getByRole('table', { name: 'What would have kept it' })
  await expect(methods.getByRole('row').nth(1)).toContainText(/^What .+ did0 of 4/)
  await expectAccessible(page)

  await methods.getByRole('link', { name: 'Truncation: Balanced' }).click()
  await expect(page.getByRole('heading', { name: 'Before and after: Truncation: Balanced' })).toBeInViewport()
  await expect(page.getByRole('listbox', { name: 'Source beside result' })).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText(/^Condensation 2 of 2/)).toBeVisible()

  await openTimeline(page)
  const events = page.getByRole('complementary', { name: 'Events and notes' })
  await events
    .getByRole('link', { name: /^Condensation/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/condensation\/1$/)
})

test('facts are pinned in a message and on the page of a condensation, which says what became of them, also after a reload', async ({
  page,
  folders,
}) => {
  await openPostbox(page, folders.home)
  await page
    .getByRole('table', { name: 'Condensations' })
    .getByRole('link', { name: '1', exact: true })
    .click()
  const facts = page.getByRole('list', { name: 'Facts' }).getByRole('listitem')
  await page
    .getByRole('link', { name: /^said in #/ })
    .first()
    .click()
  const message = page.getByRole('region', { name: /^Message \d+$/ })
  await message
    .locator('pre')
    .first()
    .evaluate((words) => {
      const text = words.querySelector('span')?.firstChild
      if (text != null) document.getSelection()?.setBaseAndExtent(text, 0, text, 30)
    })
  await message.getByRole('button', { name: 'Pin as a fact' }).click()
  await message.getByRole('link', { name: /see what became of it/ }).click()
  await page
    .getByRole('table', { name: 'Condensations' })
    .getByRole('link', { name: '1', exact: true })
    .click()
  await expect(facts).toHaveCount(1)
  await reload(page)
  await expect(facts).toContainText(/said in #\d+ → (kept|named|gone|can’t tell)/)
  await expectAccessible(page, page.getByRole('region', { name: 'Pinned facts' }))
  await page.getByRole('button', { name: /^Unpin/ }).click()
  await expect(facts).toHaveCount(0)
})
