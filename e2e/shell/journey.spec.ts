import { join } from 'node:path'
import { rootFolder } from '../fixtures/folders.ts'
import { expect, test } from './desktop.ts'

/** A session of the samples that was condensed twice. */
const session = join(rootFolder, 'resources', 'samples', 'claude-code', 'projects', '-home-ines-src-postbox')

test.use({ isOwnApp: true, launchArguments: [session] })

test('from a session to what its condensation lost, what would have kept it, and when to condense', async ({
  desktop: { page },
}) => {
  await page.getByRole('link', { name: 'Condensations' }).first().click()
  const list = page.getByRole('table', { name: 'Condensations' })
  await list.getByRole('link', { name: '1', exact: true }).click()
  await expect(page.getByText(/^37,210 → 21,703 tokens\. 4 things needed later were missing: /)).toBeVisible()
  const methods = page.getByRole('table', { name: 'What would have kept it' })
  await expect(methods.getByRole('row').nth(1)).toContainText(/^What .+ did0 of 4/)
  await methods.getByRole('link', { name: 'Truncation: Balanced' }).click()
  await expect(page.getByRole('listbox', { name: 'Source beside result' })).toBeVisible()
  await page.getByRole('link', { name: 'Replay' }).first().click()
  await page.getByRole('link', { name: 'When to condense' }).first().click()
  await expect(page.getByRole('heading', { name: 'When to condense', level: 1 })).toBeVisible()
})
