import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import type { Ending } from './tally.ts'

const root = join(import.meta.dirname, '..', '..')
const packageSchema = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) })

/** What a command said, both streams in the order of arrival, and how it ended. */
export type CommandResult = Ending & { readonly output: string; readonly durationMs: number }

/**
 * Path of the script behind a tool's command, so that it runs on this very Node instead of whichever comes first
 * in PATH, and without a shell on Windows.
 */
export function toolScript(packageName: string, command: string = packageName): string {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = packageSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  const path = typeof bin === 'string' ? bin : bin[command]
  if (path === undefined) throw new Error(`${packageName} has no command ${command}`)
  return join(folder, path)
}

type RunOptions = {
  /** Where it runs, if not in the root of the repository. */
  readonly cwd?: string
  /** What is added to its environment. */
  readonly env?: Readonly<Record<string, string>>
  /** It is ended after this; as long as it takes where absent. */
  readonly longestMs?: number
  /** Takes each line of both streams as it comes. */
  readonly onLine?: (line: string) => void
}

/** Runs a script on this Node. Never throws: a failed start is an ending too. */
export function runScript(
  script: string,
  args: readonly string[],
  { cwd = root, env = {}, longestMs, onLine }: RunOptions = {},
): Promise<CommandResult> {
  const startMs = performance.now()
  const chunks: Buffer[] = []
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(longestMs === undefined ? {} : { timeout: longestMs, killSignal: 'SIGKILL' as const }),
    env: {
      ...process.env,
      // A tool that starts `node` gets this one.
      PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
      // What Node has compiled once: every thread of the tests loads the same files, stripped of their types each time.
      NODE_COMPILE_CACHE: join(root, '.cache', 'node'),
      ...env,
    },
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    if (onLine !== undefined)
      createInterface({ input: stream }).on('line', (line) => onLine(stripVTControlCharacters(line)))
  }
  return new Promise((settle) => {
    const finish = (code: number | null): void =>
      settle({
        code,
        output: Buffer.concat(chunks).toString('utf8'),
        durationMs: performance.now() - startMs,
      })
    child.on('error', (error) => {
      chunks.push(Buffer.from(`${error.message}\n`))
      finish(null)
    })
    child.on('close', finish)
  })
}
