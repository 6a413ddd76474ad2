import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { condense, goTo, openSample, reload } from './support.ts'

const answer = (page: Page, question: string, label: RegExp) =>
  page.getByRole('group', { name: question }).getByRole('radio', { name: label })

const goalOf = (page: Page, goal: string) =>
  page.getByRole('radiogroup', { name: 'Goal' }).getByText(goal, { exact: true })

test('the guide recommends what the data name and no more, fills Condense, lists every arm, and is saved and accessible', async ({
  page,
}) => {
  await test.step('the guide opens on its recommendation, and questions and priorities fill Condense', async () => {
    const advice = page.getByRole('region', { name: 'Recommendation', exact: true })
    await test.step('its first line says that the data name no method, why, and what they rest on', async () => {
      await openSample(page)
      await goTo(page, 'Guide')
      await expect(advice.getByRole('status')).toContainText(
        /^No method can be named on the \d+ bundled tasks: .+ keeps \d+\s%\sof what was used next where/,
      )
      await expect(advice).toContainText(/Measured with Dewpoint \S+ on \d{4}-\d\d-\d\d/)
    })
    await test.step('questions are answered by keyboard, and the recommendation follows what was measured', async () => {
      const reasons = page.getByRole('list', { name: 'Reasons' })
      await answer(page, 'Latency', /^Left open/).focus()
      await page.keyboard.press('ArrowDown')
      await expect(answer(page, 'Latency', /^Under 100/)).toBeChecked()
      await answer(page, 'Loss', /^Nothing/).check()
      // With no loss only what can be put back is a candidate, and the goal rules out what raises the bill.
      await expect(advice.getByRole('status')).toContainText('no lossless arm fits: 1 raises the bill')
      await goalOf(page, 'Keeps most').click()
      await expect(advice.getByRole('status')).toContainText(/keeps 100\s%/)
      await expect(
        reasons.getByRole('listitem').filter({ hasText: 'Latency' }).getByLabel('Met'),
      ).toBeVisible()
      await answer(page, 'Configuration', /^Every single/).check()
      await expect(advice.getByText('Conflict.')).toBeVisible()
      await answer(page, 'Configuration', /^Left open/).check()
      await expect(advice.getByText('Conflict.')).toHaveCount(0)
      await reload(page)
      await expect(answer(page, 'Loss', /^Nothing/)).toBeChecked()
    })
    await test.step('a key opens Condense with the arm, and answers are cleared', async () => {
      await goalOf(page, 'Keeps most').click()
      await expect(advice.getByRole('status')).toContainText('Use Lossless')
      const tryIt = advice.getByRole('button', { name: 'Try it in Condense' })
      // A key, unlike a click, does not wait for a button that has no task yet.
      await expect(tryIt).toBeEnabled()
      await tryIt.press('Enter')
      await expect(page.getByRole('radio', { name: /^Lossless/ })).toBeChecked()
      await page.goBack()
      await page.getByRole('button', { name: 'Clear answers' }).click()
      await expect(answer(page, 'Latency', /^Left open/)).toBeChecked()
    })
    await test.step('what matters most leads to a measured arm, beside what the design names', async () => {
      const row = page.getByRole('row', { name: /^Losing nothing/ })
      await expect(row).toContainText(/sends \d+\s%\sless/)
      await expect(row).toContainText('Lossless, strict')
      await row.getByRole('button', { name: /^Use Lossless/ }).click()
      await expect(page.getByRole('radio', { name: /^Lossless/ })).toBeChecked()
    })
  })
  await test.step('every measured arm is there, and none is recommended that the data do not name', async () => {
    await goTo(page, 'Guide')
    const measured = page.getByRole('table', { name: 'Measured arms' })
    await expect(measured.getByRole('row')).toHaveCount(21)
    await expect(measured.getByRole('row').nth(1)).toContainText('Fits the goal')
    await expect(measured.getByText('Recommended')).toHaveCount(0)
  })
  await test.step('the report is saved', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save the report' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.html$/)
  })
  await test.step('what is claimed stands beside what runs measured', async () => {
    const saved = page.getByRole('row', { name: /^Tokens saved/ })
    await expect(saved).toContainText('3–76 % measured, median 51 %no runs yet')
    await goTo(page, 'Library')
    await openSample(page)
    await condense(page, 'Truncation')
    await goTo(page, 'Guide')
    await expect(saved).toContainText(/median 51 %yours: [\d.]+.%, n 1/)
  })
  await test.step('the page is accessible with a conflict', async () => {
    await answer(page, 'Latency', /^Under 100/).check()
    await answer(page, 'Loss', /^Nothing/).check()
    await goalOf(page, 'Keeps most').click()
    await answer(page, 'Configuration', /^Every single/).check()
    await expect(page.getByText('Conflict.')).toBeVisible()
    await expectAccessible(page)
  })
})
