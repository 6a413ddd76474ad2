import type { ProbeEvent } from '../../../shared/probe/probe-contract.ts'
import type { ProbeInput } from '../../../shared/probe/probe-types.ts'
import { endWithCaller } from '../common/end-with-caller.ts'
import { implementer } from '../common/implementer.ts'
import type { Services } from '../common/services.ts'
import { streamEvents } from '../common/stream-events.ts'
import { refusePlace } from '../library/refuse-place.ts'
import { planWithStore, runProbe } from './run-probe.ts'

/** Handlers of the `probe` area. */
export function createProbeHandlers(services: Services) {
  const area = implementer.probe
  return {
    plan: area.plan.handler(async ({ input, signal }) => {
      refuseOwnCommands(services, input)
      const running = {
        signal: signal ?? new AbortController().signal,
        onProgress: () => undefined,
        isDryRun: input.isDryRun,
      }
      return (await planWithStore(endWithCaller(services, signal), input, running)).plan
    }),
    run: area.run.handler(async ({ input, signal }) => {
      refuseOwnCommands(services, input.input)
      return streamEvents<ProbeEvent>(async ({ signal: stop, push }) => {
        const result = await runProbe(services, input, {
          signal: stop,
          onProgress: (label, done, total) =>
            push({ kind: 'progress', progress: { stage: 'probe', label, done, total } }),
        })
        push({ kind: 'finished', result })
      }, signal)
    }),
  }
}

/** A page may start the agent of a session, and no program or folder that it names itself. */
function refuseOwnCommands({ info }: Services, { workspace, agentCommand, outcome }: ProbeInput): void {
  refusePlace(info.door, workspace, 'probe --workspace')
  refusePlace(info.door, agentCommand?.join(' '), 'probe --agent-command')
  refusePlace(info.door, outcome, 'probe --outcome')
}
