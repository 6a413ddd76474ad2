import { extractiveProfileId } from '../../../shared/domain/model-profile.ts'
import { isPlainPolicy, type ReplayPolicyEntry } from '../../../shared/domain/replay-policy.ts'
import type { CoreServices } from '../core-services.ts'
import { createFaultCollector, type PlanIssue } from '../experiments/plan-fault.ts'
import { resolvePrompt } from '../presets/resolve-prompt.ts'
import { resolveSettings } from '../presets/resolve-settings.ts'
import { readStepRequest, type NamedStep } from '../presets/step-request.ts'
import { requireProfile } from '../require-stored.ts'
import { findRefusedKey } from './refused-key.ts'

/**
 * Whether providers, presets, settings, prompts, fallbacks and profiles are there. Throws a `PlanFault` with all that
 * are not, each at its key.
 */
export async function checkReplay(
  { store }: Pick<CoreServices, 'store'>,
  entries: readonly ReplayPolicyEntry[],
): Promise<void> {
  const ownPresets = await store.presets.list()
  const faults = createFaultCollector()
  const resolve = (at: PlanIssue['path'], step: NamedStep) =>
    faults.try([...at, findRefusedKey(step)], async () => {
      const read = readStepRequest(step)
      return { ...read, ...resolveSettings(read.request, ownPresets) }
    })
  for (const [index, entry] of entries.entries()) {
    if (isPlainPolicy(entry.id)) continue
    const at: PlanIssue['path'] = ['policies', index]
    const { prompt, fallback = [] } = entry
    const step = await resolve(at, entry)
    const profile = step?.profileId ?? entry.profile ?? extractiveProfileId
    for (const [place, own] of fallback.entries()) await resolve([...at, 'fallback', place], own)
    if (profile !== extractiveProfileId)
      await faults.try([...at, 'profile'], () => requireProfile(store, profile))
    if (prompt !== undefined && step !== null)
      await faults.try([...at, 'prompt'], async () =>
        resolvePrompt(store, { prompt: { promptId: prompt } }, step.provider),
      )
  }
  faults.end()
}
