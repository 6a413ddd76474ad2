import type { ExperimentPlan, PlannedVariant } from '../../../shared/experiments/experiment-types.ts'
import { extractiveProfileId } from '../../../shared/models/model-profile-types.ts'
import type { KeyState } from '../../../shared/models/profiles-contract.ts'
import { computeSha256 } from '../../platform/files/compute-sha256.ts'
import type { Unit } from '../../platform/queue/jobs.ts'
import type { Needs } from '../../platform/queue/runs.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { findModelIdentities, listVariantProfiles } from '../experiments/compute-cell-key.ts'
import type { PlannedCell } from '../experiments/compute/matrix.ts'
import { askedJudge } from '../experiments/judge-cells.ts'

/** Where the cells of an experiment wait: a queue for each set of needs, so that who lacks one takes the others. */
export type QueuePlan = {
  readonly queues: Readonly<Record<string, Needs>>
  readonly findQueue: (variant: PlannedVariant) => string
}

/** A problem where a variant asks what only this machine has. */
export async function planQueues(
  { store, models, info }: Pick<CoreServices, 'store' | 'models' | 'info'>,
  plan: ExperimentPlan,
): Promise<QueuePlan> {
  const identities = await findSharedIdentities({ store, models }, plan)
  const keyed = await findProfilesWithKey({ store, models }, [...identities.keys()])
  const isJudged = plan.metrics.some(({ needsModel }) => needsModel)
  const judge = askedJudge(plan)
  const collectNeeds = (variants: readonly PlannedVariant[]): Needs => {
    const ids = new Set([
      ...variants.flatMap(listVariantProfiles),
      ...(judge === undefined ? [] : [judge.profile]),
    ])
    ids.delete(extractiveProfileId)
    return {
      profiles: Object.fromEntries([...ids].toSorted().map((id) => [id, identities.get(id) ?? ''])),
      keys: [...ids].toSorted().filter((id) => keyed.has(id)),
      arms: variants.filter(canRunExternal).map(({ id }) => id),
    }
  }
  const nameQueue = (variants: readonly PlannedVariant[]): [string, Needs] => {
    const needs = collectNeeds(variants)
    return [`cells-${computeSha256(JSON.stringify([info.version, needs])).slice(0, 24)}`, needs]
  }
  const byVariant = new Map(
    plan.variants.map((variant) => [variant.id, nameQueue(isJudged ? plan.variants : [variant])]),
  )
  return {
    queues: Object.fromEntries(byVariant.values()),
    findQueue: ({ id }) => byVariant.get(id)?.[0] ?? '',
  }
}

/**
 * What the models of an experiment are and cost, by profile: machines whose profiles say the same give the same cells at
 * the same price. A problem where answers come from a file of this machine.
 */
export async function findSharedIdentities(
  { store, models }: Pick<CoreServices, 'store' | 'models'>,
  plan: ExperimentPlan,
): Promise<ReadonlyMap<string, string>> {
  const identities = new Map<string, string>()
  for (const [id, identity] of await findModelIdentities(store, plan)) {
    const profile = await store.profiles.get(id)
    if (profile?.vendor === 'recorded') {
      throw new Problem({
        code: 'bad-input',
        message: `The profile ${id} answers from a recording of this machine, which no worker has`,
        where: id,
        hint: 'Run it without --database, or ask a model.',
      })
    }
    if (profile === null) continue
    const { prices } = await models.describe(profile)
    identities.set(id, computeSha256(JSON.stringify([identity, prices])))
  }
  return identities
}

/** Of some profiles, those that have a key on this machine: servers that may do without one may want it all the same. */
async function findProfilesWithKey(
  { store, models }: Pick<CoreServices, 'store' | 'models'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const keyed = new Set<string>()
  for (const id of ids) {
    const profile = await store.profiles.get(id)
    if (profile !== null && hasKey((await models.describe(profile)).key)) keyed.add(id)
  }
  return keyed
}

/** Whether a profile has a key here. */
export function hasKey({ source }: KeyState): boolean {
  return source !== 'missing' && source !== 'not-needed'
}

/** Whether a variant may run what is not Dewpoint's; asked once too often where its settings only hold the word. */
function canRunExternal({ providerId, settings }: PlannedVariant): boolean {
  return providerId === 'external' || JSON.stringify(settings).includes('"external"')
}

/** Cells that are done one after the other by one machine: by itself, or all of a checkpoint where models judge. */
export function buildUnits(
  plan: Pick<ExperimentPlan, 'metrics'>,
  cells: readonly { readonly cell: PlannedCell; readonly key: string }[],
  queueOf: QueuePlan['findQueue'],
): readonly Unit[] {
  const isJudged = plan.metrics.some(({ needsModel }) => needsModel)
  const units = new Map<string, { queue: string; cells: { id: string; key: string }[] }>()
  for (const { cell, key } of cells) {
    const name = isJudged ? cell.checkpoint.id : key
    const unit = units.get(name) ?? { queue: queueOf(cell.variant), cells: [] }
    unit.cells.push({ id: cell.id, key })
    units.set(name, unit)
  }
  return [...units.values()]
}
