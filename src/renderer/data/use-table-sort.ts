import { z } from 'zod'
import type { TableSort } from '../components/use-sorted-rows.ts'
import { usePreference } from './use-preference.ts'

const sortSchema = z.object({ id: z.string(), desc: z.boolean() })

/** The order of a table, remembered under a name. `first` applies until then. */
export function useTableSort(
  name: string,
  first: TableSort,
): readonly [TableSort, (sort: TableSort) => void] {
  return usePreference(`sort.${name}`, sortSchema, first)
}
