import { extractiveProfileId } from '../../../shared/models/model-profile-types.ts'
import { isPlainPolicy, type ReplayPolicyEntry } from '../../../shared/replay/replay-policy-types.ts'
import type { CoreServices } from '../common/core-services.ts'
import { requireProfile } from '../common/require-stored.ts'
import { createFaultCollector, type PlanIssue } from '../experiments/plan-fault.ts'
import { resolveWrittenMethod, type WrittenMethod } from '../methods/resolve-method.ts'
import { resolvePrompt } from '../prompts/resolve-prompt.ts'
import { findRefusedKey } from './find-refused-key.ts'

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
  const resolve = (at: PlanIssue['path'], step: WrittenMethod) =>
    faults.try([...at, findRefusedKey(step)], async () => resolveWrittenMethod(step, ownPresets))
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
        resolvePrompt(store, { prompt: { promptId: prompt } }, step.method.method),
      )
  }
  faults.end()
}
