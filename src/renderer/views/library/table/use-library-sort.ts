import { z } from 'zod'
import type { TableSort } from '../../../components/use-sorted-rows.ts'
import { usePreference } from '../../../data/use-preference.ts'
import { useTableSort } from '../../../data/use-table-sort.ts'
import { kindChoices } from './kind-columns.ts'

const recentFirst = { id: 'activity', desc: true }
const namesSchema = z.array(z.string())
const noKinds: string[] = []

/** The order of the Library, remembered. */
export function useLibrarySort(): readonly [TableSort, (sort: TableSort) => void] {
  return useTableSort('library', recentFirst)
}

/** Ids of the columns of kinds that are shown, remembered. */
export function useShownKinds(): readonly [readonly string[], (kinds: readonly string[]) => void] {
  const [kinds, setKinds] = usePreference('library.kindColumns', namesSchema, noKinds)
  return [kinds, (next) => setKinds([...next])]
}

/** Puts the largest figures of a column first; one of a kind is shown for it. */
export function useLargestFirst(): (columnId: string) => void {
  const [, setSort] = useLibrarySort()
  const [kinds, setKinds] = useShownKinds()
  return (columnId) => {
    const isKind = kindChoices.some(({ id }) => id === columnId)
    if (isKind && !kinds.includes(columnId)) setKinds([...kinds, columnId])
    setSort({ id: columnId, desc: true })
  }
}
