import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/app.ts'
import { written } from '../fixtures/follow-writes.ts'

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

/** Opens a folder of several tasks, which leads to Home, and goes on to the Library. */
export async function openFolderOfTasks(page: Page, path: string): Promise<void> {
  await openFolder(page, path)
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  await goTo(page, 'Library')
}

/** Loads the page again, once everything that was changed has reached the engine. */
export async function reload(page: Page): Promise<void> {
  await written(page)
  await page.reload()
}

/** Goes to a screen by the rail and waits for it. */
export async function goTo(page: Page, screen: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: screen }).click()
  await expect(page.getByRole('heading', { name: screen, level: 1 })).toBeVisible()
}

type NewProfile = {
  readonly name: string
  readonly baseUrl: string
  /** Saves it and gives it the condensing role. */
  readonly condenses?: boolean
}

/** Fills the form of a profile for a server of one's own; it is saved only where it is to condense. */
export async function makeProfile(page: Page, { name, baseUrl, condenses }: NewProfile): Promise<void> {
  await goTo(page, 'Models')
  await page.getByRole('button', { name: 'Add a model' }).click()
  await page.getByRole('menuitem', { name: /^LM Studio/ }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Model', exact: true }).fill('local')
  await page.getByRole('textbox', { name: 'Base URL', exact: true }).fill(baseUrl)
  await page.getByRole('textbox', { name: 'Window', exact: true }).fill('200000')
  if (condenses !== true) return
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('switch', { name: /^Condensing/ }).check()
  await expect(page.getByRole('listbox', { name: 'Profiles' })).toContainText('condensing')
}

/** Chooses a method in the list beside the editor, and waits until it is in there. */
export async function chooseMethod(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Find a method' }).fill(name)
  const words = name.replaceAll(/[()]/g, String.raw`\$&`)
  const list = page.getByRole('listbox', { name: 'Methods' })
  await list
    .getByRole('option', { name: new RegExp(`^${words}(?!:)`) })
    .first()
    .click()
  await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
}

/** Opens the editor over the open task. */
export async function openEditor(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Methods' }).click()
  await page.getByRole('link', { name: 'Run a method…' }).click()
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
}

/** Opens the editor over the open task with a method in it. */
export async function tuneMethod(page: Page, name: string): Promise<void> {
  await openEditor(page)
  await chooseMethod(page, name)
}

/** Runs a method on the open task and waits for the result. */
export async function condense(page: Page, method: string): Promise<void> {
  await tuneMethod(page, method)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByRole('listbox', { name: 'Source beside result' })).toBeVisible()
}

/** Writes a task folder of one history file; its path. */
export async function writeTask(folder: string, name: string, messages: readonly unknown[]): Promise<string> {
  const task = join(folder, name)
  await mkdir(task, { recursive: true })
  await writeFile(join(task, 'api_conversation_history.json'), JSON.stringify(messages))
  return task
}

/** Opens the Timeline of the task that is open; its chart, which a task that was just written does not begin with. */
export async function openTimeline(page: Page): Promise<Locator> {
  await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Timeline' }).click()
  await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Chart').click()
  const chart = page.getByRole('slider', { name: 'Message in the timeline' })
  await expect(chart).toBeVisible()
  return chart
}
