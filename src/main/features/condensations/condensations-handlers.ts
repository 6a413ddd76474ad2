import type { KeepingEvent } from '../../../shared/condensations/kept-by-methods-types.ts'
import { implementer } from '../common/implementer.ts'
import { requireTask } from '../common/require-stored.ts'
import type { Services } from '../common/services.ts'
import { streamEvents } from '../common/stream-events.ts'
import { keepByMethods } from './keep-by-methods.ts'
import { pinFact, readPinnedFacts, unpinFact } from './pinned-facts.ts'
import { readAutopsy } from './read-autopsy.ts'

/** Handlers of the `condensations` area. */
export function createCondensationsHandlers(services: Services) {
  const area = implementer.condensations
  return {
    list: area.list.handler(async ({ input, signal }) =>
      readAutopsy(services, await requireTask(services.store, input.taskId), signal),
    ),
    facts: area.facts.handler(({ input, signal }) => readPinnedFacts(services, input.taskId, signal)),
    pinFact: area.pinFact.handler(({ input, signal }) => pinFact(services, input, signal)),
    unpinFact: area.unpinFact.handler(({ input, signal }) => unpinFact(services, input, signal)),
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
