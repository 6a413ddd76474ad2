import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { startModelServer } from './model-server.ts'
import { goTo, makeProfile, reload } from './support.ts'

const sampleName = /sample task/

/** Puts YAML in the place of the draft, as someone does who has a file of it. */
async function openYaml(page: Page, folder: string, text: string): Promise<void> {
  const path = join(folder, 'experiment.yaml')
  await writeFile(path, text)
  await goTo(page, 'Experiments')
  await page.getByRole('button', { name: 'New experiment' }).first().click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Open YAML' }).click()
  await (await chooser).setFiles(path)
}

async function start(page: Page, estimate = 'Nothing leaves this machine.'): Promise<void> {
  await page.getByRole('button', { name: 'Estimate and start' }).click()
  const dialog = page.getByRole('dialog', { name: 'Estimate' })
  await expect(dialog.getByText(estimate)).toBeVisible()
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByRole('table', { name: 'Cells' })).toBeVisible()
}

async function sampleTaskId(page: Page): Promise<string> {
  const href = await page.getByRole('link', { name: /Add rate limiting/ }).getAttribute('href')
  return decodeURIComponent(href?.split('/task/')[1]?.split('/')[0] ?? '')
}

const variants = Array.from({ length: 12 }, (_, index) => {
  const provider = ['lossless', 'truncation', 'native', 'sliding-window'][index % 4]
  return `  - { id: v${index + 1}-${provider}, provider: ${provider} }`
})
const cuts = Array.from({ length: 3 }, (_, index) => (0.25 + index * 0.2).toFixed(3))

test('twelve variants at three cuts are run, sorted, and every figure leads to its evidence', async ({
  page,
  folders,
}) => {
  test.slow()
  const taskId = await sampleTaskId(page)
  await openYaml(
    page,
    folders.home,
    `name: Twelve by three
tasks: ["${taskId}"]
checkpoints: { at: [${cuts.join(', ')}] }
variants:
${variants.join('\n')}
metrics: [compression, validity, artifacts, continuation, time]
baseline: v1-lossless
assert:
  - { metric: reduction, variant: v2-truncation, min: 99 }
`,
  )
  await expect(page.getByText('12 variants × 3 cuts of 1 task = 36 cells')).toBeVisible()
  await start(page)
  await reload(page)
  await expect(page.getByText('36/36 cells')).toBeVisible({ timeout: 120_000 })
  // Its verdict comes up by itself at the end.
  await expect(page.getByRole('region', { name: 'Answer' })).toBeVisible()
  const parts = page.getByRole('navigation', { name: 'Experiment', exact: true })
  await parts.getByRole('link', { name: 'Cells' }).click()
  const cells = page.getByRole('table', { name: 'Cells' })
  await expect(cells.getByRole('button', { name: /, done$/ })).toHaveCount(36)

  await page
    .getByRole('navigation', { name: 'Experiment', exact: true })
    .getByRole('link', { name: 'Results' })
    .click()
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText(/Not enough data .*1 task so far/)
  await page.getByRole('button', { name: /^Details: all metrics/ }).click()
  const table = page.getByRole('table', { name: 'Results', exact: true })
  await expect(table.getByRole('rowheader')).toHaveCount(12)
  await expect(page.getByRole('heading', { name: 'Assertions: 1 of 1 do not hold' })).toBeVisible()
  await expectAccessible(page)

  await table.getByRole('button', { name: /^Sort by Reduction/ }).click()
  await expect(table.getByRole('button', { name: /^Sort by Reduction.*descending/ })).toBeVisible()
  const figures = await table.getByRole('link', { name: /^Reduction of/ }).allInnerTexts()
  const means = figures.map((text) => Number(text.trim().split(/\s+/).at(-1)?.replace('−', '-')))
  expect(means).toEqual(means.toSorted((a, b) => b - a))
  await table.getByRole('button', { name: /^Sort by Against the baseline/ }).click()
  await expect(table.getByRole('rowheader').last()).toContainText(/lossless|native|truncation|sliding/)

  await table.getByRole('button', { name: /^Compression/ }).click()
  const figure = table.getByRole('link', { name: /^Tokens after of v2-truncation/ })
  const behind = page.getByRole('region', { name: 'Behind the figure' })
  await figure.press('Enter')
  await expect(behind.getByRole('heading')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(figure).toBeFocused()
  await figure.click()
  await expect(behind.getByRole('link')).toHaveCount(3)
  await behind.getByRole('link').first().click()
  await expect(page.getByRole('table', { name: 'Tokens by kind' })).toBeVisible()
  await page.getByRole('tab', { name: 'Source beside result' }).click()
  await expect(page.getByRole('listbox', { name: 'Source beside result' })).toBeVisible()
  await page.getByRole('button', { name: 'Next cell' }).click()
  await expect(page.getByRole('button', { name: 'Previous cell' })).toBeEnabled()
  await page.getByRole('tab', { name: 'Texts' }).click()
  await page.getByRole('combobox', { name: 'Compare with' }).click()
  await page.getByRole('option', { name: 'v3-native' }).click()
  await expect(page.getByRole('region', { name: 'v3-native' })).toBeVisible()
  await page.getByText('Difference', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'Difference' }).locator('del, ins').first()).toBeVisible()
  await page.getByText('Messages', { exact: true }).click()
  await expect(page.getByRole('listbox', { name: 'Both results' })).toBeVisible()
})

test('an experiment that is cancelled goes on with what is missing', async ({ page, folders }) => {
  const taskId = await sampleTaskId(page)
  const model = await startModelServer({ words: ['Half ', 'of it.'], held: 1 })
  await makeProfile(page, { name: 'Local', baseUrl: model.baseUrl, condenses: true })
  await openYaml(
    page,
    folders.home,
    `name: Long
tasks: ["${taskId}"]
checkpoints: { at: [0.4, 0.8] }
concurrency: 1
variants:
  - { id: one, provider: truncation }
  - { id: two, provider: native, profile: lm-studio }
`,
  )
  await start(page, 'Model calls')
  // It stays in the midst of its work until the model goes on.
  await model.asked
  await page.getByRole('region', { name: 'Progress' }).getByRole('button', { name: 'Cancel' }).click()
  const missing = page.getByRole('region', { name: 'What is missing' })
  await expect(missing).toContainText('Cancelled.')
  model.release()
  await missing.getByRole('button', { name: 'Continue' }).click()
  await expect(missing).toBeHidden()
  await expect(page.getByText('finished')).toBeVisible()
  await expect(page.getByText('4/4 cells')).toBeVisible()
  await model.close()
})

test('form and YAML are one experiment; comments stay, faults have a line, the draft outlives a reload', async ({
  page,
  folders,
}) => {
  const taskId = await sampleTaskId(page)
  await openYaml(
    page,
    folders.home,
    `# why this is asked
name: Before
tasks: ["${taskId}"]
variants:
  - { id: a, provider: lossless }
`,
  )
  const yaml = page.getByRole('region', { name: 'The experiment as YAML' })
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect(name).toHaveValue('Before')
  await name.fill('After')
  await expect(yaml.locator('.view-lines')).toContainText('why this is asked')
  await expect(yaml.locator('.view-lines')).toContainText('After')
  await page.getByRole('button', { name: 'Add a variant' }).click()
  await expect(yaml.getByRole('status', { name: 'Size of the experiment' })).toContainText('2 variants')
  await reload(page)
  await expect(name).toHaveValue('After')

  await yaml.locator('.view-lines').click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('basel')
  await expect(page.getByRole('option', { name: /baseline/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('nobody')
  await expect(yaml.getByRole('list', { name: 'What is wrong' })).toContainText(/line \d+.*baseline/)
  await expect(page.getByRole('button', { name: 'Estimate and start' })).toBeDisabled()
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(name).toHaveValue('Untitled experiment')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(name).toHaveValue('After')

  await test.step('equal and empty ids are named as faults, and the form stands', async () => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Open YAML' }).click()
    const twice = `name: Twice
tasks: [gone, gone]
variants:
  - { id: a, provider: lossless }
  - { id: a, provider: native }
`
    const file = { name: 'twice.yaml', mimeType: 'application/yaml', buffer: Buffer.from(twice) }
    await (await chooser).setFiles(file)
    const faults = page.getByRole('list', { name: 'What is wrong' })
    await expect(faults).toContainText('variants.1.id')
    const ids = page.getByRole('textbox', { name: 'Id' })
    await expect(ids).toHaveCount(2)
    await ids.first().fill('')
    await expect(faults).toContainText('variants.0.id')
    await reload(page)
    await expect(ids.first()).toHaveValue('')
  })
})

test('an experiment is looked at from list to pair accessibly, its baseline lasts, and its report is exported, verified and imported', async ({
  page,
}) => {
  await goTo(page, 'Experiments')
  await expect(page.getByRole('link', { name: sampleName })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'New experiment' }).first().click()
  await expect(page.getByRole('status', { name: 'Size of the experiment' })).toBeVisible()
  await expectAccessible(page)
  await goTo(page, 'Experiments')
  await page.getByRole('link', { name: sampleName }).click()
  await page.getByRole('button', { name: /^Details: all metrics/ }).click()
  const table = page.getByRole('table', { name: 'Results', exact: true })
  await table.getByRole('link', { name: /^Kept what was used next of Smart balanced/ }).click()
  await expect(page.getByRole('region', { name: 'Behind the figure' })).toBeVisible()
  await page.getByRole('button', { name: 'Table', exact: true }).first().click()
  await expectAccessible(page)
  await page.getByRole('region', { name: 'Behind the figure' }).getByRole('link').first().click()
  await expect(page.getByRole('group', { name: 'Facts' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('group', { name: 'Facts' }).focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listbox', { name: 'Source beside result' })).toBeVisible()
  await page.getByRole('tab', { name: 'Texts' }).click()
  await page.getByRole('combobox', { name: 'Compare with' }).click()
  await page.getByRole('option', { name: 'Lossless' }).click()
  await expectAccessible(page)
  await page.getByText('Messages', { exact: true }).click()
  await expect(page.getByRole('listbox', { name: 'Both results' })).toBeVisible()
  await expectAccessible(page)
  const tabs = page.getByRole('navigation', { name: 'Experiment', exact: true })
  for (const tab of ['Cells', 'Setup']) {
    await tabs.getByRole('link', { name: tab }).click()
    await expect(page.getByRole('table').first()).toBeVisible()
    await expectAccessible(page)
  }
  await test.step('a chosen baseline lasts over reloads, and exports say that theirs is another', async () => {
    await goTo(page, 'Experiments')
    await page.getByRole('link', { name: sampleName }).click()
    const baseline = page.getByRole('combobox', { name: 'Baseline' })
    await baseline.click()
    await page.getByRole('option', { name: 'Lossless' }).click()
    await reload(page)
    await expect(baseline).toHaveValue('Lossless')
    await page.getByRole('button', { name: 'Export' }).click()
    await expect(page.getByText(/^Exports compare with the baseline of the file/)).toBeVisible()
  })
  await test.step('a report is exported, verified and imported', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: /^HTML report/ }).click()
    const report = await (await download).path()
    await goTo(page, 'Experiments')
    const verified = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Verify report' }).click()
    await (await verified).setFiles(report)
    await expect(page.getByRole('status', { name: 'Report verified' })).toContainText('agree with its data')
    const imported = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Import' }).click()
    await (await imported).setFiles(report)
    await expect(page.getByRole('table', { name: 'Headline figures' })).toBeVisible()
  })
})
