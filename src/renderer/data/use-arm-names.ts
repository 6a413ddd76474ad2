import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useEngine } from './engine-context.ts'

/** What arms are called, by their ids. An arm that is not known, and each until the arms are, is called by its id. */
export function useArmNames(): (armId: string) => string {
  const { queries } = useEngine()
  const arms = useQuery(queries.arms.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY })).data
  return useMemo(() => {
    const labels = new Map((arms ?? []).map(({ id, label }) => [id, label]))
    return (armId) => labels.get(armId) ?? armId
  }, [arms])
}
