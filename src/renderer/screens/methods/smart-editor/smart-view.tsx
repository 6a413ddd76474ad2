import { useQuery } from '@tanstack/react-query'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { SmartEditor } from './smart-editor.tsx'

/** The editor of the smart provider, once it is known what the engine offers. */
export function SmartView() {
  const { queries } = useEngine()
  const providers = useQuery(queries.providers.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const preferences = useQuery(queries.preferences.all.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  if (providers.isError)
    return <ErrorPanel problem={toProblem(providers.error)} onRetry={() => void providers.refetch()} />
  // The draft is among the preferences: an editor without them would begin anew.
  if (providers.data === undefined || preferences.isPending)
    return <SkeletonRows label="Loading the editor" />
  const smart = providers.data.find(({ id }) => id === 'smart')
  if (smart === undefined) return <EmptyPanel>The smart provider is missing.</EmptyPanel>
  return <SmartEditor provider={smart} providers={providers.data} />
}
