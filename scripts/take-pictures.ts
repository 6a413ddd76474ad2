import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { onBuiltHost } from './built-host.ts'

/**
 * Takes the pictures of the README from the built app over its sample library: the page of a condensation, Home, and the
 * result of the sample experiment. `npm run build` comes first.
 */

const folder = join(import.meta.dirname, '..', 'docs', 'pictures')

/** Pictures by their names, with how to get there from the first screen. */
const pictures: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  home: async (page) => {
    await page.getByRole('table', { name: 'Methods' }).waitFor({ timeout: longestMs })
    await page.getByText('Measured on all').waitFor({ timeout: longestMs })
  },
  condensation: async (page) => {
    await page.goto(`${new URL(page.url()).origin}/#/library`)
    await page.getByRole('link', { name: 'End the race that sends letters twice' }).click()
    await page.getByRole('link', { name: '1', exact: true }).click()
    await page.getByRole('table', { name: 'What would have kept it' }).waitFor({ timeout: longestMs })
  },
  experiment: async (page) => {
    await page.goto(`${new URL(page.url()).origin}/#/experiments`)
    await page.getByRole('link', { name: /sample task/ }).click()
    await page.getByRole('region', { name: 'Answer' }).waitFor()
  },
}

const longestMs = 120_000
/** What a browser and a server need to settle: measuring all samples in the background included. */
const settleMs = 30_000

/** Shows a path of this checkout as one of anybody's. */
async function hideFolder(page: Page, checkout: string): Promise<void> {
  for (const found of await page.getByText(checkout).all()) {
    const text = await found.textContent()
    await found.evaluate(
      (element, shown) => Object.assign(element, { textContent: shown }),
      text?.replaceAll(checkout, '~/dewpoint') ?? '',
    )
  }
}

async function takePictures(page: Page): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const [name, go] of Object.entries(pictures)) {
    await go(page)
    await page.waitForTimeout(settleMs)
    await hideFolder(page, join(import.meta.dirname, '..'))
    const path = join(folder, `${name}.png`)
    await page.screenshot({ path })
    console.log(path)
  }
}

const home = mkdtempSync(join(tmpdir(), 'dewpoint-pictures-'))
try {
  await onBuiltHost({ home }, takePictures)
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
}
