import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { condense, goTo, openSample, reload } from './support.ts'

const filter = (page: Page, question: string) => page.getByRole('combobox', { name: question })

async function answer(page: Page, question: string, label: RegExp): Promise<void> {
  await filter(page, question).click()
  await page.getByRole('option', { name: label }).click()
}

/** Opens the page from the room that it is in. */
async function openChoose(page: Page): Promise<void> {
  await goTo(page, 'Methods')
  await page.getByRole('link', { name: 'Which one?' }).click()
  await expect(page.getByRole('heading', { name: 'Choose a method', level: 1 })).toBeVisible()
}

test('a method is recommended as far as the data name one, by four questions, beside what is claimed and measured', async ({
  page,
}) => {
  const advice = page.getByRole('region', { name: 'Recommendation', exact: true })
  await test.step('the first line says that the data name no method, why, and what they rest on', async () => {
    await openSample(page)
    await openChoose(page)
    await expect(advice.getByRole('status')).toContainText(
      /^No method can be named on the \d+ bundled tasks: .+ keeps \d+\s%\sof the facts the agent went on to use where/,
    )
    await expect(advice).toContainText(/Measured with Dewpoint \S+ on \d{4}-\d\d-\d\d/)
  })
  await test.step('the recommendation follows the questions by what was measured, and they are remembered', async () => {
    await answer(page, 'Latency', /^Under 100/)
    await answer(page, 'Loss', /^Nothing/)
    // With no loss only what can be put back is a candidate, and the goal rules out what raises the bill.
    await expect(advice.getByRole('status')).toContainText('no lossless method fits: 1 raises the bill')
    await page.getByRole('radiogroup', { name: 'Goal' }).getByText('Keeps most', { exact: true }).click()
    await expect(advice.getByRole('status')).toContainText(/keeps 100\s%/)
    await answer(page, 'Configuration', /^Every single/)
    await expect(advice.getByText('Conflict.')).toBeVisible()
    await expectAccessible(page)
    await reload(page)
    await expect(filter(page, 'Loss')).toHaveValue(/^Nothing/)
    await page.getByRole('button', { name: 'Clear answers' }).click()
    await expect(advice.getByText('Conflict.')).toHaveCount(0)
    await answer(page, 'Loss', /^Nothing/)
    await expect(advice.getByRole('status')).toContainText('Use Lossless')
  })
  await test.step('every measured method is there, the report is saved, and one is tried on a task', async () => {
    await expect(page.getByRole('table', { name: 'Measured methods' }).getByRole('row')).toHaveCount(21)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save the report' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.html$/)
    await advice.getByRole('button', { name: 'Try it on a task' }).click()
    await expect(page.getByRole('heading', { name: /^Lossless/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('what is claimed stands beside what runs measured', async () => {
    await condense(page, 'Truncation')
    await openChoose(page)
    await expect(page.getByRole('row', { name: /^Tokens saved/ })).toContainText(
      /median 51 %yours: [\d.]+.%, n 1/,
    )
  })
})
