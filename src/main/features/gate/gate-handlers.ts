import type { GateEvent } from '../../../shared/gate/gate-contract.ts'
import { implementer } from '../common/implementer.ts'
import { streamEvents } from '../common/stream-events.ts'
import type { PlantedServices } from '../planted/open-planted-run.ts'
import { runGate } from './run-gate.ts'

/** Handlers of the `gate` area. */
export function createGateHandlers(services: PlantedServices) {
  return {
    check: implementer.gate.check.handler(async ({ input: { text }, signal }) => {
      const read = await services.engine.run('readGate', { text }, { signal })
      return read.ok
        ? { ok: true as const, file: read.value }
        : { ok: false as const, issues: [...read.issues] }
    }),
    run: implementer.gate.run.handler(async ({ input, signal }) =>
      streamEvents<GateEvent>(async (options) => {
        const result = await runGate(services, input, {
          signal: options.signal,
          onProgress: (progress) => options.push({ kind: 'progress', progress }),
        })
        if (result !== null) options.push({ kind: 'finished', result })
      }, signal),
    ),
  }
}
