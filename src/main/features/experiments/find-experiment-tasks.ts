import { libraryEntry } from '../../../shared/experiments/experiment-file-types.ts'
import type { PlanNote } from '../../../shared/experiments/experiment-types.ts'
import { append } from '../../../shared/kernel/append.ts'
import { assertNever } from '../../../shared/kernel/assert-never.ts'
import type { StoredTask } from '../../../shared/library/task-types.ts'
import { FileFailure } from '../../platform/files/file-failure.ts'
import type { CoreServices } from '../common/core-services.ts'
import { toFileProblem, toJobProblem } from '../common/explain-failure.ts'
import { Problem } from '../common/problem.ts'
import type { FileAccess } from '../library/file-access.ts'
import { ReadFailure } from '../library/follow/read-failure.ts'
import { openTask } from '../library/open-task.ts'
import { createRootsAccess } from '../library/roots-access.ts'
import { matchTaskPaths, mostTasks, PatternProblem } from './match-task-paths.ts'
import { PlanFault } from './plan-fault.ts'

export type FoundTasks = {
  /** In the order of the entries, each task once, and so is one with the same messages. */
  readonly tasks: readonly StoredTask[]
  /** What could not be opened, and reservations about what was. */
  readonly notes: readonly PlanNote[]
}

type FindServices = Pick<CoreServices, 'store' | 'library' | 'reader' | 'engine' | 'access' | 'now'>

type Found =
  | { readonly kind: 'task'; readonly task: StoredTask }
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'note'; readonly note: PlanNote }

/** Tasks that are read at the same time. */
const readAtOnce = 4

/**
 * Opens what the `tasks` of an experiment name: ids of the library, which stay as they were opened, and paths and
 * patterns, which are read anew. Throws a `Problem` where no task is found at all, or more than can be, and a `PlanFault`
 * where a pattern cannot be used.
 */
export async function findExperimentTasks(
  services: FindServices,
  entries: readonly string[],
  basePath: string | undefined,
): Promise<FoundTasks> {
  const found: Found[] = []
  const paths = new Set<string>()
  const allowed = {
    ...services,
    access: withFolders(services.access, await services.store.library.folders()),
  }
  for (const [index, entry] of entries.entries()) {
    const looked =
      entry === libraryEntry
        ? await listLibraryTasks(services.store)
        : await lookUp(allowed, entry, index, basePath)
    for (const one of looked) {
      if (one.kind === 'path' && paths.has(one.path)) continue
      if (one.kind === 'path') paths.add(one.path)
      found.push(one)
    }
    // Those that come after it are not looked for, and none of them is opened.
    if (found.filter(({ kind }) => kind !== 'note').length > mostTasks) throw createTooManyProblem()
  }
  const opened: Exclude<Found, { kind: 'path' }>[] = []
  for (let start = 0; start < found.length; start += readAtOnce) {
    append(opened, await Promise.all(found.slice(start, start + readAtOnce).map((one) => open(allowed, one))))
  }
  const notes = opened.flatMap((one) => (one.kind === 'note' ? [one.note] : []))
  const byId = new Map(opened.flatMap((one) => (one.kind === 'task' ? [[one.task.id, one.task]] : [])))
  if (byId.size === 0) throw createNothingFoundProblem(notes)
  const { tasks, notes: onCopies } = withoutCopies([...byId.values()])
  return { tasks, notes: [...notes, ...onCopies] }
}

/**
 * All tasks of the library as they are known; samples only where there are no others. They come in the order of their
 * ids, in which Home adds them up: intervals are drawn in the order of the tasks, and are to be the same to the digit.
 */
async function listLibraryTasks({ tasks }: FindServices['store']): Promise<readonly Found[]> {
  const listed = (await tasks.list()).filter(({ state }) => state !== 'gone')
  const own = listed.filter(({ isSample }) => !isSample)
  const found: Found[] = []
  const taken = (own.length === 0 ? listed : own).slice(0, mostTasks)
  for (const { id, path } of taken.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    try {
      const task = await tasks.get(id)
      found.push(task === null ? { kind: 'path', path } : { kind: 'task', task })
    } catch (error) {
      found.push(markLeftOut(buildErrorNote(path, error)))
    }
  }
  if (own.length > mostTasks)
    found.push(
      buildFoundNote(libraryEntry, `It holds ${own.length} tasks. The first ${mostTasks} are taken.`),
    )
  return found
}

/** Access that also allows what lies in folders of the library: who may open those may measure what is in them. */
function withFolders(access: FileAccess, folders: readonly string[]): FileAccess {
  const library = createRootsAccess(folders)
  return {
    ...access,
    resolve: (source) => {
      try {
        return access.resolve(source)
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'not-allowed' || source.kind !== 'path') throw error
        try {
          return library.resolve(source)
        } catch {
          throw error
        }
      }
    },
  }
}

async function lookUp(
  { store, access, engine }: FindServices,
  entry: string,
  index: number,
  basePath: string | undefined,
): Promise<readonly Found[]> {
  try {
    const task = await store.tasks.get(entry)
    if (task !== null) return [{ kind: 'task', task }]
    const { paths, notes } = await matchTaskPaths({ access, engine }, entry, basePath)
    return [
      ...notes.map((message) => buildFoundNote(entry, message)),
      ...paths.map((path): Found => ({ kind: 'path', path })),
    ]
  } catch (error) {
    if (error instanceof PatternProblem) {
      const message = `${error.message}. ${error.hint}`
      throw new PlanFault([{ path: ['tasks', index], message }])
    }
    return [buildErrorNote(entry, error)]
  }
}

async function open(services: FindServices, found: Found): Promise<Exclude<Found, { kind: 'path' }>> {
  switch (found.kind) {
    case 'task':
    case 'note':
      return found
    case 'path':
      try {
        const { tasks } = await openTask(services, found)
        const task = tasks[0] === undefined ? null : await services.store.tasks.get(tasks[0].id)
        if (task === null) return markLeftOut(buildFoundNote(found.path, 'It went away while it was opened.'))
        return { kind: 'task', task }
      } catch (error) {
        return markLeftOut(buildErrorNote(found.path, error))
      }
    default:
      return assertNever(found)
  }
}

type FoundNote = Extract<Found, { kind: 'note' }>

const buildFoundNote = (where: string, message: string): FoundNote => ({
  kind: 'note',
  note: { where, message },
})

const markLeftOut = ({ note }: FoundNote): FoundNote => ({ kind: 'note', note: { ...note, isLeftOut: true } })

/** A problem with one entry leaves the others; a failure of Dewpoint itself does not. */
function buildErrorNote(where: string, error: unknown): FoundNote {
  const problem = toFoundProblem(error)
  if (!(problem instanceof Problem)) throw error
  const place = problem.where === '' || problem.where === where ? '' : ` (${problem.where})`
  return buildFoundNote(where, `${problem.message.replace(/\.$/, '')}${place}. ${problem.hint}`)
}

function toFoundProblem(error: unknown): unknown {
  if (error instanceof FileFailure) return toFileProblem(error)
  return error instanceof ReadFailure ? toJobProblem(error.failure) : error
}

/**
 * Of tasks with the same messages the first, as Home counts them: copies would weigh more in means, and be drawn as if
 * they were tasks of their own.
 */
function withoutCopies(all: readonly StoredTask[]): FoundTasks {
  const first = new Map<string, StoredTask>()
  const notes: PlanNote[] = []
  for (const task of all) {
    const other = first.get(task.snapshotSha256)
    if (other === undefined) first.set(task.snapshotSha256, task)
    else {
      const message = `It holds the same messages as ${formatTaskName(other)}, which is taken once.`
      notes.push({ where: formatTaskName(task), message, isLeftOut: true })
    }
  }
  return { tasks: [...first.values()], notes }
}

const formatTaskName = ({ path, title, id }: StoredTask): string => path || title || id

function createNothingFoundProblem(notes: readonly PlanNote[]): Problem {
  const shown = notes.slice(0, 3).map(({ where, message }) => `${where}: ${message}`)
  const rest = notes.length > 3 ? [`And ${notes.length - 3} more.`] : []
  return new Problem({
    code: 'not-found',
    message: 'No task was found',
    where: '',
    hint: [...shown, ...rest].join(' '),
  })
}

function createTooManyProblem(): Problem {
  return new Problem({
    code: 'too-large',
    message: `There are more than ${mostTasks.toLocaleString('en-US')} tasks`,
    where: '',
    hint: 'Name fewer of them.',
  })
}
