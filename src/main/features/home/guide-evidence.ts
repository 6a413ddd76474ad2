import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Report } from '../../../shared/experiments/contract.ts'
import type { Answer, Goal } from '../../../shared/home/answer-types.ts'
import { fewestOwnTasks, type GuideAdvice, type GuideBasis } from '../../../shared/home/guide-advice-types.ts'
import type { GuideAnswers } from '../../../shared/home/guide-types.ts'
import { parseJsonOrNull } from '../../../shared/kernel/json-values.ts'
import { measurementSchema, type MeasurementFiles } from '../../../shared/library/measurement-types.ts'
import type { EnginePool } from '../../jobs/engine-pool.ts'
import { arms, findArm } from '../../methods/arms.ts'
import { computeSha256 } from '../../platform/files/compute-sha256.ts'
import { Problem } from '../common/problem.ts'
import { formatReportFileName } from '../reports/compute/format-report-file-name.ts'
import { readDataIsland } from '../reports/compute/html/render-data-island.ts'
import { isOwnTask, selectTasksOnce, type AnswerServices } from './answer-library.ts'
import { advise, type Measured } from './compute/advise.ts'
import type { GuidedTasks, GuideTasksInput } from './jobs/guide-tasks.ts'
import { buildMeasuredPlan } from './measure-task.ts'
import { planArms } from './standing-arms.ts'
import { listArmVersions } from './write-measurement.ts'

export type GuideServices = AnswerServices & { readonly resourcesFolder: string }

/** What the guide says to some answers by measurements. `recommend` prints it. */
export async function adviseBy(
  services: GuideServices,
  { goal, answers }: { readonly goal: Goal; readonly answers: GuideAnswers },
  signal?: AbortSignal,
): Promise<GuideAdvice> {
  const { basis, measuredFor } = await findGuideEvidence(services, signal)
  const measured = measuredFor?.(goal) ?? null
  const advised =
    measured === null
      ? { recommendation: null, naming: { kind: 'none' as const }, givenUp: [], arms: [], meeting: {} }
      : advise(measured, answers)
  return { answers, goal, basis, answer: measured?.answer ?? null, ...advised }
}

/** The report of the bundled measurement. A problem where it cannot be read. */
export async function readBundledReport({
  resourcesFolder,
}: Pick<GuideServices, 'resourcesFolder'>): Promise<Report> {
  const { report } = await readMeasurement(resourcesFolder)
  const read = readDataIsland(report)
  if (!read.ok) throw new Error(read.message)
  return {
    fileName: formatReportFileName(read.data.experiment.summary, 'html', []),
    mediaType: 'text/html',
    text: report,
  }
}

type Evidence = {
  readonly basis: GuideBasis
  /** Null where nothing is measured. */
  readonly measuredFor: ((goal: Goal) => Measured) | null
}

/** The measured tasks of the person where they are enough, else the bundled measurement. */
async function findGuideEvidence(services: GuideServices, signal?: AbortSignal): Promise<Evidence> {
  const { store, engine } = services
  const plan = await planArms(services)
  const { tasks, copies, isSample } = await selectTasksOnce(store, plan, undefined)
  const rootIds = new Map(isSample ? [] : tasks.map(({ id, rootId }) => [id, rootId]))
  const stored = rootIds.size === 0 ? [] : await store.measuredArms.list(plan.armsSha256, [...rootIds.keys()])
  const rows = stored.map(({ taskId: id, body }) => ({ id, taskId: rootIds.get(id) ?? id, body }))
  const enough = rows.length >= fewestOwnTasks
  const own = enough
    ? await summariseForGuide(
        engine,
        { arms, of: { kind: 'library', plan: buildMeasuredPlan(plan, []), rows } },
        [plan.armsSha256, ...rows.map(({ id, body }) => `${id} ${body.byteLength}`)],
      )
    : null
  const ownTasks = own === null ? new Set(rows.map(({ taskId }) => taskId)).size : countTellingTasks(own)
  if (own !== null && ownTasks >= fewestOwnTasks) {
    const whole = { ofTasks: tasks.filter(isOwnTask).length, copies, isSample: false }
    return { basis: { kind: 'library', tasks: ownTasks }, measuredFor: createMeasuredLookup(own, whole) }
  }
  try {
    const { measurement, report } = await readMeasurement(services.resourcesFolder)
    const guided = await summariseForGuide(engine, { arms, of: { kind: 'files', measurement, report } }, [
      measurement.reportSha256,
    ])
    signal?.throwIfAborted()
    const present = listArmVersions(plan.variants)
    const changed = Object.entries(measurement.arms).filter(([id, version]) => present[id] !== version)
    return {
      basis: {
        kind: 'bundled',
        tasks: measurement.tasks,
        writtenBy: measurement.writtenBy,
        measuredTs: measurement.measuredTs,
        ownTasks,
        stale: changed.map(([id]) => findArm(id)?.label ?? id),
      },
      measuredFor: createMeasuredLookup(guided, {
        ofTasks: measurement.tasks + measurement.tooShort,
        copies: 0,
        isSample: true,
      }),
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { basis: { kind: 'none', problem: error.message }, measuredFor: null }
  }
}

/** How many tasks tell something of the arms: none where nothing of theirs was used next. */
function countTellingTasks({ answers: { balanced } }: GuidedTasks): number {
  return balanced.arms.some(({ verdict }) => verdict !== 'unmeasured') ? balanced.tasks : 0
}

/** The last figures by pool: each click on an answer asks for the same ones. */
const lastGuided = new WeakMap<EnginePool, { readonly key: string; readonly guided: Promise<GuidedTasks> }>()

/** Figures over measured tasks; `key` names these tasks as they are. */
function summariseForGuide(
  engine: EnginePool,
  input: GuideTasksInput,
  key: readonly string[],
): Promise<GuidedTasks> {
  const own = key.join('\n')
  const last = lastGuided.get(engine)
  if (last?.key === own) return last.guided
  const guided = engine.run('guideTasks', input)
  lastGuided.set(engine, { key: own, guided })
  // What failed is tried again the next time.
  guided.catch(() => lastGuided.delete(engine))
  return guided
}

function createMeasuredLookup(
  { answers, efforts, tasks }: GuidedTasks,
  whole: Pick<Answer, 'ofTasks' | 'copies' | 'isSample'>,
): (goal: Goal) => Measured {
  return (goal) => ({ answer: { goal, ...whole, ...answers[goal] }, efforts, tasks, arms })
}

/** The files of the bundled measurement. A problem where they are not there, or not as they were written. */
export async function readMeasurement(resourcesFolder: string): Promise<MeasurementFiles> {
  const folder = join(resourcesFolder, 'measurement')
  const fail = (message: string): Problem =>
    new Problem({
      code: 'bad-input',
      message,
      where: folder,
      hint: 'Install Dewpoint again, or write it anew from a checkout with `npm run measure`.',
    })
  const texts = await Promise.all(
    ['measurement.json', 'report.html'].map((name) => readFile(join(folder, name), 'utf8').catch(() => null)),
  )
  const [json = null, report = null] = texts
  if (json === null || report === null) throw fail('The bundled measurement is not there')
  const parsed = measurementSchema.safeParse(parseJsonOrNull(json))
  if (!parsed.success) throw fail('The bundled measurement cannot be read')
  if (computeSha256(report) !== parsed.data.reportSha256)
    throw fail('The report of the bundled measurement is not the one that was written with it')
  return { measurement: parsed.data, report }
}
