import { useQuery } from '@tanstack/react-query'
import { presetOfDefaults, type ArmInfo } from '../../shared/methods/arm-types.ts'
import { useEngine } from './engine-context.ts'

/** The arm that a provider with one of its own presets or its defaults is; null where it is none, and before the arms are known. */
export function usePresetArm(providerId: string, presetId: string | null): ArmInfo | null {
  const { queries } = useEngine()
  const arms = useQuery(queries.arms.list.queryOptions({ staleTime: Number.POSITIVE_INFINITY })).data ?? []
  const preset = presetId ?? presetOfDefaults[providerId] ?? null
  return arms.find((arm) => arm.providerId === providerId && arm.presetId === preset) ?? null
}
