import type { LibrarySearch } from '../../shared/domain/library.ts'
import { isListed } from '../library/entry-state.ts'
import { parseQuery, type Phrase } from '../search/parse-query.ts'
import type { SearchIndex } from '../search/search-index.ts'
import { Problem } from './problem.ts'
import type { Services } from './services.ts'

/** Messages of all listed tasks that hold what a query asks for, the newest first. */
export async function searchLibrary(
  { store, search }: Pick<Services, 'store' | 'search'>,
  { query, limit }: { readonly query: string; readonly limit: number },
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
  const { hits, taskIds } = await findListed(search, titles, { phrases, limit: limit + 1 })
  const moved = await movedAmong(store, new Set(hits.map(({ taskId }) => taskId)))
  const shown = hits.slice(0, limit).filter(({ taskId }) => !moved.has(taskId))
  return {
    hits: shown.map((hit) => ({ ...hit, taskTitle: titles.get(hit.taskId) ?? '' })),
    hasMore: hits.length > limit,
    searchedTasks: taskIds.length,
    tasks: titles.size,
    unreadableTasks: taskIds.length < titles.size ? await countUnreadable(store, new Set(taskIds)) : 0,
  }
}

/** Tasks whose files are gone from their place and stand, unchanged, in that of another one, which has the same hits. */
async function movedAmong(
  { library }: Services['store'],
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

/** Tasks that cannot be read or are gone, of those that the index does not hold. */
async function countUnreadable(
  { library }: Services['store'],
  searched: ReadonlySet<string>,
): Promise<number> {
  const entries = await library.entries()
  return entries.filter(
    (entry) => isListed(entry) && !searched.has(entry.id) && (entry.isGone || entry.failure !== null),
  ).length
}

/** What the index holds of tasks that are not listed any more is dropped before it is shown. */
async function findListed(
  search: SearchIndex,
  listed: ReadonlyMap<string, string>,
  { phrases, limit }: { readonly phrases: readonly Phrase[]; readonly limit: number },
): ReturnType<SearchIndex['find']> {
  try {
    const found = await search.find(phrases, limit)
    const strangers = found.taskIds.filter((id) => !listed.has(id))
    if (strangers.length === 0) return found
    await search.forget(strangers)
    return await search.find(phrases, limit)
  } catch (error) {
    throw new Problem({
      code: 'storage',
      message: `The search index cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      where: search.filePath,
      hint: 'It is a cache: close Dewpoint, delete it, and it is filled again.',
      cause: error,
    })
  }
}
