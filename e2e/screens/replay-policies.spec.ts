import { expect, test } from '../fixtures/app.ts'
import { startModelServer } from './model-server.ts'
import { openReplay, openYaml } from './replay-support.ts'
import { goTo, makeProfile } from './support.ts'

/** The policies of a replay: form, YAML, and what is said before a model is asked. */

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
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await model.asked
  await page.getByRole('button', { name: 'Cancel the replay' }).click()
  await model.abandoned
  await expect(page.getByRole('button', { name: 'Cancel the replay' })).toBeHidden()
  await expect(page.getByText('The replay failed')).toHaveCount(0)
  await model.close()
})
