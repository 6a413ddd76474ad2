import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { RunPreview, RunRequest } from '../../../../shared/condense/runs-contract.ts'
import { useEngine } from '../../../data/engine-context.ts'

/** What a run would give, as far as it is known. */
export type PreviewState = {
  /** Of the newest request that was answered, which may be an older one than what is asked now. */
  readonly preview: RunPreview | null
  readonly isStale: boolean
  readonly isWorking: boolean
  readonly error: unknown
  readonly retry: () => void
}

/** How long a request has to stay as it is before it is estimated. */
const settleMs = 400

/** Estimates a request when it has settled. A newer one cancels the older. Null asks for nothing. */
export function usePreview(request: RunRequest | null): PreviewState {
  const { queries } = useEngine()
  const text = request === null ? null : JSON.stringify(request)
  const [settled] = useDebouncedValue({ request, text }, settleMs)
  const asked = settled.text === text ? request : settled.request
  const answer = useQuery({
    ...queries.runs.estimate.queryOptions({
      // Never sent where there is no request.
      input: asked ?? { taskId: '', providerId: '' },
      staleTime: 30_000,
      gcTime: 60_000,
      placeholderData: keepPreviousData,
    }),
    enabled: asked !== null,
    retry: false,
  })
  const isLate = settled.text !== text
  return {
    preview: answer.data ?? null,
    isStale: isLate || request === null || answer.isPlaceholderData || answer.isError,
    isWorking: request !== null && (isLate || answer.isFetching),
    error: answer.isError && !isLate && request !== null ? answer.error : null,
    retry: () => void answer.refetch(),
  }
}
