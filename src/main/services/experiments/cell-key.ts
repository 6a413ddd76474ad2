import { createHash } from 'node:crypto'
import type { ExperimentPlan, PlannedVariant } from '../../../shared/domain/experiment.ts'
import type { PlannedCell } from '../../experiments/matrix.ts'
import { sampleOf } from '../../experiments/second-sample.ts'
import { extractiveProfileId } from '../../../shared/domain/model-profile.ts'
import { ownControls } from './experiment-metrics.ts'
import { findProvider } from '../../engine/registry.ts'
import type { Store } from '../../store/store.ts'

/** Models by profile: what they are, not what they are called; null for the built-in summariser. */
export type ModelIdentities = ReadonlyMap<string, string | null>

/**
 * Hash of all that decides what comes of a cell: cells of any experiment with equal keys are identical. `version` is
 * that of Dewpoint, whose providers and metrics may change from one to the next.
 */
export function cellKey(
  cell: PlannedCell,
  plan: Pick<ExperimentPlan, 'file' | 'metrics' | 'variants' | 'baselineId'>,
  models: ModelIdentities,
  version: string,
): string {
  const { variant, checkpoint } = cell
  const { model } = variant
  const asks = (profileId: string | undefined): string | null =>
    profileId === undefined ? null : (models.get(profileId) ?? null)
  const judged = plan.metrics.filter(({ needsModel }) => needsModel)
  const baseline = plan.variants.find(({ id }) => id === plan.baselineId)
  const judge =
    judged.length === 0
      ? null
      : [
          asks(plan.file.judge?.profile),
          plan.file.judge?.probes,
          judged.some(({ group }) => group === 'resume') ? plan.file.judge?.steps : null,
          // Who scored the likelihood of next actions, which is gone: without it, kept cells would not be found.
          null,
          baseline !== undefined && judged.some(({ group }) => group === 'judge')
            ? [whatIsRun(baseline), asks(baseline.model?.profileId)]
            : null,
        ]
  const all = [
    version,
    [checkpoint.snapshotSha256, checkpoint.index],
    whatIsRun(variant),
    model === null ? null : [asks(model.profileId), [...models].toSorted(([a], [b]) => (a < b ? -1 : 1))],
    plan.metrics.map(({ id }) => id),
    judge,
    sampleOf(cell),
    ...ownControls(plan.metrics),
  ]
  return createHash('sha256').update(JSON.stringify(all)).digest('hex')
}

/** What a variant does to a history, whatever it is called. */
export function whatIsRun({
  providerId,
  providerVersion,
  settings,
  targetTokens,
  pinConstraints,
}: PlannedVariant): unknown[] {
  return [providerId, providerVersion, sorted(settings), targetTokens, pinConstraints]
}

/** A JSON value with its keys in order: what differs in their order alone is the same. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, own]) => [key, sorted(own)]),
  )
}

/** Profiles that a variant may ask: its own, and those that its settings name. */
export function profilesOf({ model, providerId, settings }: PlannedVariant): readonly string[] {
  const bound = findProvider(providerId)?.bind(settings)
  const named = bound?.ok === true ? bound.bound.profiles(findProvider) : []
  return [...(model === null ? [] : [model.profileId]), ...named]
}

/** What the models are that an experiment may ask: those of its variants, those that settings name, and the judge. */
export async function modelIdentities(
  { profiles }: Pick<Store, 'profiles'>,
  { variants, file }: Pick<ExperimentPlan, 'variants' | 'file'>,
): Promise<ModelIdentities> {
  const ids = new Set([
    ...variants.flatMap(profilesOf),
    ...(file.judge === undefined ? [] : [file.judge.profile]),
  ])
  ids.delete(extractiveProfileId)
  const identities = new Map<string, string | null>()
  for (const id of ids) {
    const profile = await profiles.get(id)
    if (profile === null) continue
    const { vendor, baseUrl, api, model, windowTokens, maxOutputTokens, recording } = profile
    identities.set(
      id,
      JSON.stringify([vendor, baseUrl, api, model, windowTokens, maxOutputTokens, recording]),
    )
  }
  return identities
}
