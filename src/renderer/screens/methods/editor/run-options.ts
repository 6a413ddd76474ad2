import { useState } from 'react'
import { z } from 'zod'
import type { RunRequest } from '../../../../shared/condense/runs-contract.ts'
import { pickNewestVersion, type PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'
import { formatPresetReference } from '../../../../shared/methods/preset-reference-types.ts'
import type { ProviderInfo, Settings } from '../../../../shared/methods/provider-types.ts'
import { extractiveProfileId } from '../../../../shared/models/model-profile-types.ts'
import { usePreference } from '../../../data/use-preference.ts'

/** How a provider is run, beside its settings. Remembered for each provider. */
export const runOptionsSchema = z.object({
  targetTokens: z.number().nullable(),
  /** Null: the profiles' roles decide. */
  profileId: z.string().nullable(),
  /** Null: the provider's own prompt. */
  promptId: z.string().nullable(),
  /** Null: the newest version. */
  promptVersion: z.number().nullable(),
  maxCostUsd: z.number().nullable(),
  minimumGainPercent: z.number().nullable(),
  /** Providers in the order in which they are tried. */
  fallback: z.array(z.string()),
  ignoreCache: z.boolean(),
})
export type RunOptions = z.infer<typeof runOptionsSchema>

/** Options that leave everything to profiles, policy and provider. */
export const plainRunOptions: RunOptions = {
  targetTokens: null,
  profileId: null,
  promptId: null,
  promptVersion: null,
  maxCostUsd: null,
  minimumGainPercent: null,
  fallback: [],
  ignoreCache: false,
}

/** Most providers that a chain may have behind the first. */
export const longestFallback = 8

/** Whether a provider takes a prompt of the library. */
export function takesPrompt({ settingsJsonSchema }: ProviderInfo): boolean {
  const properties = settingsJsonSchema['properties']
  return typeof properties === 'object' && properties !== null && 'customPrompt' in properties
}

/**
 * What these options add to a request. A model is named only where some provider of the chain asks one. A prompt is
 * for the first provider alone, because fallbacks run with their defaults.
 */
export function buildRequestOptions(
  provider: ProviderInfo,
  providers: readonly ProviderInfo[],
  options: RunOptions,
): Omit<Partial<RunRequest>, 'taskId' | 'providerId' | 'settings' | 'presetId'> {
  const chain = [provider, ...providers.filter(({ id }) => options.fallback.includes(id))]
  const asks = chain.some(({ capabilities }) => capabilities.usesModel)
  const { targetTokens, profileId, promptId, promptVersion, maxCostUsd, minimumGainPercent } = options
  const isFree = profileId === extractiveProfileId
  return {
    ...(targetTokens === null ? {} : { targetTokens }),
    ...(asks && profileId !== null ? { profileId } : {}),
    ...(takesPrompt(provider) && promptId !== null
      ? { prompt: promptVersion === null ? { promptId } : { promptId, version: promptVersion } }
      : {}),
    ...(asks && !isFree && maxCostUsd !== null ? { maxCostUsd } : {}),
    ...(asks && !isFree && options.ignoreCache ? { ignoreCache: true } : {}),
    ...(options.fallback.length === 0
      ? {}
      : { fallback: options.fallback.map((providerId) => ({ providerId })) }),
    ...(minimumGainPercent === null ? {} : { minimumGainPercent }),
  }
}

/** Faults by field, empty where a run can start. */
export function findOptionIssues(options: RunOptions): Readonly<Record<string, string>> {
  const { maxCostUsd, minimumGainPercent } = options
  const isShare = minimumGainPercent === null || (minimumGainPercent >= 0 && minimumGainPercent <= 100)
  return {
    ...(maxCostUsd !== null && maxCostUsd < 0 ? { maxCostUsd: 'At least 0.' } : {}),
    ...(isShare ? {} : { minimumGainPercent: '0 to 100.' }),
  }
}

/** How many options differ from what profiles, policy and provider say. */
export function countSetOptions(options: RunOptions): number {
  const { promptVersion: _version, ...asked } = options
  return Object.values(asked).filter((value) => (Array.isArray(value) ? value.length > 0 : Boolean(value)))
    .length
}

/** The remembered options of a provider's runs, and the way to change them. */
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

/** What is sent to start a run: the preset that the settings equal by its name, else the settings. */
export function buildRunRequest(
  taskId: string,
  provider: Pick<ProviderInfo, 'id'>,
  chosen: { readonly preset: PresetEntry | null; readonly settings: Settings },
  options: Omit<Partial<RunRequest>, 'taskId' | 'providerId' | 'settings' | 'presetId'>,
): RunRequest {
  const { preset, settings } = chosen
  const named = preset === null ? { settings } : { presetId: formatNewestReference(preset) }
  return { taskId, providerId: provider.id, ...named, ...options }
}

/** With the version that is on the screen, whatever was saved elsewhere meanwhile. */
function formatNewestReference(preset: PresetEntry): string {
  return preset.isBuiltIn ? preset.id : formatPresetReference(preset.id, pickNewestVersion(preset).version)
}
