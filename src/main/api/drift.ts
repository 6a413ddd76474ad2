import type { DriftEvent } from '../../shared/api/drift.ts'
import { countOf } from '../../shared/lib/count-of.ts'
import { usualDriftPolicies } from '../experiments/replay/usual-drift-policies.ts'
import type { DriftTaskInput, DriftTaskOutput } from '../workers/jobs/drift-task.ts'
import { createEventChannel } from './event-channel.ts'
import { guardedStream, implementer } from './implementer.ts'
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
      return guardedStream(drift(services, job, plan.find, signal))
    }),
  }
}

async function* drift(
  { engine }: DriftServices,
  input: DriftTaskInput,
  models: ReplayPlan['find'],
  signal: AbortSignal | undefined,
): AsyncGenerator<DriftEvent, void> {
  const stop = new AbortController()
  const channel = createEventChannel<DriftEvent>()
  const work = engine
    .run('driftTask', input, {
      models,
      signal: AbortSignal.any([stop.signal, ...(signal === undefined ? [] : [signal])]),
      onProgress: (progress) => channel.push({ kind: 'progress', progress }),
    })
    .then((output) => {
      if (output.kind === 'finished') channel.push({ kind: 'finished', result: output.result })
      if (output.kind === 'too-short') throw tooShort(input, output)
      channel.end()
    })
    .catch((error: unknown) => channel.end(signal?.aborted === true ? undefined : error))
  try {
    yield* channel.events()
  } finally {
    stop.abort()
    await work
  }
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
