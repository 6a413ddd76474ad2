import { useState } from 'react'
import type { ProviderInfo } from '../../../shared/domain/provider.ts'
import { usePreference } from '../../data/use-preference.ts'
import { plainRunOptions, runOptionsSchema, type RunOptions } from './run-options.ts'

/** How a provider is run, and the way to change it; remembered as its settings are. */
export function useRunOptions(provider: ProviderInfo): {
  readonly options: RunOptions
  readonly change: (patch: Partial<RunOptions>) => void
} {
  const [stored, store] = usePreference(`options.${provider.id}`, runOptionsSchema, plainRunOptions)
  const [options, setOptions] = useState(stored)
  return {
    options,
    change: (patch) => {
      const next = { ...options, ...patch }
      setOptions(next)
      store(next)
    },
  }
}
