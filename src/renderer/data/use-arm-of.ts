import { useQuery } from '@tanstack/react-query'
import type { ArmInfo } from '../../shared/domain/arm.ts'
import { useEngine } from './engine-context.ts'

/** The arm that a provider with one of its own presets is; null where it is none, and before the arms are known. */
export function useArmOf(providerId: string, presetId: string | null): ArmInfo | null {
  const { queries } = useEngine()
  const arms = useQuery(queries.arms.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY })).data ?? []
  return arms.find((arm) => arm.providerId === providerId && arm.presetId === presetId) ?? null
}
