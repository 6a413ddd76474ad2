import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEngine } from '../../../data/engine-context.ts'
import { describeProblem } from '../../../data/to-problem.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'

/** What was named when Dewpoint was started and could not be opened, until it is put away. */
export function StartProblems() {
  const { queries } = useEngine()
  const queryClient = useQueryClient()
  // They are sent once: this window keeps them.
  const options = queries.app.takeStartProblems.queryOptions({ staleTime: Infinity, gcTime: Infinity })
  const problems = useQuery(options).data ?? []
  return problems.map((problem) => (
    <ErrorPanel
      key={`${problem.where} ${problem.message}`}
      title={problem.code === 'storage' ? 'Stored data' : 'Could not open'}
      problem={describeProblem(problem)}
      onDismiss={() =>
        queryClient.setQueryData(
          options.queryKey,
          problems.filter((one) => one !== problem),
        )
      }
    />
  ))
}
