import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import type { Opened, TaskSource } from '../../shared/api/tasks.ts'
import type { ImportProblem, TaskSummary } from '../../shared/domain/task.ts'
import { assertNever } from '../../shared/lib/assert-never.ts'
import { recordedTotals } from '../engine/inspect/recorded-totals.ts'
import { findTaskFolders } from '../importers/find-task-folders.ts'
import { isTaskFolder } from '../importers/is-task-folder.ts'
import type { StoredTask } from '../store/records.ts'
import type { ReadTask, ReadTaskInput } from '../workers/jobs/read-task.ts'
import { problemOfJob } from './explain-failure.ts'
import { Problem } from './problem.ts'
import type { Services } from './services.ts'

type OpenServices = Pick<Services, 'store' | 'engine' | 'access' | 'now'>

/** Opens what a person chose: one task, or every task in a folder of task folders. */
export async function openTask(services: OpenServices, source: TaskSource): Promise<Opened> {
  switch (source.kind) {
    case 'files':
      return { tasks: [await readAndStore(services, source, false)], problems: [] }
    case 'path':
    case 'grant':
      return openPath(services, services.access.resolve(source))
    default:
      return assertNever(source)
  }
}

/** Opens the bundled sample. */
export async function openSample(services: OpenServices, path: string): Promise<void> {
  await readAndStore(services, { kind: 'path', path }, true)
}

async function openPath(services: OpenServices, path: string): Promise<Opened> {
  const folders = await taskFoldersIn(path)
  const [only] = folders
  if (folders.length <= 1) {
    const single = only ?? path
    return { tasks: [await readAndStore(services, { kind: 'path', path: single }, false)], problems: [] }
  }
  const tasks: TaskSummary[] = []
  const problems: ImportProblem[] = []
  for (const folder of folders) {
    try {
      tasks.push(await readAndStore(services, { kind: 'path', path: folder }, false))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      problems.push({
        file: error.where || folder,
        place: '',
        reason: `${error.message}. ${error.hint}`,
        severity: 'error',
      })
    }
  }
  return { tasks, problems }
}

/** A task folder itself, or the task folders below a folder that is none; nothing for a file. */
async function taskFoldersIn(path: string): Promise<readonly string[]> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory() !== true) return []
  const names = await readdir(path).catch(() => [])
  return isTaskFolder(names) ? [path] : findTaskFolders(path)
}

async function readAndStore(
  services: OpenServices,
  input: ReadTaskInput,
  isSample: boolean,
): Promise<TaskSummary> {
  const answer = await services.engine.run('readTask', input)
  if ('failure' in answer) throw problemOfJob(answer.failure)
  const { task } = answer
  const id = taskId(input.kind === 'path' ? input.path : `dropped ${input.name} ${task.source.hash}`)
  const known = await services.store.tasks.get(id)
  const tokens = known?.snapshotSha256 === task.source.hash ? known.tokens : null
  await services.store.tasks.upsert(toStored(task, { id, isSample, tokens, openedTs: services.now() }), [
    task.source,
  ])
  const summary = await services.store.tasks.summary(id)
  if (summary === null) throw new Error(`The task ${id} is gone right after it was stored.`)
  return summary
}

function toStored(
  task: ReadTask,
  rest: Pick<StoredTask, 'id' | 'isSample' | 'tokens' | 'openedTs'>,
): StoredTask {
  const { source, messageCount, problems, usage, style, hiddenRange, ...shown } = task
  const { costUsd, condensations } = recordedTotals(usage)
  const hasCosts = usage.requests.some((request) => request.costUsd !== undefined)
  return {
    ...rest,
    ...shown,
    messages: messageCount,
    costUsd: hasCosts ? costUsd : null,
    condensations,
    snapshotSha256: source.hash,
    sourceBlob: source.hash,
    meta: { problems: [...problems], usage, style, hiddenRange },
  }
}

/** The same place is the same task, however often it is opened. */
function taskId(place: string): string {
  return createHash('sha256').update(place).digest('hex').slice(0, 12)
}
