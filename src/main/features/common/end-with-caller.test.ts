import { call } from '@orpc/server'
import { describe, expect, it } from 'vitest'
import { createExperimentsHandlers } from '../experiments/handlers.ts'
import type { Services } from './services.ts'

/** Services whose engine only notes which signal a job gets, then fails. */
function noteSignals() {
  const signals: unknown[] = []
  const run = (_name: string, _input: unknown, options?: { readonly signal?: AbortSignal }) => {
    signals.push(options?.signal)
    return Promise.reject(new Error('noted'))
  }
  const engine = { run, endThreads: async () => undefined, close: async () => undefined }
  // The handlers below use no other service before their first job.
  const services = { engine, info: { version: '1' }, store: {} } as unknown as Services
  return { services, signals }
}

describe('a job that a request waits for', () => {
  it.each(['check', 'verify'] as const)('of experiments.%s ends when its caller gives up', async (name) => {
    const { services, signals } = noteSignals()
    const { signal } = new AbortController()
    const handler = createExperimentsHandlers(services)[name]
    await expect(call(handler, { text: 'name: x' }, { signal })).rejects.toThrow('noted')
    expect(signals).toHaveLength(1)
    expect(signals[0]).toBeInstanceOf(AbortSignal)
  })
})
