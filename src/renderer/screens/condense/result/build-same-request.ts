import type { RunSummary } from '../../../../shared/condense/run-types.ts'
import type { RunRequest } from '../../../../shared/condense/runs-contract.ts'
import type { PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'
import { parsePresetReference } from '../../../../shared/methods/preset-reference-types.ts'

/**
 * The request that a run was started with, as far as it is recorded: of a chain, the providers that were tried. The settings
 * are those of the run. Its preset is named beside them while `presets` still has the version that it used.
 */
export function buildSameRequest(run: RunSummary, presets: readonly PresetEntry[]): RunRequest {
  const { taskId, providerId, presetId, settings, targetTokens, cut, model, prompt, outcome } = run
  const fallback = (outcome?.attempts ?? []).slice(1).map((attempt) => ({ providerId: attempt.providerId }))
  return {
    taskId,
    providerId,
    settings,
    ...(presetId !== null && isThere(presetId, run, presets) ? { presetId } : {}),
    ...(targetTokens === null ? {} : { targetTokens }),
    ...(cut === undefined ? {} : { at: cut }),
    ...(model === null ? {} : { profileId: model.profileId }),
    // A default was not chosen for the run, so the present default applies.
    ...(prompt === null || prompt.from !== undefined ? {} : { prompt }),
    ...(fallback.length === 0 ? {} : { fallback }),
  }
}

/** A version that was saved after the run began is of another preset, which got the id of one that is gone. */
function isThere(
  presetId: string,
  { providerId, startedTs }: RunSummary,
  presets: readonly PresetEntry[],
): boolean {
  const { id, version } = parsePresetReference(presetId)
  const preset = presets.find((known) => known.providerId === providerId && known.id === id)
  if (preset === undefined || preset.isBuiltIn !== (version === null)) return false
  return preset.versions.some(
    (known) => (version === null || known.version === version) && known.createdTs <= startedTs,
  )
}
