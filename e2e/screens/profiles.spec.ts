import type { Page } from '@playwright/test'
import { expect, test as base } from '../fixtures/app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { startModelServer, type ModelServer } from './model-server.ts'
import { goTo, makeProfile, openSample, reload, tuneMethod } from './support.ts'

const sentences = Array.from(
  { length: 80 },
  (_, at) =>
    `Sentence ${at}: the user asked for rate limiting in src/server.ts and a token bucket does it.\n`,
)

const test = base.extend<{ readonly model: ModelServer }>({
  model: async ({}, use) => {
    const model = await startModelServer({ words: sentences, held: 60 })
    await use(model)
    await model.close()
  },
})

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Starts the native provider on the sample, with the profile that has the condensing role. */
async function runNative(page: Page): Promise<void> {
  await goTo(page, 'Library')
  await openSample(page)
  await tuneMethod(page, 'Native: Classic')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
}

test('profiles are filled with what is known, say what does not fit, and outlive the window', async ({
  page,
  model,
}) => {
  await test.step('without a profile the screen says that none is needed', async () => {
    await goTo(page, 'Models')
    await expect(page.getByText('everything works without one')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('2')
    await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible()
  })
  await test.step('the prices of a known model stand in the empty fields', async () => {
    await goTo(page, 'Models')
    await page.getByRole('button', { name: 'Add a model' }).click()
    await page.getByRole('menuitem', { name: /^Anthropic/ }).click()
    await expect(field(page, 'Input')).toHaveAttribute('placeholder', '3')
    await field(page, 'Model').fill('no-such-model')
    await expect(field(page, 'Input')).toHaveAttribute('placeholder', 'unknown')
  })
  await test.step('what does not fit is said at its field, and a form outlives the window', async () => {
    await page.getByRole('button', { name: 'Discard' }).click()
    await makeProfile(page, { name: 'Draft', baseUrl: 'localhost' })
    await expect(page.getByText('An address that begins with http:// or https://.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
    await expectAccessible(page)
    await field(page, 'Base URL').fill('http://127.0.0.1:9/v1')
    await field(page, 'Model').fill('a-name-of-my-own')
    await reload(page)
    await expect(field(page, 'Model')).toHaveValue('a-name-of-my-own')
    await page.keyboard.press('Control+s')
    const item = page.getByRole('listbox', { name: 'Profiles' }).getByRole('option')
    await expect(item).not.toContainText('not saved')
    await field(page, 'Model').fill('another')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(field(page, 'Model')).toHaveValue('a-name-of-my-own')

    await page.getByRole('button', { name: 'Duplicate' }).click()
    await expect(item).toHaveCount(2)
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(item).toHaveCount(1)
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('everything works without one')).toBeVisible()
  })
  await test.step('a server that is not there is named with what to do', async () => {
    await model.close()
    await makeProfile(page, { name: 'Gone', baseUrl: model.baseUrl })
    await page.getByRole('button', { name: 'Save and test' }).click()
    const answer = page.getByRole('alert', { name: 'Connection test' })
    await expect(answer).toContainText('No answer')
    await expect(answer).toContainText('127.0.0.1')
    await expectAccessible(page)
  })
})

test('a profile is made from a template, tested against a local server and given a role, and a test that takes too long is cancelled', async ({
  page,
  model,
}) => {
  await makeProfile(page, { name: 'Local model', baseUrl: model.baseUrl })
  const item = page.getByRole('listbox', { name: 'Profiles' }).getByRole('option')
  await expect(item).toContainText('not saved')
  await page.getByRole('button', { name: 'Save and test' }).click()
  const answer = page.getByRole('status', { name: 'Connection test' })
  await expect(answer).toContainText('The model answers')
  await expect(answer).toContainText(/1.200/)
  await expect(answer).toContainText('No price is known for')
  await expect(item).not.toContainText('not saved')
  await page.getByRole('switch', { name: /^Condensing/ }).check()
  await expect(item).toContainText('condensing')
  await reload(page)
  await expect(item).toContainText('condensing')
  await expect(field(page, 'Base URL')).toHaveValue(model.baseUrl)

  const slow = await startModelServer({ words: sentences, held: 0, holdsTests: true })
  await field(page, 'Base URL').fill(slow.baseUrl)
  await page.getByRole('button', { name: 'Save and test' }).click()
  await slow.asked
  await page.getByRole('button', { name: 'Cancel test' }).click()
  await slow.abandoned
  await expect(page.getByRole('button', { name: 'Test connection' })).toBeEnabled()
  await expect(page.getByRole('status', { name: 'Connection test' })).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await slow.close()
})

test('a run is followed again after a reload and cancelled, and the next one says who wrote its summary', async ({
  page,
  model,
}) => {
  await makeProfile(page, { name: 'Local model', baseUrl: model.baseUrl, condenses: true })
  await runNative(page)
  const text = page.getByRole('region', { name: 'What the model writes' })
  await expect(text).toContainText('Sentence 59')
  await reload(page)
  await expect(text).toContainText('Sentence 59')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText('The run was cancelled.')).toBeVisible()
  await model.abandoned

  await runNative(page)
  await expect(text.getByText('Sentence 59')).toBeInViewport()
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText('Local model')
  await expectAccessible(page)

  await text.focus()
  await page.keyboard.press('Home')
  await expect(text.getByText('Sentence 0:')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Follow the end' })).toBeVisible()
  await page.getByRole('button', { name: 'Follow the end' }).click()
  await expect(text.getByText('Sentence 59')).toBeInViewport()

  model.release()
  await expect(page.getByRole('listbox', { name: 'Source beside result' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Local model/ }).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Warnings' })).toContainText('price-unknown')
  await expect(page.getByRole('region', { name: 'Figures' })).toContainText('unknown')
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Events' }).click()
  await expect(page.getByRole('table', { name: 'Events' })).toContainText('own handler')
  await expectAccessible(page, page.getByRole('tabpanel'))
  await goTo(page, 'Activity')
  await expect(page.getByRole('row', { name: /Native/ }).first()).toContainText('Local model')
})

test('a fallback that made the result is named as its maker, with every try', async ({ page, model }) => {
  await model.close()
  await makeProfile(page, { name: 'Gone', baseUrl: model.baseUrl, condenses: true })
  await goTo(page, 'Library')
  await openSample(page)
  await tuneMethod(page, 'Native: Classic')
  await page.getByRole('button', { name: /^Options/ }).click()
  await page.getByRole('combobox', { name: 'Fallbacks' }).click()
  for (const provider of ['Truncation', 'Lossless'])
    await page.getByRole('option', { name: provider }).click()
  await page.keyboard.press('Escape')
  await page.getByText('JSON', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'Settings as JSON' }).locator('.monaco-editor')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Warnings' })).toContainText('truncation made this result')
  await page.getByRole('tab', { name: 'Attempts (2)' }).click()
  const rows = page.getByRole('table', { name: 'Attempts' }).getByRole('row')
  await expect(rows.nth(1)).toContainText('failed')
  await expect(rows.nth(2)).toContainText('truncation')
})
