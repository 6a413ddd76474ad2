import { expect, test } from '../fixtures/app.ts'
import { openThree, order, row } from './library-tasks.ts'
import { reload, sampleTitle } from './support.ts'

test('columns are moved and put back, a task is found selected on the way back, and several are forgotten together', async ({
  page,
  folders,
}) => {
  await test.step('columns are moved by keyboard and mouse, remembered, and put back', async () => {
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
  await test.step('a double click on a title opens the task and marks no text of it', async () => {
    await page.keyboard.press('Escape')
    const box = await page.getByRole('link', { name: sampleTitle }).boundingBox()
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 8)
    await page.mouse.down({ clickCount: 1 })
    await page.mouse.up({ clickCount: 1 })
    await expect(page.getByRole('region', { name: 'Tokens by kind of part' })).toBeVisible()
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    expect(await page.evaluate(() => String(getSelection()))).toBe('')
  })
  await test.step('whoever comes back from a task finds it selected', async () => {
    await page.goBack()
    await expect(row(page, sampleTitle)).toHaveAttribute('data-selected', 'true')
  })
  await test.step('several tasks are selected by keyboard and mouse, and forgotten together', async () => {
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
    await page
      .getByRole('dialog', { name: 'Forget 2 tasks?' })
      .getByRole('button', { name: 'Forget' })
      .click()
    await expect.poll(() => order(page)).toEqual(['Mend the fence'])
  })
})
