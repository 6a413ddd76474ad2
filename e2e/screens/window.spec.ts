import { expect, test } from '../fixtures/app.ts'
import { goTo, openSample, reload, sampleTitle } from './support.ts'

test('the window goes by palette, keys and history, keeps its theme, and tells of faults and strange addresses', async ({
  page,
}) => {
  await test.step('an address without a task or a run leads to the Library', async () => {
    await expect(page.getByRole('link', { name: sampleTitle })).toBeVisible()
    for (const address of ['/task/nowhere/messages', '/run/nowhere']) {
      await page.evaluate((hash) => location.assign(`#${hash}`), address)
      await page.getByRole('alert').getByRole('link', { name: 'Go to the Library' }).click()
      await expect(page.getByRole('link', { name: sampleTitle })).toBeVisible()
    }
  })
  await test.step('the question mark lists the shortcuts', async () => {
    await expect(page.getByRole('link', { name: sampleTitle })).toBeVisible()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Command palette')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('back and forward go through what was seen', async () => {
    await openSample(page)
    await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Runs' }).click()
    await expect(page.getByText('No run on this task yet.')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('listbox', { name: 'Messages' })).toBeVisible()
    await page.goForward()
    await expect(page.getByText('No run on this task yet.')).toBeVisible()
  })
  await test.step('the palette goes to screens, opens tasks and runs providers', async () => {
    await goTo(page, 'Library')
    const palette = page.getByRole('dialog', { name: 'Command palette' }).getByLabel('Find')
    await expect(page.getByRole('link', { name: sampleTitle })).toBeVisible()
    await page.keyboard.press('Control+k')
    await palette.fill('doctor')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Doctor' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await palette.fill('rate limiting')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: sampleTitle })).toBeVisible()
    await page.keyboard.press('Control+k')
    await palette.fill('run lossless')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listbox', { name: 'Source beside result' })).toBeVisible()
  })
  await test.step('the theme is changed and remembered', async () => {
    const root = page.locator('html')
    await page.getByRole('link', { name: 'Settings' }).click()
    const choice = page.getByRole('radiogroup', { name: 'Theme' })
    await choice.getByText('Dark').click()
    await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await reload(page)
    await expect(root).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await choice.getByText('Light').click()
    await expect(root).toHaveAttribute('data-mantine-color-scheme', 'light')
  })
  await test.step('a fault of the engine is told where it matters, and goes away with a retry', async () => {
    await goTo(page, 'Library')
    await expect(page.getByRole('link', { name: sampleTitle })).toBeVisible()
    await page.route('**/rpc/app/doctor*', (route) => route.abort())
    await page.getByRole('link', { name: 'Doctor' }).click()
    await expect(page.getByRole('alert')).toContainText('The engine does not answer.')
    await page.unroute('**/rpc/app/doctor*')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('row')).not.toHaveCount(0)
  })
  await test.step('the library is sorted, filtered and used by keyboard', async () => {
    await goTo(page, 'Library')
    await expect(page.getByRole('link', { name: sampleTitle })).toBeVisible()
    await page.getByRole('button', { name: 'Title' }).click()
    await expect(page.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending')
    await page.keyboard.press('/')
    await page.keyboard.type('nothing like this')
    await expect(page.getByText('No task matches')).toBeVisible()
    await page.getByLabel('Filter tasks').fill('')
    await page.getByLabel('Filter tasks').blur()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: sampleTitle })).toBeVisible()
  })
})

test('the editor takes neither the palette nor the Tab key away, and messages can be read at 200 % zoom', async ({
  page,
}) => {
  await test.step('messages can be read at 200 % zoom: words on buttons, tokens and forms in sight', async () => {
    await page.setViewportSize({ width: 640, height: 400 })
    await openSample(page)
    const list = page.getByRole('listbox', { name: 'Messages' })
    await expect(list.getByText('352', { exact: true })).toBeInViewport({ ratio: 1 })
    for (const word of ['Details', 'JSON'])
      await expect(page.getByText(word, { exact: true })).toBeInViewport({ ratio: 1 })
  })
  await test.step('the editor takes neither the palette nor the Tab key away', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Condense' }).click()
    await page.getByRole('button', { name: 'JSON', exact: true }).click()
    const editor = page.getByRole('region', { name: 'Settings as JSON' }).locator('.monaco-editor')
    await editor.click()
    await page.keyboard.press('Tab')
    await expect
      .poll(() => editor.evaluate((element) => element.contains(document.activeElement)))
      .toBe(false)
    await editor.click()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible()
  })
})
