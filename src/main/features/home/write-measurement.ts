import type { Cut } from '../../../shared/experiments/experiment-file-types.ts'
import { figuresVersion } from '../../../shared/experiments/experiment-results-types.ts'
import type { Cell, ExperimentExport, PlannedVariant } from '../../../shared/experiments/experiment-types.ts'
import { measuredArmsSchema, type MeasuredArms } from '../../../shared/home/answer-types.ts'
import type { MeasurementFiles } from '../../../shared/library/measurement-types.ts'
import { extractFirstLine } from '../../agents/details/extract-first-line.ts'
import { computeSha256 } from '../../platform/files/compute-sha256.ts'
import { unpackText } from '../../platform/workers/compression.ts'
import { Problem } from '../common/problem.ts'
import type { AnswerServices } from './answer-library.ts'
import { answerMetrics } from './compute/build-answer.ts'
import { buildMeasuredPlan } from './measure-task.ts'
import { planArms, type StandingPlan } from './standing-arms.ts'

/**
 * Writes what every arm did to these tasks, or to all of the library, as far as they are measured at these cuts: an HTML report with
 * the cells, and what a report does not hold. Tasks are called by numbers. A problem where nothing is measured.
 */
export async function writeMeasurement(
  services: AnswerServices & { readonly now: () => number },
  {
    taskIds,
    cuts,
  }: { readonly taskIds?: readonly string[] | undefined; readonly cuts?: readonly Cut[] | undefined },
): Promise<MeasurementFiles> {
  const { store, engine, info, now } = services
  const plan = await planArms(services, { cuts })
  const rows = await store.measuredArms.list(plan.armsSha256, taskIds)
  const measured = rows.map(({ body }) => measuredArmsSchema.parse(JSON.parse(unpackText(body))))
  const tasks = numberTasks(measured.filter(({ checkpoint }) => checkpoint !== null))
  if (tasks.length === 0)
    throw new Problem({
      code: 'bad-input',
      message: 'None of the tasks is measured',
      where: '',
      hint: 'Measure them first: Home does so in the background, and `dewpoint answer` at once.',
    })
  const measuredTs = now()
  const experiment = buildMeasuredExperiment(tasks, plan, { writtenBy: info.version, measuredTs })
  const { text: report } = await engine.run('writeReport', {
    format: 'html',
    experiment,
    cases: [],
    example: null,
    redact: false,
    baselineId: experiment.plan.baselineId,
  })
  return {
    report,
    measurement: {
      format: 'dewpoint-measurement',
      version: 1,
      writtenBy: info.version,
      measuredTs,
      figuresVersion,
      arms: listArmVersions(plan.variants),
      metrics: experiment.plan.metrics.map(({ id }) => id),
      tasks: tasks.length,
      tooShort: measured.length - tasks.length,
      money: Object.fromEntries(
        tasks.map(({ checkpoint, money }) => [checkpoint?.id ?? '', shortenMoney(money)]),
      ),
      reportSha256: computeSha256(report),
    },
  }
}

/** By id of arm, what its results depend on beside the task. */
export function listArmVersions(variants: readonly PlannedVariant[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    variants.map(({ id, providerId, providerVersion, settings }) => [
      id,
      computeSha256(JSON.stringify([providerId, providerVersion, settings])),
    ]),
  )
}

/** The same tasks by title and place, under ids that say nothing of the machine. */
function numberTasks(measured: readonly MeasuredArms[]): readonly MeasuredArms[] {
  const formatSortKey = ({ checkpoint }: MeasuredArms): string =>
    `${checkpoint?.taskTitle ?? ''} ${checkpoint?.snapshotSha256 ?? ''}`
  const sorted = measured.toSorted((a, b) => (formatSortKey(a) < formatSortKey(b) ? -1 : 1))
  return sorted.map((one, at) => {
    const { checkpoint } = one
    if (checkpoint === null) return one
    const taskId = `task-${at + 1}`
    const id = `${taskId}@${checkpoint.index}`
    const cells = one.cells.map((cell) => ({ ...cell, id: `${cell.variantId}/${id}/1`, checkpointId: id }))
    const taskTitle = extractFirstLine(checkpoint.taskTitle, mostOfTitle)
    return { ...one, checkpoint: { ...checkpoint, id, taskId, taskTitle }, cells }
  })
}

/** Most characters of a title: a report repeats it with each figure of a task. */
const mostOfTitle = 26

/** Metrics that an answer shows: every comparison of a report has each of them. */
const known: ReadonlySet<string> = new Set([...answerMetrics, 'rules-kept', 'files-kept'])

type Written = { readonly writtenBy: string; readonly measuredTs: number }

/** The experiment that the tasks are together, with the metrics that an answer is made of. */
function buildMeasuredExperiment(
  tasks: readonly MeasuredArms[],
  standing: StandingPlan,
  { writtenBy, measuredTs }: Written,
): ExperimentExport {
  const metrics = standing.metrics.filter(({ id }) => known.has(id))
  const checkpoints = tasks.flatMap(({ checkpoint }) => checkpoint ?? [])
  const plan = buildMeasuredPlan({ ...standing, metrics }, checkpoints)
  const cells = tasks.flatMap((task) => task.cells.map((cell) => withMetrics(cell)))
  return {
    format: 'dewpoint-experiment',
    version: 1,
    writtenBy,
    summary: {
      id: 'measurement',
      name: 'Every arm over the tasks',
      question: 'What does each arm save, and what does it keep?',
      contentSha256: computeSha256(JSON.stringify(plan)),
      status: 'finished',
      reason: '',
      isSample: false,
      isImported: false,
      variants: plan.variants.length,
      checkpoints: checkpoints.length,
      tasks: tasks.length,
      cells: {
        total: cells.length,
        done: cells.filter(({ status }) => status === 'done').length,
        failed: cells.filter(({ status }) => status === 'failed').length,
        reused: 0,
      },
      costUsd: 0,
      createdTs: measuredTs,
      finishedTs: measuredTs,
    },
    text: '',
    plan,
    cells,
  }
}

/** A cell with these metrics and nothing that they do not need. */
function withMetrics(cell: Cell): Cell {
  const { values, gaps, controls, stats, timeMs } = cell
  const keepKnown = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).filter(([id]) => known.has(id)))
  return {
    ...cell,
    warnings: [],
    reason: '',
    stats:
      stats === null
        ? null
        : {
            ...stats,
            durationMs: roundToTenths(stats.durationMs),
            reductionPercent: roundToDigits(stats.reductionPercent),
          },
    timeMs: {
      total: roundToTenths(timeMs.total),
      model: roundToTenths(timeMs.model),
      counting: roundToTenths(timeMs.counting),
    },
    values: shortenFigures(keepKnown(values)),
    ...(gaps === undefined ? {} : { gaps: keepKnown(gaps) }),
    ...(controls === undefined
      ? {}
      : {
          controls: Object.fromEntries(
            Object.entries(keepKnown(controls)).map(([id, scores]) => [id, shortenFigures(scores)]),
          ),
        }),
  }
}

/** Figures without the digits that no reader sees. */
function shortenFigures<T extends number | null | undefined>(
  figures: Readonly<Record<string, T>>,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(figures).map(([id, value]) => [
      id,
      // A shorter number is of the same kind as the number.
      typeof value === 'number' ? (roundToDigits(value) as T & number) : value,
    ]),
  )
}

function shortenMoney(money: MeasuredArms['money']): MeasuredArms['money'] {
  if (money === null) return null
  return Object.fromEntries(
    Object.entries(money).map(([arm, parts]) => [
      arm,
      {
        ...parts,
        onceUsd: roundToDigits(parts.onceUsd),
        reReadUsd: roundToDigits(parts.reReadUsd),
        savedPerRequestUsd: roundToDigits(parts.savedPerRequestUsd),
      },
    ]),
  )
}

/** A figure with five digits, which is more than any place shows. */
function roundToDigits(value: number): number {
  return Number(value.toPrecision(5))
}

/** Milliseconds as precise as they mean anything: digits beyond that make the files larger for nothing. */
function roundToTenths(ms: number): number {
  return Math.round(10 * ms) / 10
}
