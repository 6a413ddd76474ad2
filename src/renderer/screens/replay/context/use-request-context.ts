import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query'
import type { ReplayContext } from '../../../../shared/replay/replay-context-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem, type ProblemView } from '../../../data/to-problem.ts'
import { useReplay } from '../replay-view.tsx'

/** What a policy sends with a request. While it is on its way, what was shown before. */
export type ContextAt = {
  readonly data: ReplayContext | undefined
  readonly problem: ProblemView | null
}

/** Asks for the context of a policy at a request. Null for no policy. */
export function useRequestContext(policyId: string | null, request: number): ContextAt {
  const { queries } = useEngine()
  const { replayId } = useReplay()
  const context = useQuery(
    queries.replay.context.queryOptions({
      input: policyId === null ? skipToken : { replayId, policyId, request },
      placeholderData: keepPreviousData,
      // A context of a replay never changes.
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
      retry: false,
    }),
  )
  return { data: context.data, problem: context.isError ? toProblem(context.error) : null }
}
