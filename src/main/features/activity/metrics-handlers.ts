import type { MetricsGrouping } from '../../../shared/activity/metrics-types.ts'
import type { MeasuredRun } from '../../../shared/condense/run-types.ts'
import { assertNever } from '../../../shared/kernel/assert-never.ts'
import { formatArmLetter, describeArm } from '../../../shared/methods/ab-arms.ts'
import { builtInPrompts } from '../../kernel/prompts/built-in.ts'
import { findMethod } from '../../methods/methods.ts'
import { implementer } from '../common/implementer.ts'
import { requireTask } from '../common/require-stored.ts'
import type { Services } from '../common/services.ts'
import type { GroupKey } from './find-attempt-group.ts'
import { measureRuns, findRunsWithAttempt } from './measure-runs.ts'

type MetricsServices = Pick<Services, 'store'>

/** Handlers of the `metrics` area. */
export function createMetricsHandlers(services: MetricsServices) {
  const area = implementer.metrics
  return {
    report: area.report.handler(async ({ input }) => {
      const runs = await listMeasuredRuns(services, input)
      const { groups, ...report } = measureRuns(runs, input.by, asksModel)
      const label = await createGroupLabeller(services, runs, input.by)
      const paid = await services.store.metrics.paid(pickFilter(input))
      return { ...report, paid, groups: groups.map((group) => ({ ...group, label: label(group) })) }
    }),
    runs: area.runs.handler(async ({ input }) =>
      findRunsWithAttempt(await listMeasuredRuns(services, input), input, asksModel),
    ),
  }
}

const asksModel = (providerId: string): boolean => findMethod(providerId)?.capabilities.usesModel ?? true

type Filter = { readonly taskId?: string | undefined; readonly sinceTs?: number | undefined }

async function listMeasuredRuns({ store }: MetricsServices, filter: Filter): Promise<readonly MeasuredRun[]> {
  if (filter.taskId !== undefined) await requireTask(store, filter.taskId)
  return store.metrics.runs(pickFilter(filter))
}

function pickFilter({ taskId, sinceTs }: Filter) {
  return {
    ...(taskId === undefined ? {} : { taskId }),
    ...(sinceTs === undefined ? {} : { sinceTs }),
  }
}

/** Names of groups as they are called now; what is gone keeps the name that its runs have kept, or its id. */
async function createGroupLabeller(
  { store }: MetricsServices,
  runs: readonly MeasuredRun[],
  by: MetricsGrouping,
): Promise<(group: GroupKey) => string> {
  const describeProvider = (providerId: string | null): string =>
    findMethod(providerId ?? '')?.label ?? providerId ?? ''
  switch (by) {
    case 'provider':
      return ({ providerId }) => describeProvider(providerId)
    case 'preset':
      return ({ providerId, presetId }) =>
        presetId === null
          ? `${describeProvider(providerId)}, no preset`
          : `${describeProvider(providerId)}, ${presetId}`
    case 'profile': {
      const names = collectProfileNames(runs)
      for (const { id, name } of await store.profiles.list()) names.set(id, name)
      return ({ profileId }) => (profileId === null ? 'No model' : (names.get(profileId) ?? profileId))
    }
    case 'prompt': {
      const prompts = [...builtInPrompts, ...(await store.prompts.list())]
      const names = new Map(prompts.map(({ id, name }) => [id, name]))
      return ({ prompt }) =>
        prompt === null
          ? 'No prompt of the library'
          : `${names.get(prompt.promptId) ?? prompt.promptId}, version ${prompt.version}`
    }
    case 'arm':
      return ({ arm, providerId }) => {
        if (arm === null)
          return providerId === null ? 'No A/B assignment' : `${describeProvider(providerId)}, arm not kept`
        const others = arm.of.filter((_, at) => formatArmLetter(at) !== arm.letter)
        return `${describeArm(arm)}, against ${others.join(', ')}`
      }
    default:
      return assertNever(by)
  }
}

/** As the newest run of each profile calls it; where the profile could not be used, the run has no name for it. */
function collectProfileNames(runs: readonly MeasuredRun[]): Map<string, string> {
  const unusable = 'handler-invalid'
  const named = runs.filter(
    ({ errorCode, attempts }) => errorCode !== unusable && attempts.every(({ code }) => code !== unusable),
  )
  return new Map(
    named
      .toReversed()
      .flatMap(({ model }) => (model === null ? [] : [[model.profileId, model.label] as const])),
  )
}
