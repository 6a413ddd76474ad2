import { extractiveProfileId } from '../../shared/domain/model-profile.ts'
import type { PresetEntry } from '../../shared/domain/preset-entry.ts'
import { isPlainPolicy, type ReplayPolicyEntry } from '../../shared/domain/replay-policy.ts'
import { findProvider } from '../engine/registry.ts'
import { createFaultCollector, type PlanIssue } from './experiments/plan-fault.ts'
import { findPrompt } from './find-prompt.ts'
import { stepRequest } from './plan-replay.ts'
import { requireProfile } from './require-profile.ts'
import { resolvePrompt } from './resolve-prompt.ts'
import { resolveSettings } from './resolve-settings.ts'
import type { Services } from './services.ts'

/**
 * Whether providers, presets, settings, prompts, fallbacks and profiles are there. Throws a `PlanFault` with all that
 * are not, each at its key.
 */
export async function checkReplay(
  { store }: Pick<Services, 'store'>,
  entries: readonly ReplayPolicyEntry[],
): Promise<void> {
  const ownPresets = await store.presets.list()
  const faults = createFaultCollector()
  for (const [index, entry] of entries.entries()) {
    if (isPlainPolicy(entry.id)) continue
    const at: PlanIssue['path'] = ['policies', index]
    const { profile = extractiveProfileId, prompt, fallback = [] } = entry
    const step = await faults.try([...at, placeIn(entry)], () => resolve(entry, ownPresets))
    for (const [place, own] of fallback.entries())
      await faults.try([...at, 'fallback', place, placeIn(own)], () => resolve(own, ownPresets))
    if (profile !== extractiveProfileId)
      await faults.try([...at, 'profile'], () => requireProfile(store, profile))
    if (prompt !== undefined && step !== null)
      await faults.try([...at, 'prompt'], async () =>
        resolvePrompt(store, { prompt: await findPrompt(store, prompt) }, step.provider),
      )
  }
  faults.end()
}

type Step = Pick<ReplayPolicyEntry, 'provider' | 'preset' | 'settings'>

async function resolve(
  step: Step,
  ownPresets: readonly PresetEntry[],
): Promise<ReturnType<typeof resolveSettings>> {
  await Promise.resolve()
  return resolveSettings(stepRequest(step), ownPresets)
}

/** Which of its keys a refusal is about. */
function placeIn({ provider = '', preset, settings }: Step): string {
  const known = findProvider(provider)
  if (known === undefined) return 'provider'
  const isBuiltIn = preset === undefined || known.presets.some(({ id }) => id === preset)
  if (settings !== undefined && isBuiltIn) return 'settings'
  return preset === undefined ? 'provider' : 'preset'
}
