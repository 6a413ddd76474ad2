import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
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

/** Where a script runs, if not in the root of the repository, and what is added to its environment. */
type RunOptions = { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> }

/** Runs a script on this Node. Never throws: a failed start is an ending too. */
export function runScript(
  script: string,
  args: readonly string[],
  { cwd = root, env = {} }: RunOptions = {},
): Promise<CommandResult> {
  const startMs = performance.now()
  const chunks: Buffer[] = []
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // A tool that starts `node` gets this one.
      PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
      ...env,
    },
  })
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
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
