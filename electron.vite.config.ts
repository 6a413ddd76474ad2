import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { recordPackages } from './scripts/shipping/record-packages.ts'

const here = import.meta.dirname

/**
 * What `dependencies` of package.json names stays outside of the bundles and is installed beside them: native code, and
 * what starts threads from files of its own. All else is bundled, so that an install holds what runs and nothing more.
 * One build serves all three doors: main process, browser host and command line share the `main` bundles.
 */
export default defineConfig({
  main: {
    plugins: [recordPackages()],
    build: {
      outDir: 'out/main',
      rollupOptions: {
        input: {
          electron: resolve(here, 'src/main/hosts/electron/main.ts'),
          cli: resolve(here, 'src/main/cli/main.ts'),
          worker: resolve(here, 'src/main/jobs/worker.ts'),
        },
        output: { format: 'es' },
      },
    },
  },
  preload: {
    plugins: [recordPackages()],
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
    plugins: [react(), recordPackages()],
  },
})
