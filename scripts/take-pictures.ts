import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Page } from 'playwright'
import { findBrowser } from './find-browser.ts'

/**
 * Takes the pictures of the README from the built app over its sample library: Home, and the result of the sample
 * experiment. `npm run build` comes first.
 */

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs', 'pictures')
const size = { width: 1280, height: 800 }

/** Pictures by their names, with how to get there from the first screen. */
const pictures: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  home: (page) => page.getByRole('main').waitFor(),
  experiment: async (page) => {
    await page.goto(`${new URL(page.url()).origin}/#/experiments`)
    await page.getByRole('table').getByRole('link').first().click()
    await page.getByRole('table', { name: 'Results' }).waitFor()
  },
}

/** What a browser and a server need to settle: measuring in the background included. */
const settleMs = 8_000

async function addressOf(host: ChildProcess): Promise<string> {
  if (host.stdout === null) throw new Error('The host has no output.')
  for await (const line of createInterface(host.stdout)) {
    const address = /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+/.exec(line)?.[0]
    if (address !== undefined) return address
  }
  throw new Error('The host ended before it named its address. Is the app built?')
}

async function takePictures(address: string): Promise<void> {
  const executablePath = findBrowser()
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath })
  try {
    const page = await browser.newPage({ viewport: size, colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(address)
    await page.waitForURL((url) => !url.hash.startsWith('#token='))
    mkdirSync(folder, { recursive: true })
    for (const [name, go] of Object.entries(pictures)) {
      await go(page)
      await page.waitForTimeout(settleMs)
      const path = join(folder, `${name}.png`)
      await page.screenshot({ path })
      console.log(path)
    }
  } finally {
    await browser.close()
  }
}

const scratch = mkdtempSync(join(tmpdir(), 'dewpoint-pictures-'))
const host = spawn(
  process.execPath,
  [join(root, 'out', 'main', 'cli.js'), 'serve', '--port', '0', '--no-open', '--data', join(scratch, 'data')],
  { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, HOME: scratch } },
)
try {
  await takePictures(await addressOf(host))
} finally {
  host.kill()
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
}
