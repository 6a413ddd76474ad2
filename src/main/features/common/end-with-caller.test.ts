import { call } from '@orpc/server'
import { describe, expect, it } from 'vitest'
import { createExperimentsHandlers } from '../experiments/handlers.ts'
import type { Services } from './services.ts'

const input = { text: 'name: x' }

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
  it.each([
    [
      'check',
      (services: Services, signal: AbortSignal) =>
        call(createExperimentsHandlers(services).check, input, { signal }),
    ],
    [
      'verify',
      (services: Services, signal: AbortSignal) =>
        call(createExperimentsHandlers(services).verify, input, { signal }),
    ],
  ] as const)('of experiments.%s ends when its caller gives up', async (_name, ask) => {
    const { services, signals } = noteSignals()
    await expect(ask(services, new AbortController().signal)).rejects.toThrow('noted')
    expect(signals).toHaveLength(1)
    expect(signals[0]).toBeInstanceOf(AbortSignal)
  })
})
