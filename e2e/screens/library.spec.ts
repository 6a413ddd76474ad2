import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../fixtures/app.ts'
import { choose, makeTask, openThree, order, row } from './library-tasks.ts'
import { reload } from './support.ts'

test('tasks are filtered, grouped and ordered, by keyboard too, and stay so over a reload', async ({
  page,
  folders,
}) => {
  await test.step('filter, groups, order and columns are kept over a reload, and taken away again', async () => {
    await openThree(page, folders.home)
    await page.getByRole('button', { name: 'Title', exact: true }).click()
    await choose(page, 'Groups', 'By workspace')
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Condensed' }).click()
    await expect(page.getByRole('checkbox', { name: 'Condensed' })).not.toBeChecked()
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
      await expect(page.getByRole('columnheader', { name: 'Condensed' })).toHaveCount(0)
      await expect(row(page, '/work/garden')).toContainText('$0.5000')
    }
    await kept()
    await reload(page)
    await kept()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect(page.getByText('4 tasks', { exact: true })).toBeVisible()
  })
  await test.step('groups are closed and opened by keyboard', async () => {
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
})

test('a search over messages finds, opens the message and stays with the filters, and a folder follows what happens on disk', async ({
  page,
  folders,
}) => {
  const all = await openThree(page, folders.home)
  await test.step('a search over messages finds, says how far it looked, and opens the message', async () => {
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
    await expect(page.getByText('No message contains “"no such words" OR *”')).toBeVisible()
  })
  await test.step('a search over messages stays with the tasks that fit the filters, and says so', async () => {
    await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'Tasks' }).click()
    await page.getByRole('textbox', { name: 'Filter tasks' }).fill('')
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
      page.getByText('No message contains “fence” in the 1 task of 4 that fits the filters.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Search all tasks' }).click()
    const hits = page.getByRole('table', { name: 'Messages that were found' })
    await expect(hits.getByRole('button', { name: 'Mend the fence' })).toBeVisible()
    await expect(chip).toHaveCount(0)
  })
  await test.step('a folder follows what happens on disk without a reload', async () => {
    await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'Tasks' }).click()
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

test('the overview adds up the tasks, and its charts lead to filtered and to sorted lists', async ({
  page,
  folders,
}) => {
  await test.step('charts of the overview use the whole width of a large screen', async () => {
    await page.setViewportSize({ width: 2560, height: 1440 })
    await openThree(page, folders.home)
    await page.getByRole('navigation', { name: 'Library' }).getByRole('link', { name: 'Overview' }).click()
    const rightEdge = async (): Promise<number> => {
      const box = await page.getByRole('region', { name: 'Tokens by tool' }).boundingBox()
      return box === null ? 0 : box.x + box.width
    }
    await expect.poll(rightEdge).toBeGreaterThan(2500)
  })
  await test.step('the overview adds up the tasks, has tables behind its charts, and leads to filtered lists', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
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
  await test.step('a kind of the overview leads to the tasks with the most of it', async () => {
    const all = join(folders.home, 'all')
    const answer = 'Once upon a time there was a broom. '.repeat(50)
    await makeTask(all, 'four', {
      text: 'Tell a story',
      answer,
      workspace: '/work/yard',
      ts: 1_500_000_000_000,
    })
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
})
