import { useState } from 'react'
import {
  everyTask,
  libraryFilterSchema,
  type LibraryFilter,
} from '../../../../shared/library/library-filter-types.ts'
import { usePreference } from '../../../data/use-preference.ts'

/**
 * What the Library is narrowed to, remembered. Kept here as well: a field whose value comes back a moment later than
 * it was typed loses its place.
 */
export function useLibraryFilter(): readonly [LibraryFilter, (filter: LibraryFilter) => void] {
  const [stored, store] = usePreference('library.filter', libraryFilterSchema, everyTask)
  const [set, setSet] = useState<LibraryFilter | null>(null)
  return [
    set ?? stored,
    (filter) => {
      setSet(filter)
      store(filter)
    },
  ]
}
