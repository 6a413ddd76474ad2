import type { KeepingEvent } from '../../../shared/condensations/kept-by-methods-types.ts'
import { implementer } from '../common/implementer.ts'
import type { Services } from '../common/services.ts'
import { streamEvents } from '../common/stream-events.ts'
import { loadTaskRecord } from '../library/sources.ts'
import { keepByMethods } from './keep-by-methods.ts'

/** Handlers of the `condensations` area. */
export function createCondensationsHandlers(services: Services) {
  const { store, engine } = services
  const area = implementer.condensations
  return {
    list: area.list.handler(async ({ input, signal }) =>
      engine.run('autopsyTask', await loadTaskRecord(store, input.taskId), { signal }),
    ),
    methods: area.methods.handler(({ input, signal }) =>
      streamEvents<KeepingEvent>(async ({ signal: stop, push }) => {
        const kept = await keepByMethods(services, input, {
          signal: stop,
          onMethod: (done, total) => push({ kind: 'progress', done, total }),
        })
        push({ kind: 'finished', ...kept })
      }, signal),
    ),
  }
}
