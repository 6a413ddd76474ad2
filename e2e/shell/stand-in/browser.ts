import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright'
import { browserArguments, scriptsOfShortLife } from '../../../scripts/browser-arguments.ts'
import { findBrowser } from '../../../scripts/find-browser.ts'

type Running = { readonly context: BrowserContext; readonly folder: string }

let running: Promise<Running> | undefined
let isFirstPageFree = true

async function launch(): Promise<Running> {
  const executablePath = findBrowser()
  const folder = await mkdtemp(join(tmpdir(), 'dewpoint-stand-in-'))
  const context = await chromium.launchPersistentContext(folder, {
    ...(executablePath === undefined ? {} : { executablePath }),
    viewport: { width: 1280, height: 800 },
    // The test attaches to the same browser through this port, as it does to Electron.
    args: ['--remote-debugging-port=0', ...browserArguments, scriptsOfShortLife],
  })
  const [port = ''] = (await readFile(join(folder, 'DevToolsActivePort'), 'utf8')).split('\n')
  process.send?.({ debuggingPort: Number(port) })
  return { context, folder }
}

/** A fresh page in the one browser, which starts with the first of them. */
export async function openPage(): Promise<Page> {
  running ??= launch()
  const { context } = await running
  const first = isFirstPageFree ? context.pages()[0] : undefined
  isFirstPageFree = false
  return first ?? context.newPage()
}

export async function closeBrowser(): Promise<void> {
  if (running === undefined) return
  const { context, folder } = await running
  await context.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
