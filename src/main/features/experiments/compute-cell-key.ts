import { createHash } from 'node:crypto'
import type { ExperimentPlan, PlannedVariant } from '../../../shared/experiments/experiment-types.ts'
import { extractiveProfileId } from '../../../shared/models/model-profile-types.ts'
import { findKeptMethod } from '../../methods/restore-method.ts'
import type { Store } from '../../platform/store/store.ts'
import type { PlannedCell } from './compute/matrix.ts'
import { computeSampleNumber } from './compute/second-sample.ts'
import { listOwnControls } from './experiment-metrics.ts'

/** Models by profile: what they are, not what they are called; null for the built-in summariser. */
export type ModelIdentities = ReadonlyMap<string, string | null>

/**
 * Hash of all that decides what comes of a cell: cells of any experiment with equal keys are identical. `version` is
 * that of Dewpoint, whose providers and metrics may change from one to the next.
 */
export function computeCellKey(
  cell: PlannedCell,
  plan: Pick<ExperimentPlan, 'file' | 'metrics' | 'variants' | 'baselineId'>,
  models: ModelIdentities,
  version: string,
): string {
  const { variant, checkpoint } = cell
  const { model } = variant
  const findAskedModel = (profileId: string | undefined): string | null =>
    profileId === undefined ? null : (models.get(profileId) ?? null)
  const judged = plan.metrics.filter(({ needsModel }) => needsModel)
  const baseline = plan.variants.find(({ id }) => id === plan.baselineId)
  const judge =
    judged.length === 0
      ? null
      : [
          findAskedModel(plan.file.judge?.profile),
          plan.file.judge?.probes,
          judged.some(({ group }) => group === 'resume') ? plan.file.judge?.steps : null,
          // Who scored the likelihood of next actions, which is gone: without it, kept cells would not be found.
          null,
          baseline !== undefined && judged.some(({ group }) => group === 'judge')
            ? [listRunInputs(baseline), findAskedModel(baseline.model?.profileId)]
            : null,
        ]
  const all = [
    version,
    [checkpoint.snapshotSha256, checkpoint.index],
    listRunInputs(variant),
    model === null
      ? null
      : [findAskedModel(model.profileId), [...models].toSorted(([a], [b]) => (a < b ? -1 : 1))],
    plan.metrics.map(({ id }) => id),
    judge,
    computeSampleNumber(cell),
    ...listOwnControls(plan.metrics),
  ]
  return createHash('sha256').update(JSON.stringify(all)).digest('hex')
}

/** What a variant does to a history, whatever it is called. */
export function listRunInputs({
  providerId,
  providerVersion,
  settings,
  targetTokens,
  pinConstraints,
}: PlannedVariant): unknown[] {
  return [providerId, providerVersion, sortKeys(settings), targetTokens, pinConstraints]
}

/** A JSON value with its keys in order: what differs in their order alone is the same. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, own]) => [key, sortKeys(own)]),
  )
}

/** Profiles that a variant may ask: its own, and those that its settings name. */
export function listVariantProfiles(variant: PlannedVariant): readonly string[] {
  const { model } = variant
  return [...(model === null ? [] : [model.profileId]), ...(findKeptMethod(variant)?.profiles ?? [])]
}

/** What the models are that an experiment may ask: those of its variants, those that settings name, and the judge. */
export async function findModelIdentities(
  { profiles }: Pick<Store, 'profiles'>,
  { variants, file }: Pick<ExperimentPlan, 'variants' | 'file'>,
): Promise<ModelIdentities> {
  const ids = new Set([
    ...variants.flatMap(listVariantProfiles),
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
