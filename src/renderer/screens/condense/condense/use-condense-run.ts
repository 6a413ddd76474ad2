import { useMutation, type UseMutationResult } from '@tanstack/react-query'
import type { RunRequest } from '../../../../shared/condense/runs-contract.ts'
import { useStartRun } from '../../../data/use-start-run.ts'

/** Starts the run that a form describes, and goes to its page. */
export function useCondenseRun(request: RunRequest): UseMutationResult<void, Error, void> {
  const startRun = useStartRun()
  return useMutation({ mutationFn: () => startRun(request) })
}
