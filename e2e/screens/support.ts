import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from '../fixtures/app.ts'

/** The bundled sample's row in the Library. */
export const sampleTitle = /Add rate limiting/

/** Opens the bundled sample and waits until it is counted. */
export async function openSample(page: Page): Promise<void> {
  await page.getByRole('link', { name: sampleTitle }).click()
  await expect(page.getByRole('region', { name: 'Tokens by kind of part' })).toBeVisible()
}

/** Opens a folder by its path, as someone does who types it into the folder browser. */
export async function openFolder(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: 'Open folder' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Open folder' })
  await expect(dialog.getByLabel('Path')).toHaveValue(/./)
  await dialog.getByLabel('Path').fill(path)
  await dialog.getByLabel('Path').press('Enter')
  await expect(dialog.getByLabel('Path')).toHaveValue(path)
  await dialog.getByRole('button', { name: 'Open this folder' }).click()
}

/** Runs a provider on the open task and waits for the result. */
export async function condense(
  page: Page,
  provider: 'Lossless' | 'Truncation',
  preset?: string,
): Promise<void> {
  await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Condense' }).click()
  await page.getByRole('radio', { name: new RegExp(`^${provider}`) }).check()
  if (preset !== undefined) {
    await page.getByRole('combobox', { name: 'Preset' }).click()
    await page.getByRole('option', { name: preset }).click()
  }
  await page.getByRole('button', { name: `Run ${provider}` }).click()
  await expect(page.getByRole('listbox', { name: 'Source beside result' })).toBeVisible()
}

/** Writes a task folder of one history file; its path. */
export async function writeTask(folder: string, name: string, messages: readonly unknown[]): Promise<string> {
  const task = join(folder, name)
  await mkdir(task, { recursive: true })
  await writeFile(join(task, 'api_conversation_history.json'), JSON.stringify(messages))
  return task
}

/** No serious or critical violation of accessibility on what is shown now. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const grave = violations
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(' ')).join(', ')}`)
  expect(grave).toEqual([])
}
