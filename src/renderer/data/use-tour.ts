import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useEngine } from './engine-context.ts'
import { usePreference } from './use-preference.ts'

/** The tour: whether it is to be shown, and the ways to end it for good and to begin it again. */
export function useTour(): {
  readonly isDue: boolean
  readonly end: () => void
  readonly begin: () => void
} {
  const { queries } = useEngine()
  // Until they are loaded, nobody knows whether it was seen.
  const { isSuccess } = useQuery(
    queries.preferences.all.queryOptions({ staleTime: Number.POSITIVE_INFINITY }),
  )
  const [isSeen, setSeen] = usePreference('tour.isSeen', z.boolean(), false)
  return { isDue: isSuccess && !isSeen, end: () => setSeen(true), begin: () => setSeen(false) }
}
