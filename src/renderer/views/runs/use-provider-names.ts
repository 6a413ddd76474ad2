import { useQuery } from '@tanstack/react-query'
import { useEngine } from '../../data/engine-context.ts'

/** Gives the label of a provider by its id; the id until labels are there, and of one that is gone. */
export function useProviderNames(): (providerId: string) => string {
  const { queries } = useEngine()
  const { data } = useQuery(queries.providers.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const names = new Map(data?.map(({ id, label }) => [id, label]))
  return (id) => names.get(id) ?? id
}
