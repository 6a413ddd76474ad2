import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { lstat, readFile } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { armFailure } from '../../../shared/methods/external-arms-words.ts'
import { Cancelled, type CancelSignal } from '../../kernel/cancel-signal.ts'
import type { ArmExchange, ArmReply } from '../../kernel/external-arm.ts'
import { readSystemCode } from '../files/file-failure.ts'
import { runInTemporaryFolder } from '../files/temporary-folder.ts'
import { createFileFiller } from '../files/write-file.ts'
import {
  endProcessTree,
  forgetTree,
  buildMarkedCommand,
  makeRunMarks,
  watchTree,
  type ProcessTree,
} from './process-tree.ts'
import { makeFailedReply, pickLastLine } from './reply.ts'
import { guardRun, type RunGuard } from './run-guard.ts'

export type CommandRun = {
  /** What it is called in failures. */
  readonly arm: string
  readonly command: readonly string[]
  /** All that it is given. */
  readonly environment: Readonly<Record<string, string>>
  readonly document: string
  /** `directory`: the document is `input.json` in the folder that it runs in, and `output.json` is its answer. */
  readonly exchange: ArmExchange
  readonly timeLimitMs: number
  readonly outputLimitBytes: number
}

/** How a run ended before its output was looked at. */
type End =
  | { readonly kind: 'exited'; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly kind: 'not-started'; readonly why: string }
  | { readonly kind: 'time-limit' }
  | { readonly kind: 'output-limit'; readonly stream: string }
  | { readonly kind: 'cancelled' }

/** How long pipes may stay open once everything that wrote to them was ended, in milliseconds. */
const closingMs = 2000

/**
 * Runs a command as it stands, no shell reads it, in an empty folder, gives it a document on stdin and takes what it says.
 * Nothing of it is left when this ends: no process, no folder; and nothing a moment later where this process is killed.
 * Throws `Cancelled`.
 */
export async function runCommand(run: CommandRun, signal: CancelSignal): Promise<ArmReply> {
  if (signal.aborted) throw new Cancelled()
  return runInTemporaryFolder(async (folder) => {
    if (run.exchange === 'directory') await createFileFiller(run.document)(join(folder, 'input.json'))
    const started = start(run, folder)
    if (started.child === null) return toReply(run, { kind: 'not-started', why: started.why }, '', '')
    const { child, tree, guard } = started
    const output = collect(child, run.outputLimitBytes)
    const end = await waitForCommandEnd(child, run, signal, output.exceeded)
    if (tree !== null) {
      await endProcessTree(tree)
      await waitUntilClosed(child)
      forgetTree(tree.pid)
    }
    guard.end()
    if (end.kind === 'cancelled') throw new Cancelled()
    const late = await Promise.race([output.exceeded, Promise.resolve(null)])
    if (run.exchange === 'pipe' || (late ?? end).kind !== 'exited')
      return toReply(run, late ?? end, output.text(), output.said())
    const answer = await readOutputFile(join(folder, 'output.json'), run.outputLimitBytes)
    return toReply(
      run,
      answer === null ? { kind: 'output-limit', stream: 'output.json' } : end,
      answer ?? '',
      output.said(),
    )
  })
}

function start(
  { command, environment }: CommandRun,
  folder: string,
):
  | {
      readonly child: ChildProcessWithoutNullStreams
      readonly tree: ProcessTree | null
      readonly guard: RunGuard
    }
  | { readonly child: null; readonly why: string } {
  const marks = makeRunMarks()
  const guard = guardRun({ ...marks, folder })
  try {
    requireProgram(command[0] ?? '', environment, folder)
    const [program = '', ...parameters] = buildMarkedCommand(command, marks)
    const [variable = '', value] = marks.run.split('=')
    const child = spawn(program, parameters, {
      cwd: folder,
      env: { ...environment, [variable]: value },
      shell: false,
      // A group of its own, so that what it starts can be ended with it.
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const tree = child.pid === undefined ? null : { pid: child.pid, ...marks, folder }
    if (tree !== null) {
      watchTree(tree)
      guard.watch(tree.pid)
    }
    return { child, tree, guard }
  } catch (error) {
    guard.end()
    return { child: null, why: describeSpawnError(error) }
  }
}

/** A program is looked for as the system does it: what runs it with its limit would fail with a text of a shell. */
function requireProgram(program: string, environment: CommandRun['environment'], folder: string): void {
  if (process.platform === 'win32') return
  const places = program.includes('/') ? [folder] : (environment['PATH'] ?? '/usr/bin:/bin').split(delimiter)
  let failure: unknown = null
  for (const place of places) {
    try {
      accessSync(resolve(folder, place, program), constants.X_OK)
      return
    } catch (error) {
      // One that may not be run says more than one that is not there.
      if (failure === null || readSystemCode(error) === 'EACCES') failure = error
    }
  }
  throw failure
}

type Output = {
  readonly text: () => string
  readonly said: () => string
  readonly exceeded: Promise<End>
}

function collect(child: ChildProcessWithoutNullStreams, limit: number): Output {
  const { promise: exceeded, resolve } = Promise.withResolvers<End>()
  const gather = (stream: 'stdout' | 'stderr') => {
    const chunks: Buffer[] = []
    let bytes = 0
    child[stream].on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= limit) chunks.push(chunk)
      else resolve({ kind: 'output-limit', stream })
    })
    child[stream].on('error', () => undefined)
    return (): string => Buffer.concat(chunks).toString('utf8')
  }
  return { text: gather('stdout'), said: gather('stderr'), exceeded }
}

function waitForCommandEnd(
  child: ChildProcessWithoutNullStreams,
  { document, exchange, timeLimitMs }: CommandRun,
  signal: CancelSignal,
  exceeded: Promise<End>,
): Promise<End> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle({ kind: 'time-limit' }), timeLimitMs)
    const cancel = (): void => settle({ kind: 'cancelled' })
    const settle = (end: End): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
      resolve(end)
    }
    signal.addEventListener('abort', cancel)
    child.once('error', (error) => settle({ kind: 'not-started', why: describeSpawnError(error) }))
    child.once('exit', (code, ofSignal) => settle({ kind: 'exited', code, signal: ofSignal }))
    void exceeded.then(settle)
    // It may read nothing, or no more.
    child.stdin.on('error', () => undefined)
    child.stdin.end(exchange === 'pipe' ? document : '')
  })
}

/** What a command wrote; empty where it wrote nothing, null where it is too long. */
async function readOutputFile(path: string, limit: number): Promise<string | null> {
  try {
    // A link would name a file that is not its answer.
    const info = await lstat(path)
    if (!info.isFile()) return ''
    return info.size > limit ? null : await readFile(path, 'utf8')
  } catch {
    return ''
  }
}

/** Waits until the pipes are closed, so that all that was written is read. */
async function waitUntilClosed(child: ChildProcessWithoutNullStreams): Promise<void> {
  const isClosed = ({
    closed: is,
    destroyed,
  }: {
    readonly closed: boolean
    readonly destroyed: boolean
  }): boolean => is || destroyed
  if (isClosed(child.stdout) && isClosed(child.stderr)) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, closingMs)
    child.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
}

function toReply(run: CommandRun, end: End, text: string, said: string): ArmReply {
  const { arm } = run
  switch (end.kind) {
    case 'not-started':
      return makeFailedReply(armFailure('arm-not-started', { arm, why: end.why }))
    case 'time-limit':
      return makeFailedReply(armFailure('arm-time-limit', { arm, seconds: run.timeLimitMs / 1000 }))
    case 'output-limit':
      return makeFailedReply(
        armFailure('arm-output-limit', { arm, bytes: run.outputLimitBytes, stream: end.stream }),
      )
    case 'exited': {
      if (end.code === 0) return { kind: 'answered', text }
      const status = end.code === null ? `the signal ${end.signal ?? ''}` : `exit code ${end.code}`
      return makeFailedReply(armFailure('arm-exit', { arm, status, said: pickLastLine(said) }))
    }
    case 'cancelled':
      throw new Cancelled()
  }
}

/** What the system says of a program, in words. */
function describeSpawnError(error: unknown): string {
  const code = readSystemCode(error)
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return 'there is no such program. Name it by its absolute path, or as it is found on PATH.'
  if (code === 'EACCES') return 'it may not be run.'
  if (code === 'E2BIG') return 'its arguments are too long.'
  return error instanceof Error ? `${error.message}.` : String(error)
}
