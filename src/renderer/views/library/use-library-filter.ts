import { usePreference } from '../../data/use-preference.ts'
import { everyTask, libraryFilterSchema, type LibraryFilter } from '../../lib/library-filter.ts'

/** What the Library is narrowed to, remembered. */
export function useLibraryFilter(): readonly [LibraryFilter, (filter: LibraryFilter) => void] {
  return usePreference('library.filter', libraryFilterSchema, everyTask)
}
