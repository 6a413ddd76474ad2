import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import type { PresetEntry } from '../../../shared/domain/preset-entry.ts'
import type { ProviderInfo, Settings } from '../../../shared/domain/provider.ts'
import { useStartRun } from '../../data/use-start-run.ts'
import { requestOf } from './run-request-of.ts'

type CondenseRun = {
  readonly taskId: string
  readonly provider: ProviderInfo
  readonly chosen: { readonly preset: PresetEntry | null; readonly settings: Settings }
  readonly options: Parameters<typeof requestOf>[3]
}

/** Starts the run that the form describes, and goes to its page. */
export function useCondenseRun({
  taskId,
  provider,
  chosen,
  options,
}: CondenseRun): UseMutationResult<void, Error, void> {
  const startRun = useStartRun()
  return useMutation({ mutationFn: () => startRun(requestOf(taskId, provider, chosen, options)) })
}
