import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PinnedFact } from '../../shared/condensations/pinned-fact-types.ts'
import { useEngine } from './engine-context.ts'

/** The facts that a person follows in a task, and what changes that. */
export type FactController = {
  /** Undefined until they have been followed. */
  readonly facts: readonly PinnedFact[] | undefined
  readonly pin: (text: string) => void
  readonly unpin: (text: string) => void
  readonly isBusy: boolean
  /** Whether the last change pinned something. */
  readonly isPinned: boolean
  /** Why they cannot be followed, or the last change failed; null where neither. */
  readonly error: Error | null
  readonly dismiss: () => void
}

/** Facts of a task, wherever they are pinned and shown. They are read where `isWanted`. */
export function usePinnedFacts(taskId: string, isWanted: boolean): FactController {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const query = queries.condensations.facts.queryOptions({ input: { taskId }, enabled: isWanted })
  const found = useQuery(query)
  const change = useMutation({
    scope: { id: `facts ${taskId}` },
    mutationFn: ({ text, isPin }: { readonly text: string; readonly isPin: boolean }) =>
      isPin
        ? client.condensations.pinFact({ taskId, text })
        : client.condensations.unpinFact({ taskId, text }),
    onSuccess: (after) => queryClient.setQueryData(query.queryKey, after),
  })
  return {
    facts: found.data?.facts,
    pin: (text) => change.mutate({ text, isPin: true }),
    unpin: (text) => change.mutate({ text, isPin: false }),
    isBusy: change.isPending || (isWanted && found.isPending),
    isPinned: change.isSuccess && change.variables.isPin,
    error: change.error ?? found.error,
    dismiss: change.error === null ? () => void found.refetch() : change.reset,
  }
}
