import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test as base, type Page } from '@playwright/test'
import { renderHtmlReport } from '../../src/main/features/reports/compute/html/render-html-report.ts'
import { experimentFixture } from '../../src/main/features/reports/compute/testing/experiment-fixture.ts'
import {
  attack,
  hostileExperiment,
} from '../../src/main/features/reports/compute/testing/hostile-experiment.ts'
import { reportInput } from '../../src/main/features/reports/compute/testing/report-input.ts'
import { graveViolations, rulesOfColour } from '../screens/expect-accessible.ts'

type Reports = {
  /** Saves a report to disk and gives its address. */
  readonly save: (report: string) => Promise<string>
}

const test = base.extend<Reports>({
  save: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'dewpoint-report-'))
    await use(async (report) => {
      const path = join(folder, 'report.html')
      await writeFile(path, report)
      return pathToFileURL(path).href
    })
    await rm(folder, { recursive: true, force: true })
  },
})

function openAll(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
}

test('what a report quotes is shown as text: nothing runs, nothing is fetched', async ({ page, save }) => {
  const outside: string[] = []
  const input = reportInput(hostileExperiment())
  const cases = input.cases.map((each) => ({ ...each, lost: [attack] }))
  const address = await save(renderHtmlReport({ ...input, cases }))
  page.on('request', (request) => {
    if (request.url() !== address) outside.push(request.url())
  })
  page.on('dialog', (dialog) => outside.push(`dialog: ${dialog.message()}`))
  page.on('console', (message) => outside.push(`console: ${message.text()}`))
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<script>window.pwned=1</script>')
  await expect(page.getByText('⟨U+202E⟩gnp.exe').first()).toBeVisible()
  await openAll(page)
  const found = await page.evaluate(() => ({
    isPwned: 'pwned' in window,
    runnable: document.querySelectorAll('script:not([type="application/json"]), img, iframe, object').length,
    handlers: [...document.querySelectorAll('*')].flatMap((element) =>
      element.getAttributeNames().filter((name) => name.startsWith('on')),
    ),
  }))
  expect(found).toEqual({ isPwned: false, runnable: 0, handlers: [] })
  expect(outside).toEqual([])
})

test('a script that somebody puts into a report does not run', async ({ page, save }) => {
  const report = renderHtmlReport(reportInput())
  await page.goto(await save(report.replace('</main>', '<script>window.pwned=1</script></main>')))
  await expect(page.getByRole('heading', { name: 'Verdicts' })).toBeVisible()
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
})

test('a report with everything open is accessible in both themes', async ({ page, save }) => {
  await page.goto(await save(renderHtmlReport(reportInput(experimentFixture({ variants: 3, tasks: 2 })))))
  await openAll(page)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    // The theme changes nothing but colours.
    const rules = colorScheme === 'light' ? rulesOfColour : undefined
    expect(await graveViolations(page.locator('html'), rules), colorScheme).toEqual([])
  }
})

test('a report of 12 variants at 20 checkpoints fits windows and paper, on which it is open and light', async ({
  page,
  save,
}) => {
  await page.goto(await save(renderHtmlReport(reportInput(experimentFixture({ variants: 12, tasks: 20 })))))
  await expect(page.getByText('Written by Dewpoint')).toBeVisible()
  for (const width of [1280, 2560])
    await test.step(`a window of ${width}`, async () => {
      await page.setViewportSize({ width, height: 1000 })
      // Tables of results need no scrolling; those with a column for each variant scroll within their own box.
      const spill = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(spill).toBeLessThanOrEqual(0)
      const results = page.getByRole('region', { name: /^Mean, its interval/ })
      // As many as it takes for all metrics to be readable.
      await expect(results.nth(2)).toBeAttached()
      for (const table of await results.all())
        expect(await table.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
    })
  await test.step('paper', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    // A4 without its margins, at 96 dots an inch.
    await page.setViewportSize({ width: 703, height: 1000 })
    const found = await page.evaluate(() => ({
      ground: getComputedStyle(document.body).backgroundColor,
      // A folded table has a height only where it is shown.
      closed: [...document.querySelectorAll('details table')].filter((table) => table.clientHeight === 0)
        .length,
      spill: document.documentElement.scrollWidth - window.innerWidth,
    }))
    expect(found).toEqual({ ground: 'rgb(255, 255, 255)', closed: 0, spill: 0 })
  })
})
