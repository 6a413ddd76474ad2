import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'
import { openFolder, openSample, reload, sampleTitle, writeTask } from './support.ts'

type MadeTask = {
  readonly text: string
  readonly answer?: string
  readonly workspace: string
  readonly ts?: number
}

/** Writes a Roo task folder with a title, a workspace and a message to find. */
async function makeTask(
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

/** Three tasks in two workspaces, opened as a folder. */
async function openThree(page: Page, home: string): Promise<string> {
  const all = join(home, 'all')
  await makeTask(all, 'one', { text: 'Mend the fence', workspace: '/work/garden' })
  await makeTask(all, 'two', { text: 'Paint the fence', workspace: '/work/garden' })
  await makeTask(all, 'three', {
    text: 'Sweep the yard',
    answer: 'The zebra-striped broom stands behind the door.',
    workspace: '/work/yard',
  })
  await openFolder(page, all)
  await expect(row(page, 'Sweep the yard')).toBeVisible()
  return all
}

const row = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('table', { name: 'Tasks' }).getByRole('row', { name })

/** Titles and groups in the order of the table, without its header and the sample. */
async function order(page: Page): Promise<readonly string[]> {
  const cells = page.getByRole('table', { name: 'Tasks' }).locator('tbody td:first-child')
  const texts = await cells.allInnerTexts()
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()).filter((text) => !sampleTitle.test(text))
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).click()
}

test('filter, groups, order and columns are kept over a reload, and taken away again', async ({
  page,
  folders,
}) => {
  await openThree(page, folders.home)
  await page.getByRole('button', { name: 'Title', exact: true }).click()
  await choose(page, 'Groups', 'By workspace')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Tools' }).click()
  await expect(page.getByRole('checkbox', { name: 'Tools' })).not.toBeChecked()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'Workspace' }).click()
  await page.getByRole('option', { name: '/work/garden (2)' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('textbox', { name: 'Filter tasks' }).fill('fence')
  const kept = async (): Promise<void> => {
    await expect(page.getByText('2 of 4 tasks', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove Workspace: /work/garden' })).toBeVisible()
    await expect.poll(() => order(page)).toEqual(['/work/garden 2', 'Mend the fence', 'Paint the fence'])
    await expect(page.getByRole('columnheader', { name: 'Tools' })).toHaveCount(0)
    await expect(row(page, '/work/garden')).toContainText('$0.5000')
  }
  await kept()
  await reload(page)
  await kept()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page.getByText('4 tasks', { exact: true })).toBeVisible()
})

test('groups are closed and opened by keyboard', async ({ page, folders }) => {
  await openThree(page, folders.home)
  await page.getByRole('button', { name: 'Title', exact: true }).click()
  await choose(page, 'Groups', 'By workspace')
  await page.getByRole('textbox', { name: 'Filter tasks' }).fill('the')
  const table = page.getByRole('group', { name: 'Tasks' })
  await expect.poll(() => order(page)).toContain('/work/garden 2')
  await table.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  const yard = page.getByRole('button', { name: '/work/yard' })
  await expect(yard).toHaveAttribute('aria-expanded', 'false')
  await expect(row(page, 'Sweep the yard')).toHaveCount(0)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sweep the yard' })).toBeVisible()
})

test('several tasks are selected by keyboard and mouse, and forgotten together', async ({
  page,
  folders,
}) => {
  await openThree(page, folders.home)
  await page.getByRole('button', { name: 'Title', exact: true }).click()
  await page.getByRole('textbox', { name: 'Filter tasks' }).fill('the')
  await expect.poll(() => order(page)).toHaveLength(3)
  const selected = page.locator('tr[aria-selected="true"]')
  await page.getByRole('group', { name: 'Tasks' }).focus()
  await page.keyboard.press('Home')
  await expect(selected).toHaveCount(1)
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(selected).toHaveCount(3)
  await page.keyboard.press('Shift+ArrowUp')
  await expect(selected).toHaveCount(2)
  await row(page, 'Mend the fence').click({ modifiers: ['ControlOrMeta'], position: { x: 400, y: 10 } })
  await expect(selected).toHaveCount(1)
  await page.getByRole('group', { name: 'Tasks' }).press('Control+a')
  await expect(page.getByText('3 of 4 tasks, 3 selected', { exact: true })).toBeVisible()
  await page.keyboard.press(' ')
  await expect(selected).toHaveCount(2)
  await page.getByRole('button', { name: 'Forget 2' }).click()
  await page.getByRole('dialog', { name: 'Forget 2 tasks?' }).getByRole('button', { name: 'Forget' }).click()
  await expect.poll(() => order(page)).toEqual(['Mend the fence'])
})

test('columns are moved by keyboard and mouse, remembered, and put back', async ({ page }) => {
  const headers = (): Promise<string[]> => page.getByRole('columnheader').allTextContents()
  await expect.poll(headers).toContain('Agent')
  const first = await headers()
  expect(first.slice(0, 3)).toEqual(['Title', 'Agent', 'Model'])
  await page.getByRole('button', { name: 'Agent', exact: true }).press('Alt+ArrowRight')
  await expect.poll(async () => (await headers()).slice(0, 3)).toEqual(['Title', 'Model', 'Agent'])
  await page.getByRole('button', { name: 'Agent', exact: true }).press('Alt+ArrowLeft')
  await page
    .getByRole('columnheader', { name: 'Tokens' })
    .dragTo(page.getByRole('columnheader', { name: 'Agent' }))
  const moved = ['Title', 'Tokens', 'Agent', 'Model']
  await expect.poll(async () => (await headers()).slice(0, 4)).toEqual(moved)
  await reload(page)
  await expect.poll(async () => (await headers()).slice(0, 4)).toEqual(moved)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('button', { name: 'Reset column order' }).click()
  await expect.poll(headers).toEqual(first)
})

test('a search over messages finds, says how far it looked, and opens the message', async ({
  page,
  folders,
}) => {
  await openThree(page, folders.home)
  await page.getByRole('textbox', { name: 'Filter tasks' }).fill('zebra-striped')
  await expect(page.getByText('No task matches “zebra-striped”.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Filter tasks' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Search messages' })).toBeFocused()
  const hits = page.getByRole('table', { name: 'Messages that were found' })
  await expect(hits.getByRole('button', { name: 'Sweep the yard' })).toBeVisible()
  await expect(hits.locator('mark').first()).toContainText('zebra')
  await expect(page.getByText(/^1 message in 1 task · searched \d tasks/)).toBeVisible()
  await hits.getByRole('link', { name: /#1 assistant/ }).click()
  await expect(page.getByRole('region', { name: /^Message 1/ })).toContainText('zebra-striped broom')
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Search messages' })).toHaveValue('zebra-striped')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('group', { name: 'Messages that were found' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: /^Message 1/ })).toContainText('zebra-striped broom')
  await page.goBack()
  await page.getByRole('textbox', { name: 'Search messages' }).fill('"no such words" OR *')
  await expect(page.getByText('No message holds “"no such words" OR *”')).toBeVisible()
})

test('a search over messages stays with the tasks that fit the filters, and says so', async ({
  page,
  folders,
}) => {
  await openThree(page, folders.home)
  const chip = page.getByRole('button', { name: 'Remove Workspace: /work/yard' })
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'Workspace' }).fill('yard')
  await page.getByRole('option', { name: /yard/ }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'Messages' }).click()
  await expect(chip).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Search messages' })
  await field.fill('the')
  await expect(page.getByText(/searched 1 task that fits the filters, of 4$/)).toBeVisible()
  await field.fill('fence')
  await expect(
    page.getByText('No message holds “fence” in the 1 task of 4 that fits the filters.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Search all tasks' }).click()
  const hits = page.getByRole('table', { name: 'Messages that were found' })
  await expect(hits.getByRole('button', { name: 'Mend the fence' })).toBeVisible()
  await expect(chip).toHaveCount(0)
})

test('a folder follows what happens on disk without a reload', async ({ page, folders }) => {
  const all = await openThree(page, folders.home)
  await makeTask(all, 'four', { text: 'Water the roses', workspace: '/work/garden' })
  await expect(row(page, 'Water the roses')).toBeVisible()
  await rm(join(all, 'one'), { recursive: true })
  await expect(row(page, 'Mend the fence')).toContainText('gone')
  await page.getByRole('button', { name: 'Sources' }).click()
  const watched = page.getByRole('list', { name: 'Watched folders' })
  await expect(watched).toContainText(all)
  await watched.getByRole('button', { name: /^Stop watching/ }).click()
  await expect(page.getByText('None yet.', { exact: false })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(row(page, 'Water the roses')).toBeVisible()
})

test('storage of an agent is offered at the first run and added with one button', async ({
  page,
  folders,
}) => {
  const storage = join(folders.home, '.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks')
  await makeTask(storage, 'stored', { text: 'Lay the table', workspace: '/work/house' })
  await reload(page)
  await page.getByRole('button', { name: 'Add Roo Code, 1 task in VS Code' }).click()
  await expect(row(page, 'Lay the table')).toBeVisible()
  await page.getByRole('button', { name: 'Sources' }).click()
  await expect(page.getByRole('list', { name: 'Storage of agents on this machine' })).toContainText(
    'In the Library',
  )
})

test('the overview adds up the tasks, has tables behind its charts, and leads to filtered lists', async ({
  page,
  folders,
}) => {
  await openThree(page, folders.home)
  await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByText('Figures of all 3 tasks, without the sample.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('$0.7500')
  const kinds = page.getByRole('region', { name: 'Tokens by kind' })
  await kinds.getByRole('button', { name: 'Table', exact: true }).click()
  await expect(kinds.getByRole('row', { name: /User text/ })).toContainText('%')
  const tokens = page.getByRole('region', { name: 'Tokens by workspace' })
  await tokens.getByRole('link', { name: '/work/garden' }).click()
  await expect(page.getByText('2 of 4 tasks', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove Workspace: /work/garden' })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Figures of all 3 tasks, without the sample.')).toBeVisible()
})

test('a kind of the overview leads to the tasks with the most of it', async ({ page, folders }) => {
  const all = await openThree(page, folders.home)
  const answer = 'Once upon a time there was a broom. '.repeat(50)
  await makeTask(all, 'four', {
    text: 'Tell a story',
    answer,
    workspace: '/work/yard',
    ts: 1_500_000_000_000,
  })
  await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByText('Figures of all 4 tasks, without the sample.')).toBeVisible()
  await page
    .getByRole('list', { name: 'Tokens by kind' })
    .getByRole('link', { name: 'Assistant text' })
    .focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('5 tasks', { exact: true })).toBeVisible()
  const head = page.getByRole('columnheader', { name: 'Assistant text' })
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(async () => (await order(page)).slice(0, 2)).toEqual(['Tell a story', 'Sweep the yard'])
  await reload(page)
  await expect(head).toHaveAttribute('aria-sort', 'descending')
})

test('charts of the overview use the whole width of a large screen', async ({ page, folders }) => {
  await page.setViewportSize({ width: 2560, height: 1440 })
  await openThree(page, folders.home)
  await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'Overview' }).click()
  const rightEdge = async (): Promise<number> => {
    const box = await page.getByRole('region', { name: 'Tokens by tool' }).boundingBox()
    return box === null ? 0 : box.x + box.width
  }
  await expect.poll(rightEdge).toBeGreaterThan(2500)
})

test('a double click on a title opens the task and marks no text of it', async ({ page }) => {
  const box = await page.getByRole('link', { name: sampleTitle }).boundingBox()
  await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 8)
  await page.mouse.down({ clickCount: 1 })
  await page.mouse.up({ clickCount: 1 })
  await expect(page.getByRole('region', { name: 'Tokens by kind of part' })).toBeVisible()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  expect(await page.evaluate(() => String(getSelection()))).toBe('')
})

test('whoever comes back from a task finds it selected', async ({ page }) => {
  await openSample(page)
  await page.goBack()
  await expect(row(page, sampleTitle)).toHaveAttribute('data-selected', 'true')
})
