import { expect, test } from '../fixtures/app.ts'
import { openReplay, openYaml, policies } from './replay-support.ts'
import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { reload } from './support.ts'

/** What is typed into the Replay tab: policies, and the request that is looked at. */

test('policies are one list as a form and as YAML, in two windows, with a command to play them', async ({
  page,
}) => {
  await test.step('policies that another window changed are taken over when somebody comes back', async () => {
    await openReplay(page)
    const threshold = (of: typeof page) => of.getByLabel(/^Threshold/).first()
    await expect(threshold(page)).toHaveValue('50')
    const other = await page.context().newPage()
    await other.goto(page.url())
    // The policies are stored a moment after the last key.
    const stored = other.waitForResponse((response) => {
      const sent = response.request().postData() ?? ''
      return response.url().endsWith('/preferences/set') && response.ok() && sent.includes('threshold: 65')
    })
    await threshold(other).fill('65')
    await stored
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(threshold(page)).toHaveValue('65')
    await expect(page.getByText('These policies were changed in another window')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(threshold(page)).toHaveValue('50')
    await expect(page.getByText('These policies were changed in another window')).toHaveCount(0)
  })
  await test.step('an id that was made of settings follows them; one that somebody chose stays', async () => {
    await page
      .getByRole('group', { name: 'Policy native-50' })
      .getByLabel(/^Threshold/)
      .fill('60')
    const policy = page.getByRole('group', { name: 'Policy native-60' })
    await expect(policy.getByLabel('Id', { exact: true })).toHaveValue('native-60')
    await policy.getByLabel('Id', { exact: true }).fill('mine')
    const mine = page.getByRole('group', { name: 'Policy mine' })
    await mine.getByLabel(/^Threshold/).fill('70')
    await expect(mine.getByLabel(/^Threshold/)).toHaveValue('70')
    await expect(mine.getByLabel('Id', { exact: true })).toHaveValue('mine')
  })
  await test.step('the command says what to save, and names this data', async () => {
    await page.getByRole('button', { name: 'Command', exact: true }).click()
    const steps = page.getByRole('dialog', { name: 'Command' })
    await expect(steps).toContainText('Save the policies as replay-policies.yaml.')
    await expect(steps.getByLabel('The command')).toHaveText(
      /cli\.js replay \S+ --policy replay-policies\.yaml --data \S/,
    )
  })
  await test.step('names what is wrong with the YAML, at its line, and keeps the draft', async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await openYaml(page, policies.replace('provider: lossless', 'provider: lossles'))
    await expect(page.getByRole('list', { name: 'What is wrong' })).toContainText(/line 5.*lossles/)
    await expect(page.getByRole('button', { name: /^Play/ })).toBeDisabled()
    await page
      .getByRole('group', { name: 'Policy exact' })
      .getByRole('combobox', { name: 'Provider' })
      .click()
    // The policies are stored a moment after the last change.
    const stored = page.waitForResponse((response) => {
      const sent = response.request().postData() ?? ''
      return response.url().endsWith('/preferences/set') && response.ok() && sent.includes('lossless')
    })
    await page.getByRole('option', { name: 'Lossless' }).click()
    await expect(page.getByRole('button', { name: 'Play 4 policies' })).toBeEnabled()
    await stored
    await reload(page)
    const provider = page
      .getByRole('group', { name: 'Policy exact' })
      .getByRole('combobox', { name: 'Provider' })
    await expect(provider).toHaveValue('Lossless')
    await page.getByRole('button', { name: 'Usual policies' }).click()
    await expect(page.getByRole('group', { name: 'Policy exact' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('group', { name: 'Policy exact' })).toBeVisible()
  })
  await test.step('sets fallbacks in the form, in their order', async () => {
    await openYaml(page, 'policies: [{ id: one, provider: native, window: 60000, threshold: 50 }]')
    const card = page.getByRole('group', { name: 'Policy one' })
    await card.getByText(/^Prompt, target, minimum gain/).click()
    await card.getByRole('button', { name: 'Add a fallback' }).click()
    await card.getByRole('button', { name: 'Add a fallback' }).click()
    await card.getByRole('combobox', { name: 'Fallback 2', exact: true }).click()
    await page.getByRole('option', { name: 'Lossless' }).click()
    await card.getByRole('button', { name: 'Move fallback 2 up' }).click()
    await expect(card.getByRole('combobox', { name: 'Fallback 1', exact: true })).toHaveValue('Lossless')
    await card.getByRole('combobox', { name: 'Preset of fallback 1' }).click()
    await page.getByRole('option', { name: 'Strict' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save YAML' }).click()
    const text = await readFile(await (await saved).path(), 'utf8')
    expect(parse(text).policies[0].fallback).toEqual([
      { provider: 'lossless', preset: 'strict' },
      { provider: 'truncation' },
    ])
    await card.getByRole('button', { name: 'Remove fallback 1' }).click()
    await card.getByRole('button', { name: 'Remove fallback 1' }).click()
    await expect(card.getByRole('group', { name: /^Fallback / })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Play 1 policy' })).toBeEnabled()
  })
})
