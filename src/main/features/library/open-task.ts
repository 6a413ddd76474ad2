import { readdir, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { assertNever } from '../../../shared/kernel/assert-never.ts'
import { buildTaskPath } from '../../../shared/library/build-task-path.ts'
import type { TaskSummary } from '../../../shared/library/task-types.ts'
import type { Opened, TaskSource } from '../../../shared/library/tasks-contract.ts'
import { describeForeignSessions } from '../../../shared/library/words.ts'
import { buildNoHistoryFailure } from '../../agents/build-no-history-failure.ts'
import { findForeignSessions } from '../../agents/find-foreign-sessions.ts'
import { defaultSearchLimits, findTasks } from '../../agents/find-tasks.ts'
import { refuseSpecial } from '../../platform/files/read-file.ts'
import { isTaskFolder } from '../../platform/files/task-files.ts'
import type { CoreServices } from '../common/core-services.ts'
import { toJobProblem } from '../common/explain-failure.ts'
import { Problem } from '../common/problem.ts'
import { resolveRealPath } from './follow/disk/task-places.ts'
import type { ReadResult } from './follow/task-reader.ts'
import type { ReadTaskInput } from './jobs/read-task.ts'
import { resolveTaskPath } from './resolve-task-path.ts'

type OpenServices = Pick<CoreServices, 'store' | 'library' | 'reader' | 'access' | 'now'>

/**
 * Opens what a person chose: one task, which is read at once, or every task in a folder of task folders. Those are
 * listed at once and read when somebody asks for them.
 */
export function openTask(services: OpenServices, source: TaskSource): Promise<Opened> {
  return openSource(services, source, openStored)
}

/** The same, but a large task is given as soon as its rows are there. */
export function showTask(services: OpenServices, source: TaskSource): Promise<Opened> {
  return openSource(services, source, openShown)
}

async function openSource(services: OpenServices, source: TaskSource, openOne: OpenOne): Promise<Opened> {
  switch (source.kind) {
    case 'files':
      return openOne(services, source)
    case 'path':
    case 'grant':
      return openPath(services, await resolveRealPath(resolveTaskPath(services.access, source)), openOne)
    default:
      return assertNever(source)
  }
}

/** Opens a bundled sample; gives its id. */
export async function openSample(
  services: Pick<CoreServices, 'store' | 'reader' | 'now'>,
  path: string,
): Promise<string> {
  return (await readNow(services, { kind: 'path', path: await resolveRealPath(path) }, true)).id
}

async function openPath(services: OpenServices, path: string, openOne: OpenOne): Promise<Opened> {
  const there = await stat(path).catch(() => undefined)
  if (there !== undefined && !there.isDirectory()) refuseSpecial(path, there)
  const sessions = there?.isFile() === true ? await services.reader.listSessions(path) : null
  const [session] = sessions ?? []
  if (sessions?.length === 1 && session !== undefined)
    return openOne(services, { kind: 'path', path: buildTaskPath(path, session.key) })
  if (session !== undefined) return listAll(services, path)
  if (!(await isFolderOfTasks(path))) return openOne(services, { kind: 'path', path })
  const { tasks } = await listAll(services, path)
  const [only] = tasks
  // Whoever has one task in the folder means this one.
  if (tasks.length === 1 && only !== undefined) return openOne(services, { kind: 'path', path: only.path })
  return { tasks, problems: [] }
}

/** Lists what lies in a folder or a database, and follows it. */
async function listAll({ library, store }: OpenServices, path: string): Promise<Opened> {
  const ids = new Set(await library.addFolder(path))
  return { tasks: (await store.tasks.list()).filter(({ id }) => ids.has(id)), problems: [] }
}

/** True for a folder with tasks below it; false for a file and for a task. Throws where there is none, or nobody can tell. */
async function isFolderOfTasks(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory() !== true) return false
  if (isTaskFolder(await readdir(path).catch(() => []))) return false
  const { paths, stores, isCut, files } = await findTasks(path)
  if (isCut && paths.length + stores.length === 0) {
    const most = defaultSearchLimits.folders.toLocaleString('en-US')
    throw new Problem({
      code: 'bad-input',
      message: `The first ${most} folders in it hold no task, and the others were not looked into`,
      where: path,
      hint: 'Open a folder inside of it.',
    })
  }
  if (paths.length + stores.length > 0) return true
  await refuseForeign(path)
  throw toJobProblem(buildNoHistoryFailure({ name: basename(path), where: path, files }))
}

/** A folder of nothing but sessions that cannot be read is no damaged task. */
async function refuseForeign(path: string): Promise<void> {
  const text = describeForeignSessions(await findForeignSessions(path))
  if (text === null) return
  throw new Problem({
    code: 'bad-input',
    message: `This folder holds no task that can be read, but ${text}`,
    where: path,
    hint: 'Open a folder with tasks of Roo Code, Cline or a relative of theirs.',
  })
}

/** Opens a task and waits until it is stored, or shows it before that. */
type OpenOne = (services: OpenServices, input: ReadTaskInput) => Promise<Opened>

const openStored: OpenOne = async (services, input) => {
  const task = await readNow(services, input, false)
  await services.library.noteOpened(task)
  return { tasks: [task], problems: [] }
}

const openShown: OpenOne = async (services, input) => {
  const { reader, library, now } = services
  const result = await reader.show({ input, isSample: false, openedTs: now() })
  if (result.kind !== 'shown') {
    const task = await findTaskSummary(services, result)
    await library.noteOpened(task)
    return { tasks: [task], problems: [] }
  }
  const { summary } = result.task
  // Whoever asks for the task next hears of what kept it from being stored.
  void result.stored.then(() => library.noteOpened(summary)).catch(() => undefined)
  return { tasks: [summary], problems: [] }
}

async function readNow(
  { store, reader, now }: Pick<CoreServices, 'store' | 'reader' | 'now'>,
  input: ReadTaskInput,
  isSample: boolean,
): Promise<TaskSummary> {
  return findTaskSummary({ store }, await reader.read({ input, isSample, openedTs: now(), isPatient: false }))
}

async function findTaskSummary(
  { store }: Pick<CoreServices, 'store'>,
  result: ReadResult,
): Promise<TaskSummary> {
  if (result.kind === 'failed') throw toJobProblem(result.failure)
  const summary = result.kind === 'read' ? await store.tasks.summary(result.taskId) : null
  if (summary === null) throw new Error('The task is gone right after it was stored.')
  return summary
}
