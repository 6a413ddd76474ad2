import { expect } from 'vitest'
import type { CommandLine } from './command-line.ts'

/** What a line says with `--json`, parsed, where it ends well. */
export async function expectJson({ run }: CommandLine, ...args: readonly string[]) {
  const { code, out, err } = await run([...args, '--json'])
  expect({ args, code, err: code === 0 ? '' : err }).toEqual({ args, code: 0, err: '' })
  return JSON.parse(out)
}
