import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

type Fields = Readonly<Record<string, unknown>>

it('ends each job of a request with the request', () => {
  const files = globSync(join(import.meta.dirname, '../*/*handlers.ts'))
  const jobs = files.flatMap((file) => listEngineRunCalls(file).map((job) => `${basename(file)}: ${job}`))
  expect(jobs.length).toBeGreaterThan(20)
  expect(jobs.filter((job) => !/signal/i.test(job))).toEqual([])
})

/** The calls of `engine.run` in a file, as they are written. */
function listEngineRunCalls(file: string): readonly string[] {
  const code = readFileSync(file, 'utf8')
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit)
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return
    // Nodes are plain objects.
    const fields = node as Fields
    const text = code.slice(Number(fields['start']), Number(fields['end']))
    if (fields['type'] === 'CallExpression' && /^(?:\w+\.)*engine\.run\(/.test(text)) found.push(text)
    Object.values(fields).forEach(visit)
  }
  visit(parseSync(file, code).program)
  return found
}
