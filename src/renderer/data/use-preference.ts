import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { z } from 'zod'
import type { PagePreference } from '../../shared/kernel/page-preferences.ts'
import { useEngine } from './engine-context.ts'
import type { PreferenceValue } from './stores/preference-writer.ts'

/**
 * A small JSON value that outlives the window. What is stored but does not fit the schema counts as absent.
 * Setting shows at once. Storing it follows, and a failure to store loses nothing but the memory of it.
 */
export function usePreference<T extends PreferenceValue>(
  key: PagePreference,
  schema: z.ZodType<T>,
  fallback: T,
): readonly [T, (value: T) => void] {
  const { preferences, queries } = useEngine()
  const queryClient = useQueryClient()
  const pick = useCallback((all: Readonly<Record<string, unknown>>) => all[key], [key])
  // Only this key: a draft is set with each letter, and most of what is shown has nothing to do with it.
  const { data: raw } = useQuery(
    queries.preferences.all.queryOptions({ staleTime: Number.POSITIVE_INFINITY, select: pick }),
  )
  // Parsed once: what is derived from a list or a record is derived again whenever that is another object.
  const stored = useMemo(() => schema.safeParse(raw), [schema, raw])
  const set = useCallback(
    (value: T) => {
      queryClient.setQueryData(queries.preferences.all.queryKey(), (old) => ({ ...old, [key]: value }))
      preferences.set(key, value)
    },
    [key, preferences, queries, queryClient],
  )
  return [stored.success ? stored.data : fallback, set]
}
