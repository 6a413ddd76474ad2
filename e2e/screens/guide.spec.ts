import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { condense, goTo, openSample, reload } from './support.ts'

const answer = (page: Page, question: string, label: RegExp) =>
  page.getByRole('group', { name: question }).getByRole('radio', { name: label })

test('questions are answered by keyboard, the tree unfolds to an end, and both fill Condense', async ({
  page,
}) => {
  await test.step('the questions are answered by keyboard, the recommendation follows, and Condense is filled with it', async () => {
    await openSample(page)
    await goTo(page, 'Guide')
    const advice = page.getByRole('region', { name: 'Recommendation' })
    await expect(advice.getByRole('heading', { name: 'Native', exact: true })).toBeVisible()
    await answer(page, 'Latency', /^Left open/).focus()
    await page.keyboard.press('ArrowDown')
    await expect(answer(page, 'Latency', /^Under 100/)).toBeChecked()
    await expect(advice.getByRole('heading', { name: 'Truncation', exact: true })).toBeVisible()
    await expect(advice.getByRole('list', { name: 'Reasons' })).toContainText('under 100')

    await answer(page, 'Loss', /^Nothing/).check()
    await expect(advice.getByRole('heading', { name: 'Lossless, strict' })).toBeVisible()
    await expect(advice.getByText('Conflict.')).toBeVisible()
    await expect(advice).toContainText('Latency gives way')
    await answer(page, 'Latency', /^Left open/).check()
    await expect(advice.getByText('Conflict.')).toHaveCount(0)

    await reload(page)
    await expect(answer(page, 'Loss', /^Nothing/)).toBeChecked()
    await answer(page, 'Loss', /^More/).check()
    await expect(advice.getByRole('heading', { name: 'Truncation, suppress' })).toBeVisible()
    const useThis = advice.getByRole('button', { name: 'Use this' })
    // A key, unlike a click, does not wait for a button that has no task yet.
    await expect(useThis).toBeEnabled()
    await useThis.press('Enter')
    await expect(page.getByRole('radio', { name: /^Truncation/ })).toBeChecked()
    await expect(page.getByRole('combobox', { name: 'Preset' })).toHaveValue('Suppress')
    await expect(page.getByRole('button', { name: 'Run Truncation' })).toBeEnabled()
    await page.goBack()
    await page.getByRole('button', { name: 'Clear answers' }).click()
    await expect(advice.getByRole('heading', { name: 'Native', exact: true })).toBeVisible()
  })
  await test.step('the tree unfolds by keyboard to an end that can be used, and so can a case', async () => {
    await page.getByRole('tab', { name: 'Decision tree' }).click()
    const tree = page.getByRole('region', { name: 'Decision tree' })
    const branch = (label: string) => tree.locator('summary').filter({ hasText: label })
    await branch('The quality of what is left').press('Enter')
    await branch('As little as possibleP').press('Enter')
    await tree.getByRole('button', { name: /^Use Pipeline/ }).click()
    await expect(page.getByRole('radio', { name: /^Pipeline/ })).toBeChecked()
    await goTo(page, 'Guide')
    await page.getByRole('tab', { name: 'By case' }).click()
    await page
      .getByRole('row', { name: /^Under \$0.001/ })
      .getByRole('button')
      .click()
    await expect(page.getByRole('radio', { name: /^Pipeline/ })).toBeChecked()
    const json = page.getByRole('region', { name: 'Settings as JSON' })
    await expect(json).toContainText('"truncation"')
    await expect(json).not.toContainText('"native"')
  })
})

test('what is claimed stands beside what runs measured, and every tab is accessible', async ({ page }) => {
  await test.step('what is claimed stands beside what runs measured', async () => {
    await goTo(page, 'Guide')
    await page.getByRole('tab', { name: 'Comparison' }).click()
    const saved = page.getByRole('row', { name: /^Tokens saved/ })
    await expect(saved).toContainText('3–76 % measured, median 51 %no runs yet')
    await goTo(page, 'Library')
    await openSample(page)
    await condense(page, 'Truncation')
    await goTo(page, 'Guide')
    await page.getByRole('tab', { name: 'Comparison' }).click()
    await expect(saved).toContainText(/median 51 %yours: [\d.]+.%, n 1/)
    const cost = page.getByRole('region', { name: 'Cost against tokens saved' })
    await expect(cost.getByText('Your Truncation (n 1)', { exact: true })).toBeVisible()
    await cost.getByRole('button', { name: 'Table', exact: true }).click()
    await expect(cost.getByRole('row', { name: /Your Truncation/ })).toContainText('$0')
  })
  await test.step('every tab of the guide is accessible', async () => {
    await page.getByRole('tab', { name: 'Questions' }).click()
    await answer(page, 'Latency', /^Under 100/).check()
    await answer(page, 'Loss', /^Nothing/).check()
    await expect(page.getByText('Conflict.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Decision tree' }).click()
    for (const branch of ['Speed', 'The quality of what is left']) await page.getByText(branch).click()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Comparison' }).click()
    await expect(page.getByText('Your Truncation (n 1)', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'By case' }).click()
    await expect(page.getByRole('table', { name: 'By user' })).toBeVisible()
    await expectAccessible(page)
  })
})
