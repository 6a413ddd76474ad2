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
  ['goes on', 'cancelled'],
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
  if (kind === 'goes on') canceller.abort(new Error('cancelled'))
  await expect(first).rejects.toThrow(message)
  expect(await Promise.all([second, third])).toEqual(['second', 'third'])
})

/** A worker with jobs that compute without end once they have told of themselves, beside others of the same thread. */
const computing = `
export async function runJob({ name, input, port }) {
  port.on('message', () => port.postMessage({ kind: 'heard-cancel' }))
  if (input.kind === 'computes') {
    port.postMessage({ kind: 'early', early: name })
    await new Promise((resolve) => setImmediate(resolve))
    for (;;);
  }
  if (input.kind === 'waits') await new Promise((resolve) => setTimeout(resolve, 50))
  port.close()
  return { output: input.kind, heldBytes: 0 }
}
`

it.each([
  ['listMessages'],
  ['runCell'],
  ['cutTask'],
  ['viewTimeline'],
  ['runMethods'],
  ['readTask'],
] as const)(
  'ends %s that computes on though it was cancelled, and does what shares its thread again',
  async (name) => {
    const file = join(folder, 'computing.mjs')
    writeFileSync(file, computing)
    const created = createEnginePool(file, 200)
    pool = created
    // What a job is given is of no interest to this worker.
    const run = (kind: string, options: object = {}): Promise<unknown> =>
      created.run(name, { kind, source: { hash: 'x', cut: 0, bytes: new Uint8Array() } } as never, options)
    const canceller = new AbortController()
    const waits = run('waits')
    const begun = Promise.withResolvers<void>()
    const computes = run('computes', { signal: canceller.signal, onEarly: () => begun.resolve() })
    await begun.promise
    canceller.abort(new Error('given up'))
    const next = run('next')
    await expect(computes).rejects.toThrow(/given up|aborted/)
    expect(await Promise.all([waits, next])).toEqual(['waits', 'next'])
  },
)

it('leaves a thread to others that hears of a cancelled job', async () => {
  const file = join(folder, 'hearing.mjs')
  writeFileSync(
    file,
    `let threads = 0
export async function runJob({ input, port }) {
  threads += 1
  port.on('message', () => port.postMessage({ kind: 'heard-cancel' }))
  if (input.kind === 'waits') {
    port.postMessage({ kind: 'early', early: 'begun' })
    await new Promise((resolve) => setTimeout(resolve, 600))
  }
  port.close()
  return { output: threads, heldBytes: 0 }
}`,
  )
  const created = createEnginePool(file, 200)
  pool = created
  // What a job is given is of no interest to this worker.
  const run = (kind: string, options: object = {}): Promise<unknown> =>
    created.run('listMessages', { kind } as never, options)
  const canceller = new AbortController()
  const begun = Promise.withResolvers<void>()
  const waits = run('waits', { signal: canceller.signal, onEarly: () => begun.resolve() })
  await begun.promise
  canceller.abort(new Error('given up'))
  expect(await waits).toBe(1)
  expect(await run('next')).toBe(2)
})

it('closes while the answer of a thread is on its way', async () => {
  const file = join(folder, 'prompt.mjs')
  writeFileSync(file, 'export async function runJob({ input }) { return { output: input, heldBytes: 0 } }')
  const created = createEnginePool(file)
  // What a job is given is of no interest to this worker.
  const run = (input: string): Promise<unknown> => created.run('listMessages', input as never)
  await run('first')
  const second = run('second').catch((error: unknown) => error)
  // The job begins, and its thread answers while this one is busy.
  await Promise.resolve()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100)
  await created.close()
  expect(await second).toBeInstanceOf(Error)
  // The answer that comes too late would end the process here.
  await new Promise((resolve) => setTimeout(resolve, 20))
})
