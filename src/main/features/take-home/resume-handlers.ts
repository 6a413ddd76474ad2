import { writingAgents } from '../../agents/find-agent.ts'
import { endWithCaller } from '../common/end-with-caller.ts'
import { implementer } from '../common/implementer.ts'
import type { Services } from '../common/services.ts'
import { planCopy } from './plan-copy.ts'
import { listWritten, removeWritten, writeCopy } from './written-sessions.ts'

/** Handlers of the `resume` area. */
export function resumeHandlers(services: Services) {
  const area = implementer.resume
  return {
    formats: area.formats.handler(() =>
      writingAgents.map(({ id, name, writer: { triedWith } }) => ({ format: id, agent: name, triedWith })),
    ),
    plan: area.plan.handler(
      async ({ input, signal }) => (await planCopy(endWithCaller(services, signal), input)).copy,
    ),
    write: area.write.handler(({ input, signal }) => writeCopy(endWithCaller(services, signal), input)),
    written: area.written.handler(async () => [...(await listWritten(services))]),
    remove: area.remove.handler(({ input: { id, isForced = false } }) =>
      removeWritten(services, { id, isForced }),
    ),
  }
}
