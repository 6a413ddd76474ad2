import type { Page } from '@playwright/test'
import { expect } from '../fixtures/app.ts'
import { openSample } from './support.ts'

/** One that never condenses, and three that do. */
export const policies = `policies:
  - id: none
  - { id: early, provider: native, window: 60000, threshold: 50 }
  - { id: late, provider: native, window: 60000, threshold: 90 }
  - { id: exact, provider: lossless, window: 60000, threshold: 75 }
`

/** Opens the sample at its Replay tab. */
export async function openReplay(page: Page): Promise<void> {
  await openSample(page)
  await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Replay' }).click()
  await expect(page.getByRole('region', { name: 'Results of the replay' })).toBeVisible()
}

/** Opens the policies beside the results. */
export async function openPolicies(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Policies', exact: true }).click()
  await expect(page.getByRole('region', { name: 'The policies as a form' })).toBeVisible()
}

/** Takes a text for the policies, as from a file. */
export async function openYaml(page: Page, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Open YAML' }).click()
  const file = { name: 'policies.yaml', mimeType: 'application/yaml', buffer: Buffer.from(text) }
  await (await chooser).setFiles(file)
  // Until then the list is the one before, which may have as many policies.
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled()
}

/** Plays so many policies and waits for the results. */
export async function play(page: Page, count: number): Promise<void> {
  const button = page.getByRole('button', { name: `Play ${count} policies` })
  // Until they are there, those that were played before stand in their place, and what is open of them closes.
  const asked = page.waitForRequest((request) => request.url().endsWith('/rpc/replay/run'))
  await button.click()
  await asked
  await expect(button).toBeEnabled()
  await expect(page.getByRole('region', { name: 'Results of the replay' })).toBeVisible()
  await expect(page.getByText('The policies have changed since')).toHaveCount(0)
}

/** Unfolds what was sent with the request that is looked at. */
export async function openContext(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'What was sent with request' }).click()
}

/** The table as it is copied: the first line names the columns. */
export async function copiedTable(page: Page, region: string): Promise<Record<string, string>[]> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  // What was copied before would pass for this table.
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.getByRole('region', { name: region, exact: true }).getByLabel('Copy table as TSV').click()
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).not.toBe('')
  const text = await copied()
  const [head = '', ...lines] = text.split('\n')
  const names = head.split('\t')
  return lines.map((line) =>
    Object.fromEntries(line.split('\t').map((value, index) => [names[index] ?? '', value])),
  )
}
