import { spawn } from 'node:child_process'
import { join } from 'node:path'

const childFolder = join(import.meta.dirname, '..', 'children')

/**
 * Runs a file of `bench/children` in a process of its own and gives what it printed as its last line, as JSON.
 * Its memory and its event loop are then nobody else's.
 */
export async function runChild<T>(file: string, args: readonly string[]): Promise<T> {
  const { code, output } = await runNode([join(childFolder, file), ...args])
  const last = output.trimEnd().split('\n').at(-1) ?? ''
  if (code !== 0) throw new Error(`${file} ended with exit code ${code}: ${last}`)
  // Written by our own child a moment ago; the caller names its type.
  return JSON.parse(last) as T
}

/** Runs this very Node with arguments to its end; what it prints as an error is passed on. */
export function runNode(
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((settle, fail) => {
    child.on('error', fail)
    child.on('close', (code) => settle({ code, output: Buffer.concat(chunks).toString('utf8') }))
  })
}
