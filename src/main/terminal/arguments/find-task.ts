import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import { splitTaskPath } from '../../../shared/library/build-task-path.ts'
import type { TaskSummary } from '../../../shared/library/task-types.ts'
import type { Dewpoint } from '../../features/common/dewpoint.ts'
import { CliFailure } from '../cli-failure.ts'

type Client = Dewpoint['client']

/**
 * The one task that a `<task>` argument names: a folder, a file of any format, or an id. Of a session with its subagents
 * it is the session. Where there are several, the failure lists them, for scripts as JSON.
 */
export async function findTask(name: string, client: Client, folder: string): Promise<TaskSummary> {
  const path = resolveTaskPath(name, folder)
  if (isThere(path)) return requireOnlyTask(client, await client.tasks.open({ kind: 'path', path }), path)
  const known = (await client.tasks.list()).find((task) => task.id === name)
  if (known !== undefined) return known
  throw new CliFailure({
    message: `There is no task ${name}.`,
    where: path,
    hint: 'Name a task folder, a history file, a session in a database as file#session, or the id of a task that was opened before.',
  })
}

/** Ids of all tasks that some arguments name: every task of a folder, a task of its own, or one by its id. */
export async function findTasks(
  names: readonly string[],
  client: Client,
  folder: string,
): Promise<readonly string[]> {
  const ids: string[] = []
  for (const name of names) {
    const path = resolveTaskPath(name, folder)
    const opened = isThere(path) ? (await client.tasks.open({ kind: 'path', path })).tasks : []
    // Where nothing can be read, looking for the one task says why.
    if (opened.length === 0) ids.push((await findTask(name, client, folder)).id)
    else for (const { id } of opened) ids.push(id)
  }
  return [...new Set(ids)]
}

/** Whether a path leads to something, or to what this user cannot look at: opening it says why. */
function isThere(path: string): boolean {
  return [path, splitTaskPath(path).file].some((one) => {
    try {
      statSync(one)
      return true
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null
      return code === 'EACCES' || code === 'EPERM' || code === 'ELOOP'
    }
  })
}

/** An empty name is that of an unset variable, never the current folder: that one is called `.`. */
function resolveTaskPath(name: string, folder: string): string {
  if (name.trim() !== '') return resolve(folder, name)
  throw new CliFailure({
    message: 'The name of a task is empty.',
    hint: 'Name a task folder, a history file or an id. The current folder is called `.`.',
  })
}

/** So many tasks are named to choose from. */
const mostNamed = 5

/** The latest tasks, a line each where there are titles to tell them by. */
function describeLatestTasks(tasks: readonly TaskSummary[]): readonly string[] {
  return tasks
    .toSorted((a, b) => (b.lastActivityTs ?? 0) - (a.lastActivityTs ?? 0))
    .slice(0, mostNamed)
    .map(({ path, title }) => (splitTaskPath(path).session === null ? path : `${path} (${title})`))
}

async function requireOnlyTask(
  client: Client,
  { tasks, problems }: Awaited<ReturnType<Client['tasks']['open']>>,
  path: string,
): Promise<TaskSummary> {
  const [task, ...more] = tasks
  if (task === undefined) {
    const [problem] = problems
    throw new CliFailure({
      message:
        problem === undefined ? 'No history was found here.' : `No history could be read: ${problem.reason}`,
      where: problem === undefined ? path : [path, problem.file, problem.place].filter(Boolean).join(', '),
      hint: 'Name a task folder, or a file with a history in it.',
    })
  }
  if (more.length === 0) return task
  const mains = new Set((await client.tasks.mains({ taskIds: tasks.map(({ id }) => id) })).taskIds)
  const sessions = tasks.filter(({ id }) => mains.has(id))
  const [main] = sessions
  if (sessions.length === 1 && main !== undefined) return main
  throw makeSeveralSessionsFailure(tasks, sessions, path)
}

/** Names sessions rather than their subagents, where it is known which those are. */
function makeSeveralSessionsFailure(
  tasks: readonly TaskSummary[],
  sessions: readonly TaskSummary[],
  path: string,
): CliFailure {
  const isFile = tasks.some((task) => splitTaskPath(task.path).file === path)
  return new CliFailure({
    message: isFile
      ? `This file holds ${formatCountWithNoun(tasks.length, 'session')}.`
      : `This folder holds ${formatCountWithNoun(tasks.length, 'task')}.`,
    where: path,
    hint: `Name one of them, such as ${describeLatestTasks(sessions.length === 0 ? tasks : sessions).join(', ')}. With --json all are listed.`,
    json: {
      sessions: tasks.map(({ id, title, agent, messages, path: own }) => ({
        id,
        title,
        agent,
        messages,
        path: own,
      })),
    },
  })
}
