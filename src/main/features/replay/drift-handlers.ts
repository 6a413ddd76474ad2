import type { RunProgress } from '../../../shared/condense/run-types.ts'
import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import {
  driftInputSchema,
  driftResultSchema,
  type DriftEvent,
  type DriftInput,
  type DriftResult,
} from '../../../shared/replay/drift-contract.ts'
import type { ReplayPolicyEntry } from '../../../shared/replay/replay-policy-types.ts'
import { packJson } from '../../platform/workers/compression.ts'
import type { SourceRef } from '../../platform/workers/job.ts'
import { implementer } from '../common/implementer.ts'
import { Problem } from '../common/problem.ts'
import { requireTask } from '../common/require-stored.ts'
import type { Services } from '../common/services.ts'
import { streamEvents, type EventOptions } from '../common/stream-events.ts'
import { createLazyTaskSource } from '../library/sources.ts'
import { findRunPins } from '../library/task-pins.ts'
import { listAskedModels, describeEstimate } from './estimate-asking.ts'
import type { DriftTaskInput, DriftTaskOutput } from './jobs/drift-task.ts'
import { findKept, keepReplay, openKept } from './kept-replays.ts'
import { planReplay } from './plan-replay.ts'

/** What drift is looked at for where nobody names policies; none of these asks a model. */
const usualDriftPolicies: readonly ReplayPolicyEntry[] = [
  { id: 'native', provider: 'native' },
  { id: 'lossless', provider: 'lossless' },
  { id: 'truncation', provider: 'truncation' },
  { id: 'smart', provider: 'smart', preset: 'balanced' },
]

type DriftServices = Pick<Services, 'store' | 'engine' | 'models' | 'newId' | 'info' | 'now'>

/** Handlers of the `drift` area. */
export function createDriftHandlers(services: DriftServices) {
  const area = implementer.drift
  return {
    run: area.run.handler(async ({ input, signal }) => {
      const planned = await planDrift(services, input)
      if (selectCondensingPolicies(planned).length === 0) throw makeNothingCondensesProblem()
      const ready = { ...planned, source: await planned.openSource() }
      return streamEvents((options) => runDrift(services, ready, input, options), signal)
    }),
    estimate: area.estimate.handler(async ({ input, signal }) => {
      const planned = await planDrift(services, input)
      const { policies } = planned.plan
      const asking = new Set(
        policies.filter((policy) => listAskedModels(policy).length > 0).map(({ id }) => id),
      )
      const own = selectCondensingPolicies(planned).filter(({ id }) => asking.has(id))
      if (own.length === 0) return []
      const { openSource, task } = planned
      const job = { source: await openSource(), usage: task.meta.usage, policies: own, cycles: input.cycles }
      const output = await services.engine.run('estimateDrift', job, { signal })
      return describeEstimate(planned.plan, output, signal)
    }),
    kept: area.kept.handler(({ input: { taskId } }) =>
      findKept(services, 'drift', taskId, {
        schema: driftInputSchema,
        ready: (input) => planDrift(services, input),
      }),
    ),
    result: area.result.handler(({ input: { replayId } }) => openKept(services, replayId, driftResultSchema)),
  }
}

/** A drift with all that it needs. Throws a `Problem`. */
async function planDrift(services: DriftServices, input: DriftInput) {
  const { taskId, policies = usualDriftPolicies, maxCostUsd } = input
  const task = await requireTask(services.store, taskId)
  const openSource = createLazyTaskSource(services.store, task)
  const pins = await findRunPins(services, { taskId }, openSource)
  // What repeated condensation does is asked of whatever it saves.
  const plan = await planReplay(services, policies, { taskId, maxCostUsd, minimumGainPercent: 0, pins })
  return { task, openSource, plan }
}

type PlannedDrift = Awaited<ReturnType<typeof planDrift>>

function selectCondensingPolicies({ plan }: PlannedDrift): DriftTaskInput['policies'] {
  return plan.policies.flatMap((policy) =>
    'run' in policy ? [{ id: policy.id, run: policy.run, isBuiltIn: policy.isBuiltIn }] : [],
  )
}

async function runDrift(
  services: DriftServices,
  planned: PlannedDrift & { readonly source: SourceRef },
  input: DriftInput,
  { signal, push }: EventOptions<DriftEvent>,
): Promise<void> {
  const { task, source, plan } = planned
  const policies = selectCondensingPolicies(planned)
  const job = { source, usage: task.meta.usage, policies, cycles: input.cycles }
  const onProgress = (progress: RunProgress): void => push({ kind: 'progress', progress })
  const output = await services.engine.run('driftTask', job, { models: plan.find, signal, onProgress })
  if (output.kind === 'too-short') throw makeTooShortProblem(job, output)
  if (output.kind !== 'finished') return
  const { result } = output
  const replayId = services.newId()
  const keeping = { id: replayId, request: input, result }
  const notKept = input.keeps === true ? await keepDrift(services, planned, keeping) : null
  push({ kind: 'finished', replayId, result, notKept })
}

function keepDrift(
  services: DriftServices,
  { task, plan: { policies } }: PlannedDrift,
  { result, ...kept }: { readonly id: string; readonly request: DriftInput; readonly result: DriftResult },
): Promise<string | null> {
  const packed = { result: packJson(result).bytes, contexts: null }
  return keepReplay(services, { task, policies }, { ...kept, kind: 'drift', packed })
}

function makeTooShortProblem(
  { cycles }: DriftTaskInput,
  { places, messages }: Extract<DriftTaskOutput, { kind: 'too-short' }>,
): Problem {
  return new Problem({
    code: 'bad-input',
    message: `The history is too short to be condensed ${cycles} times: its ${formatCountWithNoun(messages, 'message')} can be cut at ${formatCountWithNoun(places, 'place')}`,
    where: 'cycles',
    hint: places < 2 ? 'Choose a longer task.' : `Choose ${places} cycles or fewer, or a longer task.`,
  })
}

function makeNothingCondensesProblem(): Problem {
  return new Problem({
    code: 'bad-input',
    message: 'None of the policies condenses',
    where: 'policies',
    hint: 'Name a policy with a provider: `none` and `recorded` have no drift of their own.',
  })
}
