import { useQueryClient } from '@tanstack/react-query'
import { useEngine } from './engine-context.ts'

/** What can be read again after it was changed. */
export type RefreshedArea = 'policy' | 'presets' | 'profiles' | 'prompts'

/** Reads an area of the contract again, wherever it is shown, with what follows from it. */
export function useRefresh(): (area: RefreshedArea) => Promise<void> {
  const { queries } = useEngine()
  const queryClient = useQueryClient()
  return async (area) => {
    void queryClient.invalidateQueries({ queryKey: queries.context.status.key() })
    await queryClient.invalidateQueries({ queryKey: queries[area].key() })
  }
}
