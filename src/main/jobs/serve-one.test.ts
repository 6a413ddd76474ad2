import { expect, it } from 'vitest'
import type { RunProgress } from '../../shared/condense/run-types.ts'
import type { EnginePool } from './engine-pool.ts'
import { serveOne } from './serve-one.ts'

const source = { hash: '', bytes: new Uint8Array() }

const cuts = {
  source,
  usage: { requests: [], condensations: [] },
  cuts: [],
  windowTokens: null,
  thresholdPercent: 80,
  ownTrigger: null,
  lastShare: null,
}

/** A pool whose jobs never end, and what it was last asked to tell. */
function createStuckPool() {
  const asked: { tell?: ((progress: RunProgress) => void) | undefined } = {}
  const pool: EnginePool = {
    run: (_name, _input, options) => {
      asked.tell = options?.onProgress
      return new Promise(() => undefined)
    },
    endThreads: async () => undefined,
    close: async () => undefined,
  }
  return { pool, asked }
}

it('ends what only looks at a history at once, and what runs in its own time', async () => {
  const controller = new AbortController()
  const pool = serveOne(createStuckPool().pool, { signal: controller.signal, onRead: () => undefined })
  const look = pool.run('listMessages', { source })
  let hasEnded = false
  const noteEnd = (): void => void (hasEnded = true)
  void pool.run('cutTask', cuts).then(noteEnd, noteEnd)
  controller.abort(new Error('enough'))
  await expect(look).rejects.toThrow('enough')
  expect(hasEnded).toBe(false)
  await expect(pool.run('listMessages', { source })).rejects.toThrow('enough')
})

it('tells how far a file is read, beside whoever else hears of the job', () => {
  const { pool: stuck, asked } = createStuckPool()
  const heard: unknown[] = []
  const { signal } = new AbortController()
  const pool = serveOne(stuck, { signal, onRead: (...bytes) => void heard.push(bytes) })
  void pool.run(
    'readTask',
    { kind: 'path', path: '/a' },
    { onProgress: ({ stage }) => void heard.push(stage) },
  )
  asked.tell?.({ stage: 'reading', label: 'Reading', done: 1, total: 2 })
  asked.tell?.({ stage: 'counting', label: '', done: 1, total: 2 })
  expect(heard).toEqual([[1, 2], 'reading', 'counting'])
})
