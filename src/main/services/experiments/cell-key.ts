import { createHash } from 'node:crypto'
import type { ExperimentPlan, PlannedVariant } from '../../../shared/domain/experiment.ts'
import type { PlannedCell } from '../../experiments/matrix.ts'

/** Models by profile: what they are, not what they are called; null for the built-in summariser. */
export type ModelIdentities = ReadonlyMap<string, string | null>

/**
 * Hash of all that decides what comes of a cell: cells of any experiment with equal keys are identical. `version` is
 * that of Dewpoint, whose providers and metrics may change from one to the next.
 */
export function cellKey(
  { variant, checkpoint, repeat }: PlannedCell,
  plan: Pick<ExperimentPlan, 'file' | 'metrics' | 'variants' | 'baselineId'>,
  models: ModelIdentities,
  version: string,
): string {
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
    repeat,
  ]
  return createHash('sha256').update(JSON.stringify(all)).digest('hex')
}

function whatIsRun({
  providerId,
  providerVersion,
  settings,
  targetTokens,
  pinConstraints,
}: PlannedVariant): unknown[] {
  return [providerId, providerVersion, sorted(settings), targetTokens, pinConstraints]
}

/** Settings that differ in the order of their keys alone are the same. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, own]) => [key, sorted(own)]),
  )
}
