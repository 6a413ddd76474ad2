import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { browserArguments, oneProcessForAllPages, scriptsOfShortLife } from './scripts/browser-arguments.ts'
import { findBrowser } from './scripts/find-browser.ts'

const executablePath = findBrowser()
const browser = executablePath === undefined ? {} : { executablePath }

// What Node has compiled once serves all workers and the programs that they start.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '.cache', 'node')

/** It compiles the app once for all of them. */
const pagesOfOneProcess = [...browserArguments, scriptsOfShortLife, ...oneProcessForAllPages]

/** Drives the production build: `npm run build` comes first. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // The machine is small, and each test starts an app of its own.
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  // Nothing is judged by the clock: these end what hangs, also on a machine that is busy with eight other jobs.
  timeout: 900_000,
  expect: { timeout: 120_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // Recording one takes a third of the time of all specs; `npx playwright test <spec> --trace on` makes one of a failing spec.
    trace: 'off',
    launchOptions: { ...browser, args: [...browserArguments, scriptsOfShortLife] },
  },
  projects: [
    {
      name: 'hosts',
      testDir: 'e2e/hosts',
      use: { launchOptions: { ...browser, args: pagesOfOneProcess } },
    },
    {
      name: 'screens',
      testDir: 'e2e/screens',
      use: {
        // One page for all tests of a worker, emptied between them.
        reuseContext: true,
        launchOptions: { ...browser, args: pagesOfOneProcess },
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
    // The app closes its own browser, so the fixture takes the pictures before that.
    { name: 'shell', testDir: 'e2e/shell', use: { screenshot: 'off' } },
  ],
})
