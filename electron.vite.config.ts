import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { resolve } from 'node:path'

const here = import.meta.dirname

/**
 * Packages of many small files: read one by one they are a third of the time of a start. The others stay outside for what
 * they load at run time: native code, threads, tables of tokens, the models' own clients.
 */
const bundled = [
  '@orpc/client',
  '@orpc/contract',
  '@orpc/server',
  'chokidar',
  'commander',
  'diff',
  'kysely',
  'p-map',
  'p-queue',
  'picomatch',
  'string-width',
  'yaml',
  'zod',
]

/** One build serves all three doors: main process, browser host and command line share the `main` bundles. */
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      externalizeDeps: { exclude: bundled },
      rollupOptions: {
        input: {
          electron: resolve(here, 'src/main/hosts/electron/main.ts'),
          cli: resolve(here, 'src/main/cli/main.ts'),
          worker: resolve(here, 'src/main/workers/worker.ts'),
          search: resolve(here, 'src/main/search/search-thread.ts'),
          doctor: resolve(here, 'src/main/store/doctor/doctor-thread.ts'),
        },
        output: { format: 'es' },
      },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      rollupOptions: {
        input: { preload: resolve(here, 'src/main/hosts/electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    build: {
      outDir: resolve(here, 'out/renderer'),
      minify: true,
      rollupOptions: { input: { index: resolve(here, 'src/renderer/index.html') } },
    },
    plugins: [react()],
  },
})
