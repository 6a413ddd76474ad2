import { describeError } from '../../../shared/kernel/describe-error.ts'
import { isSameJson } from '../../../shared/kernel/json-values.ts'
import { showsSamplesKey } from '../../../shared/kernel/page-preferences.ts'
import { filterTasks } from '../../../shared/library/filter-tasks.ts'
import { type LibraryFilter, everyTask } from '../../../shared/library/library-filter-types.ts'
import type { LibrarySearch } from '../../../shared/library/types.ts'
import type { SearchRange } from '../../platform/store/search/search-reader.ts'
import type { Store } from '../../platform/store/store.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { findLeftOutSigns } from './compute/search/find-left-out-signs.ts'
import { parseQuery, type Phrase } from './compute/search/parse-query.ts'
import { isListed } from './follow/entry-state.ts'
import type { SearchIndex } from './search/search-index.ts'

type SearchInput = { readonly query: string; readonly limit: number; readonly filter: LibraryFilter }

/** Messages of the listed tasks that fit a filter, which hold what a query asks for, the newest first. */
export async function searchLibrary(
  { store, search }: Pick<CoreServices, 'store' | 'search'>,
  { query, limit, filter }: SearchInput,
): Promise<LibrarySearch> {
  const phrases = parseQuery(query)
  if (phrases.length === 0) {
    throw new Problem({
      code: 'bad-input',
      message: 'Only words are searched, and this holds none',
      where: query,
      hint: 'Type letters or digits.',
    })
  }
  const titles = await store.tasks.titles()
  const listed = await leaveSamplesOut(store, titles)
  const fitting = await findFittingTasks(store, filter)
  const wanted = fitting === null ? listed : new Set([...listed].filter((id) => fitting.has(id)))
  const within = wanted.size === titles.size ? null : [...wanted]
  const { hits, taskIds } = await findListed(search, titles, { phrases, limit: limit + 1, within })
  const searched = new Set(taskIds.filter((id) => wanted.has(id)))
  const moved = await findMovedTasks(store, new Set(hits.map(({ taskId }) => taskId)))
  const shown = hits.slice(0, limit).filter(({ taskId }) => !moved.has(taskId))
  return {
    hits: shown.map((hit) => ({ ...hit, taskTitle: titles.get(hit.taskId)?.title ?? '' })),
    hasMore: hits.length > limit,
    searchedTasks: searched.size,
    tasks: wanted.size,
    listedTasks: listed.size,
    unreadableTasks: searched.size < wanted.size ? await countUnreadable(store, wanted, searched) : 0,
    leftOutSigns: findLeftOutSigns(query),
  }
}

/** Samples are searched as the Library lists them: only while there is nothing else, or where somebody wants them. */
async function leaveSamplesOut(
  { preferences }: Pick<Store, 'preferences'>,
  titles: Titles,
): Promise<ReadonlySet<string>> {
  const own = new Set([...titles].flatMap(([id, { isSample }]) => (isSample ? [] : [id])))
  if (own.size === 0 || own.size === titles.size) return new Set(titles.keys())
  return (await preferences.all())[showsSamplesKey] === true ? new Set(titles.keys()) : own
}

type Titles = Awaited<ReturnType<Store['tasks']['titles']>>

/** Tasks whose files are gone from their place and stand, unchanged, in that of another one, which has the same hits. */
async function findMovedTasks(
  { library }: CoreServices['store'],
  taskIds: ReadonlySet<string>,
): Promise<ReadonlySet<string>> {
  const found = await Promise.all([...taskIds].map((id) => library.entry(id)))
  const gone = found.flatMap((entry) =>
    entry?.isGone === true && entry.snapshotSha256 !== null ? [entry] : [],
  )
  if (gone.length === 0) return new Set()
  const there = new Set(
    found.flatMap((entry) => (entry === null || entry.isGone ? [] : [entry.snapshotSha256])),
  )
  return new Set(gone.filter(({ snapshotSha256 }) => there.has(snapshotSha256)).map(({ id }) => id))
}

/** Tasks that cannot be read or are gone, of those that were to be searched and are not in the index. */
async function countUnreadable(
  { library }: CoreServices['store'],
  wanted: ReadonlySet<string>,
  searched: ReadonlySet<string>,
): Promise<number> {
  const entries = await library.entries()
  const missing = entries.filter(
    (entry) => isListed(entry) && wanted.has(entry.id) && !searched.has(entry.id),
  )
  return missing.filter(({ isGone, failure }) => isGone || failure !== null).length
}

/** What the index holds of tasks that are not listed any more is dropped before it is shown. */
async function findListed(
  search: SearchIndex,
  listed: Titles,
  { phrases, ...range }: SearchRange & { readonly phrases: readonly Phrase[] },
): ReturnType<SearchIndex['find']> {
  try {
    const found = await search.find(phrases, range)
    const strangers = found.taskIds.filter((id) => !listed.has(id))
    if (strangers.length === 0) return found
    await search.forget(strangers)
    return await search.find(phrases, range)
  } catch (error) {
    throw new Problem({
      code: 'storage',
      message: `The search index cannot be used: ${describeError(error)}`,
      where: search.filePath,
      hint: 'It is a cache: close Dewpoint, delete it, and it is filled again.',
      cause: error,
    })
  }
}

/** Ids of the listed tasks that fit a filter; null where it leaves all in. */
async function findFittingTasks(
  { tasks }: Pick<Store, 'tasks'>,
  filter: LibraryFilter,
): Promise<ReadonlySet<string> | null> {
  if (isSameJson({ ...filter, text: filter.text.trim() }, everyTask)) return null
  return new Set(filterTasks(await tasks.list(), filter).map(({ id }) => id))
}
