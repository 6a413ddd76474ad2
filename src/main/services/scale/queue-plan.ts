import type { KeyState } from '../../../shared/api/profiles.ts'
import type { ExperimentPlan, PlannedVariant } from '../../../shared/domain/experiment.ts'
import { extractiveProfileId } from '../../../shared/domain/model-profile.ts'
import type { PlannedCell } from '../../experiments/matrix.ts'
import type { Unit } from '../../queue/jobs.ts'
import type { Needs } from '../../queue/runs.ts'
import { sha256 } from '../../workers/compression.ts'
import type { CoreServices } from '../core-services.ts'
import { Problem } from '../problem.ts'
import { modelIdentities, profilesOf } from '../experiments/cell-key.ts'
import { askedJudge } from '../experiments/judge-cells.ts'

/** Where the cells of an experiment wait: a queue for each set of needs, so that who lacks one takes the others. */
export type QueuePlan = {
  readonly queues: Readonly<Record<string, Needs>>
  readonly queueOf: (variant: PlannedVariant) => string
}

/** A problem where a variant asks what only this machine has. */
export async function planQueues(
  { store, models, info }: Pick<CoreServices, 'store' | 'models' | 'info'>,
  plan: ExperimentPlan,
): Promise<QueuePlan> {
  const identities = await sharedIdentities({ store, models }, plan)
  const keyed = await profilesWithKey({ store, models }, [...identities.keys()])
  const isJudged = plan.metrics.some(({ needsModel }) => needsModel)
  const judge = askedJudge(plan)
  const needsOf = (variants: readonly PlannedVariant[]): Needs => {
    const ids = new Set([...variants.flatMap(profilesOf), ...(judge === undefined ? [] : [judge.profile])])
    ids.delete(extractiveProfileId)
    return {
      profiles: Object.fromEntries([...ids].toSorted().map((id) => [id, identities.get(id) ?? ''])),
      keys: [...ids].toSorted().filter((id) => keyed.has(id)),
      arms: variants.filter(namesExternal).map(({ id }) => id),
    }
  }
  const named = (variants: readonly PlannedVariant[]): [string, Needs] => {
    const needs = needsOf(variants)
    return [`cells-${sha256(JSON.stringify([info.version, needs])).slice(0, 24)}`, needs]
  }
  const byVariant = new Map(
    plan.variants.map((variant) => [variant.id, named(isJudged ? plan.variants : [variant])]),
  )
  return {
    queues: Object.fromEntries(byVariant.values()),
    queueOf: ({ id }) => byVariant.get(id)?.[0] ?? '',
  }
}

/**
 * What the models of an experiment are and cost, by profile: machines whose profiles say the same give the same cells at
 * the same price. A problem where answers come from a file of this machine.
 */
export async function sharedIdentities(
  { store, models }: Pick<CoreServices, 'store' | 'models'>,
  plan: ExperimentPlan,
): Promise<ReadonlyMap<string, string>> {
  const identities = new Map<string, string>()
  for (const [id, identity] of await modelIdentities(store, plan)) {
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
    identities.set(id, sha256(JSON.stringify([identity, prices])))
  }
  return identities
}

/** Of some profiles, those that have a key on this machine: servers that may do without one may want it all the same. */
async function profilesWithKey(
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
function namesExternal({ providerId, settings }: PlannedVariant): boolean {
  return providerId === 'external' || JSON.stringify(settings).includes('"external"')
}

/** Cells that are done one after the other by one machine: by itself, or all of a checkpoint where models judge. */
export function unitsOf(
  plan: Pick<ExperimentPlan, 'metrics'>,
  cells: readonly { readonly cell: PlannedCell; readonly key: string }[],
  queueOf: QueuePlan['queueOf'],
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
