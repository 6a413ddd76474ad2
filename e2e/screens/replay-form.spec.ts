import { expect, test } from '../fixtures/app.ts'
import { startModelServer } from './model-server.ts'
import { openPolicies, openReplay, openYaml, policies } from './replay-support.ts'
import { goTo, makeProfile, reload } from './support.ts'

/** What is typed into the Replay tab: policies, and the request that is looked at. */

test('policies are one list as a form and as YAML, in two windows, with a command to play them, and ask before they ask a model', async ({
  page,
}) => {
  await test.step('policies that another window changed are taken over when somebody comes back', async () => {
    await openReplay(page)
    await openPolicies(page)
    const threshold = (of: typeof page) => of.getByLabel(/^Threshold/).first()
    await expect(threshold(page)).toHaveValue('28')
    // Closed lists draw no options.
    await expect(page.locator('[data-combobox-option]')).toHaveCount(0)
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
    await expect(threshold(page)).toHaveValue('28')
    await expect(page.getByText('These policies were changed in another window')).toHaveCount(0)
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
    await expect(page.getByRole('dialog', { name: 'Command' })).toHaveCount(0)
    await openYaml(page, policies.replace('provider: lossless', 'provider: lossles'))
    await expect(page.getByRole('list', { name: 'What is wrong' })).toContainText(/line 5.*lossles/)
    await expect(page.getByRole('button', { name: /^Play/ })).toBeDisabled()
    await page.getByRole('group', { name: 'Policy exact' }).getByRole('combobox', { name: 'Method' }).click()
    // The policies are stored a moment after the last change.
    const stored = page.waitForResponse((response) => {
      const sent = response.request().postData() ?? ''
      return response.url().endsWith('/preferences/set') && response.ok() && sent.includes('lossless')
    })
    await page.getByRole('option', { name: 'Lossless', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Play 4 policies' })).toBeEnabled()
    await stored
    await reload(page)
    const provider = page
      .getByRole('group', { name: 'Policy exact' })
      .getByRole('combobox', { name: 'Method' })
    await expect(provider).toHaveValue('Lossless')
    await page.getByRole('button', { name: 'Usual policies', exact: true }).click()
    await expect(page.getByRole('group', { name: 'Policy exact' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('group', { name: 'Policy exact' })).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('asks before it asks a model, and can be cancelled while the model answers', async () => {
    const model = await startModelServer({ words: ['Half ', 'of it.'], held: 1 })
    await makeProfile(page, { name: 'Local', baseUrl: model.baseUrl, condenses: true })
    const profileId = /profiles\/([^/]+)$/.exec(page.url())?.[1] ?? ''
    await goTo(page, 'Library')
    await openReplay(page)
    await openPolicies(page)
    await openYaml(
      page,
      `policies:\n  - { id: asking, provider: native, profile: ${profileId}, window: 60000, threshold: 50 }\n`,
    )
    const note = page.getByRole('status', { name: 'Policies that ask a model' })
    await expect(note).toContainText('There is no limit on what they may cost')
    await expect(note).toContainText(/asking asks .*: at no known price \(\d+ condensations, \d+ calls\)/)
    const limit = page.getByRole('textbox', { name: 'Cost limit of each policy' })
    await limit.fill('0.5')
    await page.getByRole('button', { name: 'Play 1 policy' }).click()
    const dialog = page.getByRole('dialog', { name: 'This asks a model' })
    await expect(dialog).toContainText(/asking asks .*condensations/)
    await expect(dialog).toContainText('at most $0.50 together')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await limit.fill('')
    await page.getByRole('button', { name: 'Play 1 policy' }).click()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await model.asked
    await page.getByRole('button', { name: 'Cancel the replay' }).click()
    await model.abandoned
    await expect(page.getByRole('button', { name: 'Cancel the replay' })).toBeHidden()
    await expect(page.getByText('The replay failed')).toHaveCount(0)
    await model.close()
  })
})
