import type { ExperimentFile } from '../../../shared/experiments/experiment-file-types.ts'
import type {
  ExperimentPlan,
  PlannedCheckpoint,
  PlannedVariant,
  PlanNote,
} from '../../../shared/experiments/experiment-types.ts'
import { isPlannedAt } from '../../../shared/experiments/measure-plan.ts'
import { formatCount, formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import { extractiveProfileId } from '../../../shared/models/model-profile-types.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { buildSecondSampleId } from './compute/second-sample.ts'
import { cutTasks } from './cut-tasks.ts'
import { selectFileMetrics } from './experiment-metrics.ts'
import { findExperimentTasks } from './find-experiment-tasks.ts'
import { createFaultCollector, PlanFault } from './plan-fault.ts'
import { planVariants, requireVariantModel, type VariedVariant } from './plan-variants.ts'

export type PlanServices = Pick<
  CoreServices,
  'store' | 'library' | 'reader' | 'engine' | 'access' | 'models' | 'arms' | 'now'
>

/** What an experiment is to do, and the stored tasks that it does it on. */
export type PlannedExperiment = {
  readonly plan: ExperimentPlan
  readonly sources: readonly { readonly snapshotSha256: string; readonly sourceBlob: string }[]
}

/**
 * From a file to everything that the experiment does. Throws a `PlanFault` for what can be mended in the file, a
 * `Problem` for the rest.
 */
export async function planExperiment(
  services: PlanServices,
  file: ExperimentFile,
  basePath: string | undefined,
): Promise<PlannedExperiment> {
  const faults = createFaultCollector()
  const read: PlanNote[] = []
  const varied = await planVariants(services, file, { basePath, faults, notes: read })
  const baselineId = file.baseline ?? varied[0]?.variant.id ?? ''
  const metrics = selectFileMetrics(file)
  if (metrics.some(({ needsModel }) => needsModel))
    await faults.try(['judge'], () => requireJudge(services, file.judge))
  const found = await faults.try(['tasks'], () => findExperimentTasks(services, file.tasks, basePath))
  faults.end()
  const { tasks, notes } = found ?? { tasks: [], notes: [] }
  const cut = await cutTasks(services, file, tasks)
  if (cut.checkpoints.length === 0) {
    const why = [...notes, ...cut.notes].map(({ where, message }) => `${where}: ${message}`).join(' ')
    throw new PlanFault([
      { path: ['tasks'], message: `No task can be cut where the checkpoints say. ${why}` },
    ])
  }
  const variants = [
    ...varied.map(({ variant }) => variant),
    ...varied
      .filter(({ variant }) => file.aa === true && variant.id === baselineId)
      .map((baseline) => createSecondSample(baseline)),
  ]
  const used = new Set(cut.checkpoints.map(({ snapshotSha256 }) => snapshotSha256))
  return {
    plan: {
      file,
      baselineId,
      variants,
      checkpoints: cut.checkpoints,
      metrics,
      notes: [...read, ...notes, ...cut.notes, ...buildLeftOutNotes(variants, cut.checkpoints)],
    },
    sources: tasks.filter(({ snapshotSha256 }) => used.has(snapshotSha256)),
  }
}

/** At how many cuts a variant has no cell, and why. */
function buildLeftOutNotes(
  variants: readonly PlannedVariant[],
  checkpoints: readonly PlannedCheckpoint[],
): readonly PlanNote[] {
  return variants.flatMap((variant) => {
    const left = checkpoints.filter((checkpoint) => !isPlannedAt(variant, checkpoint)).length
    const cuts = formatCountWithNoun(checkpoints.length, 'cut')
    const message = `The agent did not condense at ${formatCount(left)} of ${cuts}: what it did is left out there.`
    return left === 0 ? [] : [{ where: variant.id, message }]
  })
}

/** The baseline once more, with answers of its own. */
function createSecondSample({ variant, varies }: VariedVariant): PlannedVariant {
  const { id, label } = variant
  const again = { of: id, isRepeatable: !varies }
  return { ...variant, id: buildSecondSampleId(id), label: `${label}, again`, again }
}

/** The profile of the judge. A problem where metrics ask a model and none is named, or it could not be asked. */
async function requireJudge(
  services: Pick<CoreServices, 'store' | 'models'>,
  judge: ExperimentFile['judge'],
): Promise<void> {
  if (judge === undefined || judge.profile === extractiveProfileId) {
    throw new Problem({
      code: 'bad-input',
      message: 'Some of the metrics ask a model, and the experiment names none that could answer',
      where: '',
      hint: 'Add `judge: { profile: <id of a profile> }`, or leave the groups probes, judge, next-action and resume out.',
    })
  }
  await requireVariantModel(services, judge.profile)
}
