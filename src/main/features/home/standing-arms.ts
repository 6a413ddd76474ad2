import { defaultMetricGroups, type MetricInfo } from '../../../shared/activity/quality-types.ts'
import {
  experimentFileSchema,
  type ExperimentFile,
} from '../../../shared/experiments/experiment-file-types.ts'
import type { PlannedVariant } from '../../../shared/experiments/experiment-types.ts'
import type { AppInfo } from '../../../shared/installation/app-contract.ts'
import { computeSha256 } from '../../platform/files/compute-sha256.ts'
import { selectMetricsByName } from '../experiments/experiment-metrics.ts'
import { createFaultCollector } from '../experiments/plan-fault.ts'
import { planVariants, type VariantServices } from '../experiments/plan-variants.ts'

/** Arms that every task is condensed by: those that people run, and Dewpoint's own, none of which asks a model. */
export const standingArmIds: readonly string[] = [
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

/** Counts up where the usual cut of a task leaves other messages than before: what is stored is measured anew then. */
const cutVersion = 2

/** The experiment that every task is measured by, as a person could write it. */
export type StandingPlan = {
  readonly file: ExperimentFile
  readonly variants: readonly PlannedVariant[]
  readonly metrics: readonly MetricInfo[]
  /** Of all that its cells depend on beside the task. */
  readonly armsSha256: string
}

/** What some arms are now, as the variants of an experiment at the usual cut; a profile writes their summaries. */
export async function planArms(
  services: VariantServices & { readonly info: Pick<AppInfo, 'version'> },
  armIds: readonly string[] = standingArmIds,
  profile?: string,
): Promise<StandingPlan> {
  const file = experimentFileSchema.parse({
    name: 'Every arm',
    tasks: ['*'],
    variants: armIds.map((id) => ({ id, arm: id, profile })),
  })
  const faults = createFaultCollector()
  const varied = await planVariants(services, file, { basePath: undefined, faults, notes: [] })
  faults.end()
  const variants = varied.map(({ variant }) => variant)
  const metrics = selectMetricsByName([...defaultMetricGroups])
  const identity = [
    services.info.version,
    cutVersion,
    file.checkpoints,
    variants,
    metrics.map(({ id }) => id),
  ]
  return { file, variants, metrics, armsSha256: computeSha256(JSON.stringify(identity)) }
}
