import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { mutantPlugins, mutantVariable } from './scripts/mutate/mutant-plugin.ts'

// Threads and processes that tests start run from source: what Node has stripped and compiled once is kept for the next.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '.cache', 'node')

export default defineConfig({
  plugins: mutantPlugins(),
  // What a run leaves for the next lies outside of `node_modules`, which `npm ci` empties: how long each file took, too.
  cacheDir: '.cache/vite',
  test: {
    fsModuleCachePath: '.cache/vitest',
    // Kept transforms are found by the file, which a mutant leaves as it is.
    fsModuleCache: process.env[mutantVariable] === undefined,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          setupFiles: ['scripts/random-cases.ts'],
          include: [
            'packages/**/src/*.test.ts',
            'src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        // Components, drawn into a page that has no pixels.
        test: {
          name: 'page',
          include: ['src/renderer/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['src/renderer/testing/page-setup.ts'],
        },
      },
    ],
    // Advice names commands as the process was started: tests expect the same whoever starts them.
    env: { npm_lifecycle_event: 'test' },
    // Tests keep no state in modules, so files may share a thread and what it has loaded; a quarter faster.
    isolate: false,
    // The usual leaves one core to nobody, which is half of a small machine.
    maxWorkers: '100%',
    // Nothing is judged by the clock: these end what hangs, also on a machine that is busy with eight other jobs.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 300_000 } },
    // A test file without a test is a mistake, and so is a committed `.only`.
    passWithNoTests: false,
    allowOnly: false,
  },
})
