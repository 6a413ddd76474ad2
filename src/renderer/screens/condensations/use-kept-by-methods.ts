import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeptByMethods } from '../../../shared/condensations/kept-by-methods-types.ts'
import { useEngine } from '../../data/engine-context.ts'
import type { CompareProgress } from '../../data/use-arm-comparison.ts'

/**
 * What methods that need no key would have kept at the cut of a condensation. Measured when it is first asked for, and kept
 * while the window is open. Leaving stops it. The page of a condensation shows it, and a probe begins with the best.
 */
export function useKeptByMethods(taskId: string, n: number, isWanted: boolean) {
  const { client } = useEngine()
  const [progress, setProgress] = useState<CompareProgress | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['kept-by-methods', taskId, n],
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isWanted,
    queryFn: async ({ signal }): Promise<KeptByMethods> => {
      for await (const event of await client.condensations.methods({ taskId, n }, { signal })) {
        if (event.kind === 'finished') return event
        setProgress(event)
      }
      throw new Error('Condensing ended without figures.')
    },
  })
  return { kept: data, progress, error, retry: () => void refetch() }
}
