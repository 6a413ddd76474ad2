import { defaultMetricGroups, type MetricInfo } from '../../../shared/activity/quality-types.ts'
import {
  experimentFileSchema,
  type Cut,
  type ExperimentFile,
} from '../../../shared/experiments/experiment-file-types.ts'
import type { PlannedVariant } from '../../../shared/experiments/experiment-types.ts'
import type { AppInfo } from '../../../shared/installation/app-contract.ts'
import { recordedMethodId } from '../../../shared/methods/method-choice-types.ts'
import { computeSha256 } from '../../platform/files/compute-sha256.ts'
import { selectMetricsByName } from '../experiments/experiment-metrics.ts'
import { createFaultCollector } from '../experiments/plan-fault.ts'
import { planVariants, type VariantServices } from '../experiments/plan-variants.ts'

/** Arms that any history is condensed by: those that people run, and Dewpoint's own, none of which asks a model. */
export const settableArmIds: readonly string[] = [
  'claude-code',
  'claude-code-microcompact',
  'codex-local',
  'opencode',
  'opencode-prune',
  'gemini-cli',
  'qwen-code',
  'cline-basic',
  'cline-classic',
  'roo-current',
  'pi',
  'openhands',
  'swe-agent-last-5',
  'clear-tool-uses',
  'lossless',
  'truncation-balanced',
  'sliding-window-current',
  'smart-conservative',
  'smart-balanced',
]

/** Arms that every task is condensed by: what its agent did, and those that can be set. */
export const standingArmIds: readonly string[] = [recordedMethodId, ...settableArmIds]

/** Counts up where what is stored of a task is no longer what would be measured: it is measured anew then. */
const measuredVersion = 4

type PlannedArms = {
  readonly armIds?: readonly string[]
  readonly cuts?: readonly Cut[] | undefined
  readonly metrics?: readonly string[]
  /** Writes their summaries. */
  readonly profile?: string | undefined
}

/** The experiment that every task is measured by, as a person could write it. */
export type StandingPlan = {
  readonly file: ExperimentFile
  readonly variants: readonly PlannedVariant[]
  readonly metrics: readonly MetricInfo[]
  /** Of all that its cells depend on beside the task. */
  readonly armsSha256: string
}

/**
 * Where a task is cut for a table, the first that there is: its condensation, else so much of it, however short it is. A
 * share is no cut for Home.
 */
export const tableCuts: readonly Cut[] = ['default', 0.7]

/** What some arms are now, as the variants of an experiment; at the usual cut unless others are named. */
export async function planArms(
  services: VariantServices & { readonly info: Pick<AppInfo, 'version'> },
  { armIds = standingArmIds, cuts, metrics: asked = defaultMetricGroups, profile }: PlannedArms = {},
): Promise<StandingPlan> {
  const file = experimentFileSchema.parse({
    name: 'Every arm',
    tasks: ['*'],
    variants: armIds.map((id) => ({ id, arm: id, profile })),
    ...(cuts === undefined ? {} : { checkpoints: { at: cuts } }),
  })
  const faults = createFaultCollector()
  const varied = await planVariants(services, file, { basePath: undefined, faults, notes: [] })
  faults.end()
  const variants = varied.map(({ variant }) => variant)
  const metrics = selectMetricsByName([...asked])
  const identity = [
    services.info.version,
    measuredVersion,
    file.checkpoints,
    variants,
    metrics.map(({ id }) => id),
  ]
  return { file, variants, metrics, armsSha256: computeSha256(JSON.stringify(identity)) }
}
