import { setFlagsFromString } from 'node:v8'

/**
 * How much of what a heap holds it may take on before V8 collects its garbage, in percent. Left alone V8 lets it grow
 * to a multiple, which each thread does that holds a large history.
 */
const growthPercent = 40

/** Lets this process, with all threads that it starts from now on, collect garbage earlier. */
export function growHeapsSlowly(): void {
  // Electron's V8 may keep its flags from being changed once it runs, and ends the process that tries.
  if (process.versions['electron'] === undefined)
    setFlagsFromString(`--heap-growing-percent=${growthPercent}`)
}
