import { readdir, stat } from 'node:fs/promises'
import { dirname, isAbsolute, resolve, sep } from 'node:path'
import { findLongRange, longestRange } from '../../../shared/kernel/parse-glob.ts'
import { buildTaskPath } from '../../../shared/library/build-task-path.ts'
import { findTasks } from '../../agents/find-tasks.ts'
import { ImportFailure } from '../../agents/import-failure.ts'
import { mayBeTask } from '../../agents/recognise-file.ts'
import type { EnginePool } from '../../jobs/engine-pool.ts'
import { isTaskFolder } from '../../platform/files/task-files.ts'
import { Problem } from '../common/problem.ts'
import type { FileAccess } from '../library/file-access.ts'
import { searchReservations } from '../library/follow/disk/search-reservations.ts'
import { locateTask, resolveRealPath } from '../library/follow/disk/task-places.ts'
import { resolveTaskPath } from '../library/resolve-task-path.ts'
import type { MatchedTasks } from './jobs/match-paths.ts'

/** Where tasks lie that an entry of an experiment stands for. */
export type MatchedPaths = {
  /** Task folders and files, absolute, in natural order. */
  readonly paths: readonly string[]
  /** Why there are none, or why there may be more. */
  readonly notes: readonly string[]
}

/** Tasks of one experiment. */
export const mostTasks = 1000
/** Names that a pattern may be held against, and levels below the folder where it begins that are looked into. */
const walkLimits = { mostNames: 100_000, mostLevels: 40 }
/** Characters of a pattern. */
const longestPattern = 1000

const byNumbers = new Intl.Collator('en', { numeric: true })

/**
 * Finds what an entry of `tasks` means as a path: a task folder, a folder with tasks below it as the library finds them,
 * a file, or a pattern with `*`, `?`, `[` or `{`. Relative ones count from `basePath`. Throws a `Problem` where this door
 * does not allow the place, or that is no pattern that can be matched.
 */
export async function matchTaskPaths(
  { access, engine }: MatchServices,
  entry: string,
  basePath: string | undefined,
): Promise<MatchedPaths> {
  const absolute = toAbsolutePath(entry, basePath)
  if (isPattern(absolute) && !(await isExisting(absolute)))
    return matchPattern({ access, engine }, entry, absolute)
  const path = resolveTaskPath(access, { kind: 'path', path: absolute })
  const { file, session } = locateTask(path)
  const found = await stat(file).catch(() => undefined)
  if (found === undefined) return { paths: [], notes: [`There is no ${absolute}.`] }
  if (session !== null) return { paths: [path], notes: [] }
  const { paths, notes } = found.isDirectory()
    ? await findTasksInFolder(path, engine)
    : { paths: await listSessions(path, engine), notes: [] }
  return { paths, notes: paths.length > 0 || notes.length > 0 ? notes : [`No task lies in ${absolute}.`] }
}

function toAbsolutePath(entry: string, basePath: string | undefined): string {
  if (isAbsolute(entry)) return resolve(entry)
  if (basePath !== undefined && isAbsolute(basePath)) return resolve(basePath, entry)
  throw new Problem({
    code: 'bad-input',
    message: `${entry} is no task of the library, and where a relative path begins is not known`,
    where: entry,
    hint: 'Name tasks by id or by absolute path, or save the experiment as a file beside them.',
  })
}

export type MatchServices = { readonly access: FileAccess; readonly engine: Pick<EnginePool, 'run'> }

const nothing: MatchedPaths = { paths: [], notes: [] }

const isPattern = (path: string): boolean => /[*?[{]/.test(path)

const isExisting = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

async function matchPattern(
  { access, engine }: MatchServices,
  entry: string,
  absolute: string,
): Promise<MatchedPaths> {
  const steps = absolute.split(sep)
  const first = steps.findIndex(isPattern)
  const pattern = steps.slice(first).join('/')
  refuseUnknown(entry, pattern)
  // What is walked through is checked before, what is found once more: a link may lead anywhere.
  const folder = access.resolve({ kind: 'path', path: steps.slice(0, first).join(sep) || sep })
  const matched = await engine.run('matchPaths', { folder, pattern, ...walkLimits, mostTasks })
  const tasks = new Set(matched.paths.filter((path) => findAllowedPath(access, path) !== null))
  const notes = new Set(matched.failures)
  for (const link of matched.links) {
    if (tasks.size > mostTasks) break
    const path = findAllowedPath(access, link)
    const found = path === null ? nothing : await findTasksByPath(path, engine)
    for (const task of found.paths) tasks.add(task)
    for (const note of found.notes) notes.add(note)
  }
  for (const note of walkNotes(folder, pattern, matched)) notes.add(note)
  if (tasks.size === 0 && notes.size === 0) notes.add(`No task matches ${pattern} in ${folder}.`)
  return { paths: [...tasks].toSorted(byNumbers.compare), notes: [...notes] }
}

function walkNotes(folder: string, pattern: string, { cut, closed }: MatchedTasks): readonly string[] {
  const notes = searchReservations({ isCut: cut === 'folders', closed }).map((text) => `${folder}: ${text}`)
  if (cut === 'names') {
    const names = walkLimits.mostNames.toLocaleString('en-US')
    notes.push(`${pattern} was held against the first ${names} names in ${folder} and no others.`)
  }
  if (cut === 'levels')
    notes.push(
      `${pattern} was held against the names of ${walkLimits.mostLevels} levels below ${folder} and no others.`,
    )
  return notes
}

/** A pattern that cannot be used, whatever there is on the disk. */
export class PatternProblem extends Problem {}

function refuseUnknown(entry: string, pattern: string): void {
  const fault = findFault(pattern)
  if (fault === null) return
  const [message, hint] = fault
  throw new PatternProblem({ code: 'bad-input', message, where: shortenEntry(entry), hint })
}

/** What is wrong with a pattern and what to write instead. */
function findFault(pattern: string): readonly [message: string, hint: string] | null {
  if (pattern.length > longestPattern)
    return [
      `The pattern has ${pattern.length.toLocaleString('en-US')} characters, more than ${longestPattern.toLocaleString('en-US')}`,
      'Name a folder instead: all tasks below it are taken.',
    ]
  const range = findLongRange(pattern)
  if (range !== null)
    return [
      `The range ${range} stands for more than ${longestRange.toLocaleString('en-US')} names`,
      'Use * in its place.',
    ]
  const [group] = /[?*+@!]\(/.exec(pattern) ?? []
  if (group !== undefined)
    return [`Groups such as ${group}…) are not used in patterns`, 'Use braces: {a,b} stands for a and for b.']
  return null
}

const shortenEntry = (entry: string): string => (entry.length > 100 ? `${entry.slice(0, 99)}…` : entry)

function findAllowedPath(access: FileAccess, path: string): string | null {
  try {
    return resolveTaskPath(access, { kind: 'path', path })
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** Where a link leads. What it leads to may be no task; a file of a task folder stands for the folder. */
async function findTasksByPath(path: string, engine: MatchServices['engine']): Promise<MatchedPaths> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory() === true) return findTasksInFolder(path, engine)
  if (found === undefined || !mayBeTask(path)) return nothing
  const beside = await readdir(dirname(path)).catch(() => [])
  return { paths: isTaskFolder(beside) ? [dirname(path)] : await listSessions(path, engine), notes: [] }
}

/** The sessions of a file that holds several, else the file. */
async function listSessions(path: string, engine: MatchServices['engine']): Promise<readonly string[]> {
  const { sessions } = await engine.run('listSessions', { path })
  return sessions?.map(({ key }) => buildTaskPath(path, key)) ?? [path]
}

async function findTasksInFolder(path: string, engine: MatchServices['engine']): Promise<MatchedPaths> {
  const folder = await resolveRealPath(path)
  try {
    const found = await findTasks(folder)
    const notes = searchReservations(found).map((reason) => `${folder}: ${reason}`)
    const sessions = await Promise.all(found.stores.map((store) => listSessions(store, engine)))
    return { paths: [...found.paths, ...sessions.flat()].toSorted(byNumbers.compare), notes }
  } catch (error) {
    if (!(error instanceof ImportFailure)) throw error
    return { paths: [], notes: [`${error.message}. ${error.hint}`] }
  }
}
