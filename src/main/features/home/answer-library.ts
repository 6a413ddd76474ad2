import { basename } from 'node:path'
import type { Answer, Goal } from '../../../shared/home/answer-types.ts'
import type { TaskSummary } from '../../../shared/library/task-types.ts'
import { arms } from '../../methods/arms.ts'
import type { CoreServices } from '../common/core-services.ts'
import type { VariantServices } from '../experiments/plan-variants.ts'
import { adviseAgents } from './compute/advise-agents.ts'
import { buildMeasuredPlan } from './measure-task.ts'
import { planArms, type StandingPlan } from './standing-arms.ts'

export type AnswerServices = VariantServices & Pick<CoreServices, 'engine' | 'info'>

/** What condensing would do for some tasks, as far as they are measured; for all of the library where none are named. */
export async function answerLibrary(
  services: AnswerServices,
  { goal, taskIds }: { readonly goal: Goal; readonly taskIds?: readonly string[] | undefined },
  signal?: AbortSignal,
): Promise<Answer> {
  const { store, engine } = services
  const plan = await planArms(services)
  const { tasks, copies, isSample } = await selectTasksOnce(store, plan, taskIds)
  const own = tasks.filter(isOwnTask)
  const rootIds = new Map(tasks.map(({ id, rootId }) => [id, rootId]))
  const rows = await store.measuredArms.list(
    plan.armsSha256,
    tasks.map(({ id }) => id),
  )
  const { cutTokens, answered } = await engine.run(
    'answerTasks',
    {
      goal,
      arms,
      plan: buildMeasuredPlan(plan, []),
      tasks: tasks.map(({ id, rootId, title, agent, condensations }) => ({
        id,
        rootId,
        title,
        agent,
        condensations,
      })),
      rows: rows.map(({ taskId, body }) => ({ id: taskId, taskId: rootIds.get(taskId) ?? taskId, body })),
    },
    signal === undefined ? {} : { signal },
  )
  const agents = adviseAgents(
    answered,
    own.map(({ id, format }) => ({ format, cutTokens: cutTokens[id] ?? null })),
  )
  return {
    goal,
    ofTasks: own.length,
    copies,
    unreadable: listUnreadable(tasks),
    isSample,
    ...answered,
    agents,
  }
}

/** Tasks that could not be read at their last change, by why; the most frequent reason first. */
function listUnreadable(tasks: readonly TaskSummary[]): Answer['unreadable'] {
  const failed = tasks.filter(({ state }) => state === 'failed')
  return [...Map.groupBy(failed, explainUnreadable)]
    .map(([reason, same]) => ({ reason, tasks: same.length }))
    .toSorted((a, b) => b.tasks - a.tasks)
}

/** Why a task could not be read, without its name: many fail alike. What to do about it stands in the Library. */
function explainUnreadable({ failure, path }: TaskSummary): string {
  const [first = ''] = /^.*?[.!?](?=\s|$)/s.exec(failure ?? '') ?? [failure ?? '']
  const name = basename(path)
  return first.startsWith(`${name} `) ? `the file${first.slice(name.length)}` : first
}

/** A session, with the task of the person that had it done: itself, or the one above a subagent or a fork. */
type AnsweredTask = TaskSummary & { readonly rootId: string }

/** Whether a session is a task of the person: those that others had done are counted with these. */
export function isOwnTask({ id, rootId }: AnsweredTask): boolean {
  return id === rootId
}

/**
 * The tasks to answer for, each once: of measured tasks with the same history, and of files of the same session, the
 * latest stands for all. A name that is no UUID may be that of the file alone, which others have as well.
 */
export async function selectTasksOnce(
  store: Pick<CoreServices['store'], 'tasks' | 'measuredArms' | 'library'>,
  { armsSha256 }: Pick<StandingPlan, 'armsSha256'>,
  taskIds: readonly string[] | undefined,
): Promise<{
  readonly tasks: readonly AnsweredTask[]
  readonly copies: number
  readonly isSample: boolean
}> {
  const { tasks, isSample } = selectAnsweredTasks(await store.tasks.list(), taskIds)
  const snapshots = await store.measuredArms.snapshots(armsSha256)
  const sessions = await store.library.sessionKeys()
  const latestOfHistory = takeLatest(tasks, ({ id, format }) => `${format} ${snapshots.get(id) ?? id}`)
  const once = takeLatest(latestOfHistory, ({ id }) => {
    const session = sessions.get(id) ?? ''
    return uuid.test(session) ? session : id
  })
  return { tasks: findRoots(once), copies: tasks.length - once.length, isSample }
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Of tasks with the same key the latest, in their order. */
function takeLatest(
  tasks: readonly TaskSummary[],
  formatKey: (task: TaskSummary) => string,
): readonly TaskSummary[] {
  const latest = new Map(tasks.toSorted(compareActivity).map((task) => [formatKey(task), task]))
  return tasks.filter((task) => latest.get(formatKey(task)) === task)
}

/** Sessions whose records name each other as parents stand for themselves. */
function findRoots(tasks: readonly TaskSummary[]): readonly AnsweredTask[] {
  const parentIds = new Map(tasks.map(({ id, parentTaskId }) => [id, parentTaskId]))
  return tasks.map((task) => {
    const above = [task.id]
    for (let id = task.parentTaskId; id !== null && parentIds.has(id); id = parentIds.get(id) ?? null) {
      if (above.includes(id)) return { ...task, rootId: task.id }
      above.push(id)
    }
    return { ...task, rootId: above.at(-1) ?? task.id }
  })
}

function compareActivity(a: TaskSummary, b: TaskSummary): number {
  return (a.lastActivityTs ?? 0) - (b.lastActivityTs ?? 0) || (a.id < b.id ? -1 : 1)
}

/** The tasks that are named; where none are, all but the samples, and these where there is nothing else. */
export function selectAnsweredTasks(
  all: readonly TaskSummary[],
  taskIds: readonly string[] | undefined,
): { readonly tasks: readonly TaskSummary[]; readonly isSample: boolean } {
  const wanted = taskIds === undefined ? null : new Set(taskIds)
  const listed = wanted === null ? all : all.filter(({ id }) => wanted.has(id))
  const own = wanted === null ? listed.filter(({ isSample }) => !isSample) : listed
  return own.length > 0 || wanted !== null
    ? { tasks: own, isSample: false }
    : { tasks: listed, isSample: listed.length > 0 }
}
