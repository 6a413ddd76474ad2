import type { Page } from '@playwright/test'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { expect, test } from '../fixtures/app.ts'
import { jsonOf } from '../fixtures/command-line.ts'
import { sampleFolder } from '../fixtures/folders.ts'
import { startModelServer } from './model-server.ts'
import { goTo, makeProfile, openSample } from './support.ts'

/** The Replay tab of a task: policies, results, the context at a request, drift. */

const policies = `policies:
  - id: none
  - { id: early, provider: native, window: 60000, threshold: 50 }
  - { id: late, provider: native, window: 60000, threshold: 90 }
  - { id: exact, provider: lossless, window: 60000, threshold: 75 }
`

async function openReplay(page: Page): Promise<void> {
  await openSample(page)
  await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Replay' }).click()
  await expect(page.getByRole('region', { name: 'The policies as a form' })).toBeVisible()
}

async function openYaml(page: Page, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Open YAML' }).click()
  const file = { name: 'policies.yaml', mimeType: 'application/yaml', buffer: Buffer.from(text) }
  await (await chooser).setFiles(file)
}

async function play(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: `Play ${count} policies` }).click()
  await expect(page.getByRole('region', { name: 'Results of the replay' })).toBeVisible()
}

async function goToPart(page: Page, part: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Replay' }).getByRole('link', { name: part }).click()
}

/** The table as it is copied: the first line names the columns. */
async function copiedTable(page: Page, region: string): Promise<Record<string, string>[]> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('region', { name: region, exact: true }).getByLabel('Copy table as TSV').click()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  const [head = '', ...lines] = text.split('\n')
  const names = head.split('\t')
  return lines.map((line) =>
    Object.fromEntries(line.split('\t').map((value, index) => [names[index] ?? '', value])),
  )
}

test('plays the usual policies, and says where nothing condensed', async ({ page }) => {
  await openReplay(page)
  await play(page, 6)
  const agreement = page.getByRole('region', { name: 'Agreement with the record' })
  await expect(agreement).toContainText(/Difference[−+]?0\.\d/)
  for (const id of ['none', 'native-50', 'native-75', 'native-100', 'lossless-75', 'smart-75'])
    await expect(page.getByRole('row', { name: new RegExp(`^${id} `) })).toBeVisible()
  await goToPart(page, 'Policies')
  await openYaml(page, 'policies: [{ id: none }, { id: huge, provider: native, window: 1000000 }]')
  await expect(page.getByText('The policies have changed since')).toBeVisible()
  await play(page, 2)
  await expect(page.getByText(/No policy condensed: the context never came above/)).toBeVisible()
  await page.getByRole('link', { name: 'Give the policies a smaller window or threshold' }).click()
  await page.getByRole('button', { name: 'Window of all' }).click()
  await page.getByRole('menuitem', { name: '64 000 tok' }).click()
  await play(page, 2)
  await expect(page.getByRole('region', { name: 'Details of huge' })).toContainText(/\d condensation/)
})

test('shows the figures that the command line gives', async ({ page }, testInfo) => {
  const folder = testInfo.outputPath('work')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'policies.yaml'), policies)
  const told = await jsonOf(folder, ['replay', sampleFolder, '--policy', 'policies.yaml'])
  await openReplay(page)
  await openYaml(page, policies)
  await play(page, 4)
  const rows = await copiedTable(page, 'Policies')
  expect(rows).toHaveLength(4)
  for (const [index, row] of rows.entries()) {
    const { id, costUsd, peakContext, firings, tokens, quality } = told.policies[index]
    expect(row).toMatchObject({
      Policy: id,
      Cost: String(costUsd),
      'Peak (tok)': String(peakContext),
      Condensed: String(firings.length),
      'First before': String(firings[0]?.request ?? ''),
      'Uncached (tok)': String(tokens.uncached),
      'Written (tok)': String(tokens.cacheWrite),
      'Read (tok)': String(tokens.cacheRead),
      'Output (tok)': String(tokens.output),
    })
    const recall = quality['continuation-recall']
    expect(row['Continuation recall']).toBe(recall == null ? '' : String(recall))
  }
  await page.getByRole('row', { name: /^early / }).click()
  const detail = page.getByRole('region', { name: 'Details of early' })
  const early = told.policies[1]
  await expect(detail.getByRole('table', { name: 'Condensations of early' }).getByRole('row')).toHaveCount(
    early.firings.length + 1,
  )
  const requests = await copiedTable(page, 'Context over requests')
  expect(requests.map((row) => row['early'])).toEqual(
    early.requests.map(({ contextTokens }: { contextTokens: number }) => String(contextTokens)),
  )
})

test('makes policies by a sweep, and draws them against their thresholds', async ({ page }) => {
  await openReplay(page)
  await page.getByRole('button', { name: 'Sweep' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sweep thresholds' })
  await dialog.getByLabel('in steps of').fill('1')
  await expect(dialog.getByRole('button', { name: 'Take their place' })).toBeDisabled()
  await dialog.getByLabel('in steps of').fill('25')
  await dialog.getByLabel('Threshold from').fill('25')
  await dialog.getByRole('checkbox', { name: '128 000' }).check()
  await dialog.getByRole('button', { name: 'Take their place' }).click()
  await expect(page.getByRole('group', { name: 'Policy native-128k-25' })).toBeVisible()
  await play(page, 17)
  const rows = await copiedTable(page, 'Sweep of thresholds')
  expect(rows).toHaveLength(16)
  expect(new Set(rows.map((row) => row['Sweep']))).toEqual(
    new Set(['native 128k', 'native 200k', 'lossless 128k', 'lossless 200k']),
  )
  await expect(page.getByRole('group', { name: 'Policies in the charts' }).getByRole('button')).toHaveCount(
    17,
  )
})

test('shows what is sent with each request, by keyboard', async ({ page }) => {
  await openReplay(page)
  await openYaml(page, policies)
  await play(page, 4)
  await goToPart(page, 'Context')
  const side = page.getByRole('region', { name: 'Context of early' })
  const list = side.getByRole('listbox', { name: 'Messages of the context' })
  const number = page.getByRole('textbox', { name: 'Number of the request' })
  const slider = page.getByRole('slider', { name: 'Request' })
  await expect(list.getByText('summarised').first()).toBeVisible()
  const firing = Number(await number.inputValue())
  await slider.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(number).toHaveValue(String(firing - 1))
  await expect(list.getByText('summarised')).toHaveCount(0)
  await page.keyboard.press('Home')
  await expect(number).toHaveValue('0')
  await expect(list.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('End')
  const beside = page.getByRole('region', { name: 'Context of none' })
  for (const shown of [side, beside]) {
    // What was shown before stays until the context has come.
    await expect
      .poll(async () => {
        const head = await shown.getByText(/ tok · \d+ messages? · \$/).innerText()
        return (await shown.getByLabel('Total').innerText()) === `${head.split(' ')[0]} tok in all`
      })
      .toBe(true)
  }
  await number.fill(String(firing))
  await list.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await expect(side.getByRole('group', { name: 'The selected message' })).toContainText('Made of:')
  await expect(side.getByLabel('Text', { exact: true })).toContainText(/\w/)
  await side.getByRole('link', { name: 'message 1', exact: true }).click()
  await expect(page).toHaveURL(/\/messages\/1$/)
})

test('leads from request to request in the charts, by keyboard, and marks every line', async ({ page }) => {
  await openReplay(page)
  await openYaml(page, policies)
  await play(page, 4)
  const chart = page.getByRole('slider', { name: 'Context over requests' })
  const number = page.getByRole('textbox', { name: 'Number of the request' })
  await chart.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(number).toHaveValue('1')
  await expect(chart).toHaveAttribute('aria-valuetext', /^Request 1: none [^;]+ tok; early /)
  const cost = page.getByRole('slider', { name: 'Cumulative cost over requests' })
  await cost.focus()
  await page.keyboard.press('End')
  await expect(cost).toHaveAttribute('aria-valuetext', /: none \$/)
  for (const id of ['none', 'early', 'late', 'exact'])
    await expect(chart.locator(`[data-end="${id}"]`)).toHaveCount(1)
  const pareto = page.getByRole('region', { name: 'Cost against quality' })
  await expect(pareto.locator('[data-never~="none"]')).toHaveCount(1)
})

test('gives a policy the same mark in every part', async ({ page }) => {
  const hueOf = async (region: string, name: string): Promise<string | null> =>
    page
      .getByRole('region', { name: region })
      .getByRole('listitem')
      .filter({ hasText: name })
      .locator('svg')
      .first()
      .getAttribute('data-hue')
  await openReplay(page)
  await openYaml(page, policies)
  await play(page, 4)
  const hue = await hueOf('Context over requests', 'late')
  expect(hue).toBe('2')
  await goToPart(page, 'Drift')
  await page.getByRole('button', { name: 'Measure the policies of the list' }).click()
  await expect(page.getByRole('region', { name: 'Survival of the first facts' })).toBeVisible()
  expect(await hueOf('Survival of the first facts', 'late')).toBe(hue)
})

test('names what is wrong with the YAML, at its line, and keeps the draft', async ({ page }) => {
  await openReplay(page)
  await openYaml(page, policies.replace('provider: lossless', 'provider: lossles'))
  await expect(page.getByRole('list', { name: 'What is wrong' })).toContainText(/line 5.*lossles/)
  await expect(page.getByRole('button', { name: /^Play/ })).toBeDisabled()
  await page.getByRole('group', { name: 'Policy exact' }).getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: 'Lossless' }).click()
  await expect(page.getByRole('button', { name: 'Play 4 policies' })).toBeEnabled()
  await page.reload()
  await expect(page.getByRole('group', { name: 'Policy exact' })).toBeVisible()
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

test('keeps results while other tabs are looked at', async ({ page }) => {
  await openReplay(page)
  await openYaml(page, policies)
  await play(page, 4)
  await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Messages' }).click()
  await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Replay' }).click()
  await expect(page.getByRole('row', { name: /^early / })).toBeVisible()
})

test('shows what was played last after a reload, and what has changed since', async ({ page }) => {
  await openReplay(page)
  await openYaml(page, policies)
  await play(page, 4)
  const rows = await copiedTable(page, 'Policies')
  await page.reload()
  await expect(page.getByText(/^Played 2\d{3}-\d\d-\d\d \d\d:\d\d$/)).toBeVisible()
  expect(await copiedTable(page, 'Policies')).toEqual(rows)
  await goToPart(page, 'Context')
  const side = page.getByRole('region', { name: 'Context of early' })
  await expect(side.getByText('summarised').first()).toBeVisible()
  await goToPart(page, 'Policies')
  await page.getByRole('button', { name: 'Usual policies' }).click()
  await expect(page.getByText('The policies have changed since')).toBeVisible()
  await page.getByRole('button', { name: 'Take that list again' }).click()
  await expect(page.getByRole('group', { name: 'Policy exact' })).toBeVisible()
  await expect(page.getByText('The policies have changed since')).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Messages' }).click()
  await page.getByRole('listbox', { name: 'Messages' }).press('p')
  await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Replay' }).click()
  await expect(page.getByText(/What these policies name has changed since.*Play again/)).toBeVisible()
  await play(page, 4)
  await expect(page.getByText(/What these policies name has changed since/)).toHaveCount(0)
})

test('measures what is left after condensing again and again', async ({ page }) => {
  await openReplay(page)
  await goToPart(page, 'Drift')
  await page.getByRole('textbox', { name: 'Condensations' }).fill('1')
  await expect(page.getByRole('button', { name: 'Measure the usual policies' })).toBeDisabled()
  await page.getByRole('textbox', { name: 'Condensations' }).fill('3')
  await page.getByRole('button', { name: 'Measure the usual policies' }).click()
  const rows = await (async () => {
    await expect(page.getByRole('region', { name: 'Results of the drift' })).toBeVisible()
    return copiedTable(page, 'Survival of the first facts')
  })()
  expect(new Set(rows.map((row) => row['Condensation']))).toEqual(new Set(['1', '2', '3']))
  for (const row of rows) expect(Number(row['Survival'])).toBeLessThanOrEqual(1)
  await page.reload()
  await expect(page.getByText(/^Played 2\d{3}-/)).toBeVisible()
  expect(await copiedTable(page, 'Survival of the first facts')).toEqual(rows)
  await expect(page.getByRole('textbox', { name: 'Condensations' })).toHaveValue('3')
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
