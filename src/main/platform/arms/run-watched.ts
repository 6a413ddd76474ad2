import { spawn } from 'node:child_process'
import { Cancelled } from '../../kernel/cancel-signal.ts'
import {
  buildMarkedCommand,
  endProcessTree,
  forgetTree,
  makeRunMarks,
  watchTree,
  type RunMarks,
} from './process-tree.ts'
import { guardRun } from './run-guard.ts'

/** A place in which programs of a person run, one after the other; nothing of them outlives it. */
export type WatchedPlace = {
  /** What has these variables ends with the place, also what was started in another way. */
  readonly marks: Readonly<Record<string, string>>
  /** Runs a program to its end. Throws `Cancelled`. */
  readonly run: (program: WatchedProgram, signal: AbortSignal) => Promise<WatchedEnd>
  /** What is left of it stays from now on, also where Dewpoint is killed. */
  readonly settle: () => void
}

export type WatchedProgram = {
  readonly command: readonly string[]
  readonly cwd: string
  /** All that it is given. */
  readonly environment: Readonly<Record<string, string>>
  readonly limitMs: number
  /** Asked every now and then; what it answers with ends the program. */
  readonly stopWhen?: () => Promise<string | null>
}

/** How a program ended, with its last words. */
export type WatchedEnd = {
  readonly kind: 'exited' | 'time-limit' | 'stopped' | 'not-started'
  readonly code: number | null
  /** What `stopWhen` said; empty where it said nothing. */
  readonly why: string
  readonly said: string
}

/** Characters of what a program says that are kept, the last ones. */
const longestSaid = 4000
const lookEveryMs = 1000

/**
 * Opens a folder to programs: whatever they start ends with them, and where Dewpoint is killed before `settle`, they end and
 * the folder is removed.
 */
export function openWatchedPlace(folder: string): WatchedPlace {
  const marks = makeRunMarks()
  const guard = guardRun({ ...marks, folder })
  const [variable = '', value = ''] = marks.run.split('=')
  return {
    marks: { [variable]: value },
    run: (program, signal) => runWatched(program, { marks, folder, watch: guard.watch }, signal),
    settle: () => guard.end(),
  }
}

type Watching = {
  readonly marks: RunMarks
  readonly folder: string
  readonly watch: (pid: number) => void
}

async function runWatched(
  program: WatchedProgram,
  { marks, folder, watch }: Watching,
  signal: AbortSignal,
): Promise<WatchedEnd> {
  if (signal.aborted) throw new Cancelled()
  const [name = '', ...parameters] = buildMarkedCommand(program.command, marks)
  const [variable = '', value] = marks.run.split('=')
  const child = spawn(name, parameters, {
    cwd: program.cwd,
    env: { ...program.environment, [variable]: value },
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-longestSaid)
    })
  const tree = child.pid === undefined ? null : { pid: child.pid, ...marks, folder }
  if (tree !== null) {
    watchTree(tree)
    watch(tree.pid)
  }
  const ended = await waitForEnd(child, program, signal)
  if (tree !== null) {
    await endProcessTree(tree)
    forgetTree(tree.pid)
  }
  child.stdout.destroy()
  child.stderr.destroy()
  if (ended === 'cancelled') throw new Cancelled()
  return { ...ended, said }
}

function waitForEnd(
  child: ReturnType<typeof spawn>,
  { limitMs, stopWhen }: WatchedProgram,
  signal: AbortSignal,
): Promise<Omit<WatchedEnd, 'said'> | 'cancelled'> {
  return new Promise((resolve, reject) => {
    const settle = (end: Omit<WatchedEnd, 'said'> | 'cancelled' | Error): void => {
      clearTimeout(limit)
      clearTimeout(look)
      signal.removeEventListener('abort', cancel)
      if (end instanceof Error) reject(end)
      else resolve(end)
    }
    const cancel = (): void => settle('cancelled')
    const limit = setTimeout(() => settle({ kind: 'time-limit', code: null, why: '' }), limitMs)
    let look: NodeJS.Timeout | undefined
    const lookAgain = (): void => {
      look = setTimeout(() => {
        stopWhen?.().then(
          (why) => (why === null ? lookAgain() : settle({ kind: 'stopped', code: null, why })),
          (error: unknown) => settle(error instanceof Error ? error : new Error(String(error))),
        )
      }, lookEveryMs)
    }
    if (stopWhen !== undefined) lookAgain()
    signal.addEventListener('abort', cancel)
    child.once('error', ({ message }) => settle({ kind: 'not-started', code: null, why: message }))
    child.once('exit', (code) => settle({ kind: 'exited', code, why: '' }))
  })
}
