import type { PlantedEvent } from '../../../shared/planted/planted-contract.ts'
import { implementer } from '../common/implementer.ts'
import { streamEvents } from '../common/stream-events.ts'
import type { PlantedServices } from './open-planted-run.ts'
import { runPlanted } from './run-planted.ts'

/** Handlers of the `planted` area. */
export function createPlantedHandlers(services: PlantedServices) {
  return {
    measure: implementer.planted.measure.handler(async ({ input, signal }) =>
      streamEvents<PlantedEvent>(async (options) => {
        const result = await runPlanted(services, input, {
          signal: options.signal,
          onProgress: (progress) => options.push({ kind: 'progress', progress }),
        })
        if (result !== null) options.push({ kind: 'finished', result })
      }, signal),
    ),
  }
}
