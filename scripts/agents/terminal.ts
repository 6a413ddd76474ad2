import { createRequire } from 'node:module'
import { join } from 'node:path'
import { waitUntil, type Command, type Place } from './process.ts'

/** What is used of `node-pty`. */
type Pty = {
  readonly onData: (listener: (data: string) => void) => unknown
  readonly onExit: (listener: () => void) => unknown
  readonly write: (data: string) => void
  readonly kill: () => void
}
type PtyModule = {
  readonly spawn: (file: string, args: readonly string[], options: Readonly<Record<string, unknown>>) => Pty
}

/** A program in a pseudo terminal, driven as a person would. */
export type Terminal = {
  /** Types a line, waits until it stands there, and enters it. */
  readonly enter: (line: string) => Promise<void>
  readonly press: (keys: string) => void
  /** Waits until something has been written, and nothing more for so long. */
  readonly settle: (quietMs: number, longestMs: number) => Promise<void>
  /** What was written, the colours included. */
  readonly written: () => string
  readonly end: () => Promise<void>
}

/** Starts a program in a pseudo terminal of the package in a folder. */
export function openTerminal(packages: string, [program, ...args]: Command, { cwd, env }: Place): Terminal {
  // The package is no dependency of the project: its shape is stated here.
  const pty = createRequire(join(packages, 'package.json'))('@lydell/node-pty') as PtyModule
  const child = pty.spawn(program, args, { cwd, env, cols: 140, rows: 45, name: 'xterm-256color' })
  let output = ''
  let lastMs = performance.now()
  let isEnded = false
  child.onData((data) => {
    output += data
    lastMs = performance.now()
  })
  child.onExit(() => (isEnded = true))
  const settle = async (quietMs: number, longestMs: number): Promise<void> => {
    const isQuiet = (): boolean => output !== '' && performance.now() - lastMs > quietMs
    await waitUntil(() => isEnded || isQuiet(), longestMs)
  }
  return {
    settle,
    press: (keys) => child.write(keys),
    written: () => output,
    async enter(line) {
      child.write(line)
      lastMs = performance.now()
      await settle(700, 3000)
      child.write('\r')
    },
    async end() {
      // The first one only empties the line, and the last one is for good measure.
      for (const key of ['\u0003', '\u0003', '\u0003']) {
        if (isEnded) break
        child.write(key)
        await waitUntil(() => isEnded, 1000)
      }
      if (!isEnded) child.kill()
      await waitUntil(() => isEnded, 5000)
    },
  }
}
