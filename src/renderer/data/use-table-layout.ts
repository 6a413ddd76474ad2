import { z } from 'zod'
import type { TableSort } from '../ui/components/use-table-model.ts'
import { usePreference } from './use-preference.ts'

const sortSchema = z.object({ id: z.string(), desc: z.boolean() })
const idsSchema = z.array(z.string())
const asDefined: string[] = []

/** The sorted column of a table, remembered under a name; `first` is that until then. */
export function useTableSort(
  name: string,
  first: TableSort,
): readonly [TableSort, (sort: TableSort) => void] {
  return usePreference(`sort.${name}`, sortSchema, first)
}

/** Order of the rows and of the columns of a table, remembered under a name: what a `DataTable` takes. */
export function useTableLayout(name: string, firstSort: TableSort) {
  const [sort, onSort] = useTableSort(name, firstSort)
  const [columnOrder, setColumnOrder] = usePreference(`columns.${name}`, idsSchema, asDefined)
  return { sort, onSort, columnOrder, onColumnOrder: (ids: readonly string[]) => setColumnOrder([...ids]) }
}
