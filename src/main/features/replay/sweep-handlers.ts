import { sweepInputSchema, type SweepEvent, type SweepInput } from '../../../shared/replay/sweep-contract.ts'
import { sweepResultSchema, type SweepResult } from '../../../shared/replay/sweep-types.ts'
import { packJson } from '../../platform/workers/compression.ts'
import { implementer } from '../common/implementer.ts'
import { requireTask } from '../common/require-stored.ts'
import type { Services } from '../common/services.ts'
import { streamEvents, type EventOptions } from '../common/stream-events.ts'
import { findKept, keepReplay, openKept } from './kept-replays.ts'
import { planSweep, runSweep, type SweepPlan } from './run-sweep.ts'

type SweepServices = Pick<Services, 'store' | 'engine' | 'models' | 'newId' | 'info' | 'now'>

/** Handlers of the `sweep` area. */
export function sweepHandlers(services: SweepServices) {
  const area = implementer.sweep
  return {
    run: area.run.handler(async ({ input, signal }) => {
      const plan = await planSweep(services, input)
      return streamEvents((options) => sweep(services, plan, input, options), signal)
    }),
    kept: area.kept.handler(({ input: { taskId } }) =>
      findKept(services, 'sweep', taskId, {
        schema: sweepInputSchema,
        ready: () => Promise.resolve({ plan: { policies: [] } }),
      }),
    ),
    result: area.result.handler(({ input: { replayId } }) => openKept(services, replayId, sweepResultSchema)),
  }
}

async function sweep(
  services: SweepServices,
  plan: SweepPlan,
  input: SweepInput,
  { signal, push }: EventOptions<SweepEvent>,
): Promise<void> {
  const onProgress = (progress: Extract<SweepEvent, { kind: 'progress' }>['progress']): void =>
    push({ kind: 'progress', progress })
  const result = await runSweep(services, plan, { signal, onProgress })
  if (result === null) return
  const replayId = services.newId()
  const notKept =
    input.keptWith === undefined ? null : await keep(services, input.keptWith, { replayId, input, result })
  push({ kind: 'finished', replayId, result, notKept })
}

type Keeping = { readonly replayId: string; readonly input: SweepInput; readonly result: SweepResult }

async function keep(
  services: SweepServices,
  taskId: string,
  { replayId, input, result }: Keeping,
): Promise<string | null> {
  const task = await requireTask(services.store, taskId)
  const packed = { result: packJson(result).bytes, contexts: null }
  return keepReplay(services, { task, policies: [] }, { id: replayId, kind: 'sweep', request: input, packed })
}
