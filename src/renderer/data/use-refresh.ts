import { useQueryClient } from '@tanstack/react-query'
import { useEngine } from './engine-context.ts'

/** What can be read again after it was changed. */
export type RefreshedArea = 'policy' | 'profiles' | 'prompts'

/** Reads an area of the contract again, wherever it is shown. */
export function useRefresh(): (area: RefreshedArea) => Promise<void> {
  const { queries } = useEngine()
  const queryClient = useQueryClient()
  return (area) => queryClient.invalidateQueries({ queryKey: queries[area].key() })
}
