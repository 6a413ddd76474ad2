import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { expect, test } from '../fixtures/app.ts'
import { startModelServer } from './model-server.ts'
import { openReplay, openYaml, policies } from './replay-support.ts'
import { goTo, makeProfile, reload } from './support.ts'

/** The policies of a replay: form, YAML, and what is said before a model is asked. */

test('names what is wrong with the YAML, at its line, and keeps the draft', async ({ page }) => {
  await openReplay(page)
  await openYaml(page, policies.replace('provider: lossless', 'provider: lossles'))
  await expect(page.getByRole('list', { name: 'What is wrong' })).toContainText(/line 5.*lossles/)
  await expect(page.getByRole('button', { name: /^Play/ })).toBeDisabled()
  await page.getByRole('group', { name: 'Policy exact' }).getByRole('combobox', { name: 'Provider' }).click()
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

test('sets fallbacks in the form, in their order', async ({ page }) => {
  await openReplay(page)
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

test('asks before it asks a model, and can be cancelled while the model answers', async ({ page }) => {
  const model = await startModelServer({ words: ['Half ', 'of it.'], held: 1 })
  await makeProfile(page, { name: 'Local', baseUrl: model.baseUrl, condenses: true })
  const profileId = /profiles\/([^/]+)$/.exec(page.url())?.[1] ?? ''
  await goTo(page, 'Library')
  await openReplay(page)
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
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await model.asked
  await page.getByRole('button', { name: 'Cancel the replay' }).click()
  await model.abandoned
  await expect(page.getByText('Cancelled: nothing was kept.')).toBeVisible()
  await expect(page.getByText('The replay failed')).toHaveCount(0)
  await model.close()
})
