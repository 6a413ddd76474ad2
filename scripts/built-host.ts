import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Page } from 'playwright'
import { findBrowser } from './find-browser.ts'

const root = join(import.meta.dirname, '..')

/** Where a host of its own works. Absolute. */
export type HostPlace = {
  /** Home of the host, so that nothing of the real one is in reach; its data lie in it. */
  readonly home: string
  /** Folders named on its command line. */
  readonly folders?: readonly string[]
}

/**
 * Opens the built app in a browser of 1280 by 800 over a host of its own, and ends both afterwards. `npm run build` comes
 * first. `host` is the id of the process.
 */
export async function onBuiltHost<T>(
  { home, folders = [] }: HostPlace,
  work: (page: Page, host: number) => Promise<T>,
): Promise<T> {
  const program = join(root, 'out', 'main', 'cli.js')
  const options = ['--port', '0', '--no-open', '--data', join(home, 'data')]
  const host = spawn(process.execPath, [program, 'serve', ...options, ...folders], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, HOME: home },
  })
  const executablePath = findBrowser()
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath })
  try {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 800 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    })
    await page.goto(await addressOf(host))
    await page.waitForURL((url) => !url.hash.startsWith('#token='))
    return await work(page, host.pid ?? 0)
  } finally {
    await browser.close()
    host.kill()
  }
}

async function addressOf(host: ChildProcess): Promise<string> {
  if (host.stdout === null) throw new Error('The host has no output.')
  for await (const line of createInterface(host.stdout)) {
    const address = /http:\/\/127\.0\.0\.1:\d+\/#token=[\w-]+/.exec(line)?.[0]
    if (address !== undefined) return address
  }
  throw new Error('The host ended before it named its address. Is the app built?')
}
