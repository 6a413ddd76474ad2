import { registerHooks } from 'node:module'

/**
 * Preloaded with `node --import`: everything that imports `electron` gets the stand-in instead, so that the built
 * main bundle runs for real where the Electron runtime is missing.
 */
const standIn = new URL('./electron.ts', import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier === 'electron/main'
      ? { url: standIn, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
})
