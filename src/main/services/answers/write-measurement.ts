import { firstLine } from '../../importers/details/first-line.ts'
import { measuredArmsSchema, type MeasuredArms } from '../../../shared/domain/answer.ts'
import type { Cell, ExperimentExport, PlannedVariant } from '../../../shared/domain/experiment.ts'
import { figuresVersion } from '../../../shared/domain/experiment-results.ts'
import type { MeasurementFiles } from '../../../shared/domain/measurement.ts'
import { answerMetrics } from '../../evaluation/answers/answer-of.ts'
import { sha256, unpackText } from '../../workers/compression.ts'
import { Problem } from '../problem.ts'
import type { AnswerServices } from './answer-library.ts'
import { planOf } from './measure-task.ts'
import { planArms, type StandingPlan } from './standing-arms.ts'

/**
 * Writes what every arm did to these tasks, or to all of the library, as far as they are measured: an HTML report with
 * the cells, and what a report does not hold. Tasks are called by numbers. A problem where nothing is measured.
 */
export async function writeMeasurement(
  services: AnswerServices & { readonly now: () => number },
  taskIds?: readonly string[],
): Promise<MeasurementFiles> {
  const { store, engine, info, now } = services
  const plan = await planArms(services)
  const rows = await store.measuredArms.list(plan.armsSha256, taskIds)
  const measured = rows.map(({ body }) => measuredArmsSchema.parse(JSON.parse(unpackText(body))))
  const tasks = numbered(measured.filter(({ checkpoint }) => checkpoint !== null))
  if (tasks.length === 0)
    throw new Problem({
      code: 'bad-input',
      message: 'None of the tasks is measured',
      where: '',
      hint: 'Measure them first: Home does so in the background, and `dewpoint answer` at once.',
    })
  const measuredTs = now()
  const experiment = experimentOf(tasks, plan, { writtenBy: info.version, measuredTs })
  const { text: report } = await engine.run('writeReport', {
    format: 'html',
    experiment,
    cases: [],
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
      arms: armVersions(plan.variants),
      metrics: experiment.plan.metrics.map(({ id }) => id),
      tasks: tasks.length,
      tooShort: measured.length - tasks.length,
      money: Object.fromEntries(tasks.map(({ checkpoint, money }) => [checkpoint?.id ?? '', moneyOf(money)])),
      reportSha256: sha256(report),
    },
  }
}

/** By id of arm, what its results depend on beside the task. */
export function armVersions(variants: readonly PlannedVariant[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    variants.map(({ id, providerId, providerVersion, settings }) => [
      id,
      sha256(JSON.stringify([providerId, providerVersion, settings])),
    ]),
  )
}

/** The same tasks by title and place, under ids that say nothing of the machine. */
function numbered(measured: readonly MeasuredArms[]): readonly MeasuredArms[] {
  const keyOf = ({ checkpoint }: MeasuredArms): string =>
    `${checkpoint?.taskTitle ?? ''} ${checkpoint?.snapshotSha256 ?? ''}`
  const sorted = measured.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  return sorted.map((one, at) => {
    const { checkpoint } = one
    if (checkpoint === null) return one
    const taskId = `task-${at + 1}`
    const id = `${taskId}@${checkpoint.index}`
    const cells = one.cells.map((cell) => ({ ...cell, id: `${cell.variantId}/${id}/1`, checkpointId: id }))
    const taskTitle = firstLine(checkpoint.taskTitle, mostOfTitle)
    return { ...one, checkpoint: { ...checkpoint, id, taskId, taskTitle }, cells }
  })
}

/** Most characters of a title: a report repeats it with each figure of a task. */
const mostOfTitle = 60

/** Metrics that an answer shows: every comparison of a report has each of them. */
const known: ReadonlySet<string> = new Set([...answerMetrics, 'rules-kept', 'files-kept'])

type Written = { readonly writtenBy: string; readonly measuredTs: number }

/** The experiment that the tasks are together, with the metrics that an answer is made of. */
function experimentOf(
  tasks: readonly MeasuredArms[],
  standing: StandingPlan,
  { writtenBy, measuredTs }: Written,
): ExperimentExport {
  const metrics = standing.metrics.filter(({ id }) => known.has(id))
  const checkpoints = tasks.flatMap(({ checkpoint }) => checkpoint ?? [])
  const plan = planOf({ ...standing, metrics }, checkpoints)
  const cells = tasks.flatMap((task) => task.cells.map((cell) => withMetrics(cell)))
  return {
    format: 'dewpoint-experiment',
    version: 1,
    writtenBy,
    summary: {
      id: 'measurement',
      name: 'Every arm over the tasks',
      question: 'What does each arm save, and what does it keep?',
      contentSha256: sha256(JSON.stringify(plan)),
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
function withMetrics({ statements: _statements, ...cell }: Cell): Cell {
  const { values, gaps, controls, stats, timeMs } = cell
  const own = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
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
            durationMs: tenths(stats.durationMs),
            reductionPercent: digits(stats.reductionPercent),
          },
    timeMs: {
      total: tenths(timeMs.total),
      model: tenths(timeMs.model),
      counting: tenths(timeMs.counting),
    },
    values: shortened(own(values)),
    ...(gaps === undefined ? {} : { gaps: own(gaps) }),
    ...(controls === undefined
      ? {}
      : {
          controls: Object.fromEntries(
            Object.entries(own(controls)).map(([id, scores]) => [id, shortened(scores)]),
          ),
        }),
  }
}

/** Figures without the digits that no reader sees. */
function shortened<T extends number | null | undefined>(
  figures: Readonly<Record<string, T>>,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(figures).map(([id, value]) => [
      id,
      // A shorter number is of the same kind as the number.
      typeof value === 'number' ? (digits(value) as T & number) : value,
    ]),
  )
}

function moneyOf(money: MeasuredArms['money']): MeasuredArms['money'] {
  if (money === null) return null
  return Object.fromEntries(
    Object.entries(money).map(([arm, parts]) => [
      arm,
      {
        ...parts,
        onceUsd: digits(parts.onceUsd),
        savedPerRequestUsd: digits(parts.savedPerRequestUsd),
      },
    ]),
  )
}

/** A figure with six digits, which is more than any place shows. */
function digits(value: number): number {
  return Number(value.toPrecision(6))
}

/** Milliseconds as precise as they mean anything: digits beyond that make the files larger for nothing. */
function tenths(ms: number): number {
  return Math.round(10 * ms) / 10
}
