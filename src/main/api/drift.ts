import type { DriftEvent } from '../../shared/api/drift.ts'
import type { RunProgress } from '../../shared/domain/run.ts'
import { countOf } from '../../shared/lib/count-of.ts'
import { usualDriftPolicies } from '../experiments/replay/usual-drift-policies.ts'
import type { DriftTaskInput, DriftTaskOutput } from '../workers/jobs/drift-task.ts'
import { guardedStream, implementer } from './implementer.ts'
import { jobEvents, type JobEventOptions } from './job-events.ts'
import { planReplay, type ReplayPlan } from './plan-replay.ts'
import { Problem } from './problem.ts'
import type { Services } from './services.ts'
import { requireTask, taskSource } from './sources.ts'
import { pinsOfRun } from './task-pins.ts'

type DriftServices = Pick<Services, 'store' | 'engine' | 'models' | 'newId'>

/** Handlers of the `drift` area. */
export function driftHandlers(services: DriftServices) {
  const area = implementer.drift
  return {
    run: area.run.handler(async ({ input, signal }) => {
      const { taskId, policies = usualDriftPolicies, cycles, maxCostUsd } = input
      const source = await taskSource(services.store, await requireTask(services.store, taskId))
      const pins = await pinsOfRun(services, { taskId }, source)
      // What repeated condensation does is asked of whatever it saves.
      const plan = await planReplay(services, policies, { maxCostUsd, minimumGainPercent: 0, pins })
      const condensing = plan.policies.flatMap((policy) =>
        'run' in policy ? [{ id: policy.id, run: policy.run }] : [],
      )
      if (condensing.length === 0) throw nothingCondenses()
      const job = { source, policies: condensing, cycles }
      return guardedStream(jobEvents((options) => drift(services, job, plan.find, options), signal))
    }),
  }
}

async function drift(
  { engine }: DriftServices,
  input: DriftTaskInput,
  models: ReplayPlan['find'],
  { signal, push }: JobEventOptions<DriftEvent>,
): Promise<void> {
  const onProgress = (progress: RunProgress): void => push({ kind: 'progress', progress })
  const output = await engine.run('driftTask', input, { models, signal, onProgress })
  if (output.kind === 'too-short') throw tooShort(input, output)
  if (output.kind === 'finished') push({ kind: 'finished', result: output.result })
}

function tooShort(
  { cycles }: DriftTaskInput,
  { places, messages }: Extract<DriftTaskOutput, { kind: 'too-short' }>,
): Problem {
  return new Problem({
    code: 'bad-input',
    message: `The history is too short to be condensed ${cycles} times: its ${countOf(messages, 'message')} can be cut at ${countOf(places, 'place')}`,
    where: 'cycles',
    hint: places < 2 ? 'Choose a longer task.' : `Choose ${places} cycles or fewer, or a longer task.`,
  })
}

function nothingCondenses(): Problem {
  return new Problem({
    code: 'bad-input',
    message: 'None of the policies condenses',
    where: 'policies',
    hint: 'Name a policy with a provider; `none` and `recorded` have no drift of their own.',
  })
}
