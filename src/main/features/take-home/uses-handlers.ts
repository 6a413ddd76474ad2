import { implementer } from '../common/implementer.ts'
import type { Services } from '../common/services.ts'
import { planUse, listUseTargets } from './plan-use.ts'
import { listWrittenSettings, restoreWritten, writeUse } from './written-settings.ts'

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
