import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/app.ts'
import { openFolderOfTasks, sampleTitle, writeTask } from './support.ts'

type MadeTask = {
  readonly text: string
  readonly answer?: string
  readonly workspace: string
  readonly ts?: number
}

/** Writes a Roo task folder with a title, a workspace and a message to find. */
export async function makeTask(
  folder: string,
  name: string,
  { text, answer, workspace, ts = 1_760_000_000_000 }: MadeTask,
): Promise<string> {
  const path = await writeTask(folder, name, [
    { role: 'user', content: [{ type: 'text', text: `<task>\n${text}\n</task>` }] },
    { role: 'assistant', content: [{ type: 'text', text: answer ?? 'Done.' }] },
  ])
  const request = JSON.stringify({ request: text, tokensIn: 900, tokensOut: 20, cost: 0.25 })
  const ui = [
    { ts, type: 'say', say: 'text', text },
    { ts: ts + 1, type: 'say', say: 'api_req_started', text: request },
  ]
  await writeFile(join(path, 'ui_messages.json'), JSON.stringify(ui))
  const item = { id: name, ts, task: text, totalCost: 0.25, workspace }
  await writeFile(join(path, 'history_item.json'), JSON.stringify(item))
  return path
}

/** Three tasks in two workspaces, opened as a folder, with the sample beside them, which left for that moment. */
export async function openThree(page: Page, home: string): Promise<string> {
  const all = join(home, 'all')
  await makeTask(all, 'one', { text: 'Mend the fence', workspace: '/work/garden' })
  await makeTask(all, 'two', { text: 'Paint the fence', workspace: '/work/garden' })
  await makeTask(all, 'three', {
    text: 'Sweep the yard',
    answer: 'The zebra-striped broom stands behind the door.',
    workspace: '/work/yard',
  })
  await openFolderOfTasks(page, all)
  await expect(row(page, 'Sweep the yard')).toBeVisible()
  await expect(page.getByText('3 tasks', { exact: true })).toBeVisible()
  await expect(row(page, sampleTitle)).toHaveCount(0)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('switch', { name: 'Samples beside your own tasks' }).check()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(row(page, sampleTitle)).toBeVisible()
  return all
}

/** Rows of the table of tasks. */
export const row = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('table', { name: 'Tasks' }).getByRole('row', { name })

/** Titles and groups in the order of the table, without its header and the sample. */
export async function order(page: Page): Promise<readonly string[]> {
  const cells = page.getByRole('table', { name: 'Tasks' }).locator('tbody td:first-child')
  const texts = await cells.allInnerTexts()
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => !sampleTitle.test(text))
}

/** Chooses an option of a field. */
export async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}
