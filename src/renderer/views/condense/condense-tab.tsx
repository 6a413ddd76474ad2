import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { z } from 'zod'
import type { ProviderInfo } from '../../../shared/domain/provider.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { usePreference } from '../../data/use-preference.ts'
import { routes } from '../../lib/routes.ts'
import { CondenseForm } from './condense-form.tsx'
import styles from './condense-tab.module.css'
import { ProviderPicker } from './provider-picker.tsx'

type CondenseTabProps = { readonly taskId: string; readonly initialProviderId: string | null }

/** Choose a provider, set it up, run it. */
export function CondenseTab({ taskId, initialProviderId }: CondenseTabProps) {
  const { queries } = useEngine()
  const [, navigate] = useLocation()
  const providers = useQuery(queries.providers.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  const policy = useQuery(queries.policy.get.queryOptions())
  const [remembered, remember] = usePreference('condense.provider', z.string(), '')
  if (providers.isError)
    return <ErrorPanel problem={toProblem(providers.error)} onRetry={() => void providers.refetch()} />
  if (providers.data === undefined || policy.isPending) return <SkeletonRows label="Loading providers" />
  const find = (id: string | null): ProviderInfo | undefined =>
    providers.data.find((provider) => provider.id === id)
  const standard = policy.data?.defaultProvider ?? null
  const provider = find(initialProviderId) ?? find(remembered) ?? find(standard) ?? providers.data[0]
  if (provider === undefined) return <EmptyPanel>No provider is installed.</EmptyPanel>
  const select = (providerId: string): void => {
    remember(providerId)
    navigate(routes.condense(taskId, providerId), { replace: true })
  }
  return (
    <div className={styles.tab}>
      <ProviderPicker providers={providers.data} selected={provider} onSelect={select} />
      <CondenseForm key={provider.id} taskId={taskId} provider={provider} providers={providers.data} />
    </div>
  )
}
