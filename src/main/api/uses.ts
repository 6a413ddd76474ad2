import type { Services } from '../services/services.ts'
import { planUse, listUseTargets } from '../services/use/plan-use.ts'
import { listWrittenSettings, restoreWritten, writeUse } from '../services/use/written-settings.ts'
import { implementer } from './implementer.ts'

/** Handlers of the `uses` area. */
export function createUsesHandlers(services: Services) {
  const area = implementer.uses
  return {
    targets: area.targets.handler(({ input: { arm } }) => [...listUseTargets(arm)]),
    plan: area.plan.handler(async ({ input }) => (await planUse(services, input)).plan),
    write: area.write.handler(({ input }) => writeUse(services, input)),
    written: area.written.handler(async () => [...(await listWrittenSettings(services))]),
    restore: area.restore.handler(({ input: { id, isForced = false } }) =>
      restoreWritten(services, { id, isForced }),
    ),
  }
}
