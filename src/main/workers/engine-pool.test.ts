import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { createEnginePool, type EnginePool } from './engine-pool.ts'

const folder = mkdtempSync(join(tmpdir(), 'dewpoint-pool-'))
let pool: EnginePool | undefined
afterEach(() => pool?.close())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A worker whose count ends only once somebody has asked it for rows. */
const interleaving = `
let release
const asked = new Promise((resolve) => { release = resolve })
export async function runJob({ name }) {
  if (name === 'inspectTask') await asked
  else release()
  return { output: name, heldBytes: 0 }
}
`

it('answers for the screen while it counts', async () => {
  const file = join(folder, 'worker.mjs')
  writeFileSync(file, interleaving)
  pool = createEnginePool(file)
  const source = { hash: 'x', bytes: new Uint8Array() }
  const task = { id: 't', format: 'roo', path: '/t', title: '', problems: [] }
  const counted = pool.run('inspectTask', { source, usage: { requests: [], condensations: [] }, task })
  expect(await pool.run('listMessages', { source })).toBe('listMessages')
  expect(await counted).toBe('inspectTask')
})

/** A worker with jobs of which one ends with its thread, and one ignores that it is cancelled. */
const stubborn = `
export async function runJob({ input }) {
  if (input === 'ends its thread') process.exit(1)
  if (input === 'goes on') await new Promise(() => setInterval(() => undefined, 1000))
  return { output: input, heldBytes: 0 }
}
`

it.each([
  ['ends its thread', 'exited with code'],
  ['goes on', 'aborted'],
])('does what waits behind a job that %s', async (kind, message) => {
  const file = join(folder, 'stubborn.mjs')
  writeFileSync(file, stubborn)
  const created = createEnginePool(file)
  pool = created
  const canceller = new AbortController()
  // What a job is given is of no interest to this worker.
  const run = (input: string, signal?: AbortSignal): Promise<unknown> =>
    created.run('readTask', input as never, signal === undefined ? {} : { signal })
  const first = run(kind, canceller.signal)
  const second = run('second')
  const third = run('third')
  canceller.abort(new Error('cancelled'))
  await expect(first).rejects.toThrow(message)
  expect(await Promise.all([second, third])).toEqual(['second', 'third'])
})
