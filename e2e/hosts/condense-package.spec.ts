import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { buildPackage } from '../../packages/condense/build.ts'
import { condense } from '../../packages/condense/src/index.ts'

const sample = join(import.meta.dirname, '../../resources/sample-task/api_conversation_history.json')
const presets = ['lossless', 'truncation', 'sliding-window', 'claude-code', 'codex-local'] as const

declare global {
  interface Window {
    dewpoint: { readonly condense: typeof condense }
  }
}

test('the library condenses in a browser as it does in Node', async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), 'dewpoint-library-'))
  await buildPackage(folder)
  const code = await readFile(join(folder, 'index.js'), 'utf8')
  await rm(folder, { recursive: true, force: true })
  const failures: string[] = []
  page.on('pageerror', (error) => failures.push(error.message))
  await page.route('http://page.test/**', (route) => {
    const isCode = route.request().url().endsWith('.js')
    const html = `<script type="module">window.dewpoint = await import('/index.js')</script>`
    return route.fulfill(
      isCode ? { contentType: 'text/javascript', body: code } : { contentType: 'text/html', body: html },
    )
  })
  await page.goto('http://page.test/')
  await page.waitForFunction(() => 'dewpoint' in window)
  expect(failures).toEqual([])
  const history = JSON.parse(await readFile(sample, 'utf8')) as object[]
  for (const preset of presets) {
    const options = { preset, model: 'extractive' } as const
    const here = await condense(history, options)
    const there = await page.evaluate(
      async (given) => window.dewpoint.condense(given.history, given.options),
      { history, options },
    )
    expect(here.isCondensed, preset).toBe(true)
    expect(there.messages, preset).toEqual(here.messages)
    expect(there.provenance, preset).toEqual(JSON.parse(JSON.stringify(here.provenance)))
    expect(there.stats.finalTokens, preset).toBe(here.stats.finalTokens)
  }
})
