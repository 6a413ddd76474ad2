import type { RunRequest } from '../../../shared/api/runs.ts'
import type { RunSummary } from '../../../shared/domain/run.ts'

/** The request that a run was started with, as far as the run tells: of a chain it knows what was tried. */
export function sameRequest(run: RunSummary): RunRequest {
  const { taskId, providerId, presetId, settings, targetTokens, model, prompt, outcome } = run
  const fallback = (outcome?.attempts ?? []).slice(1).map((attempt) => ({ providerId: attempt.providerId }))
  return {
    taskId,
    providerId,
    ...(presetId === null ? { settings } : { presetId }),
    ...(targetTokens === null ? {} : { targetTokens }),
    ...(model === null ? {} : { profileId: model.profileId }),
    ...(prompt === null ? {} : { prompt }),
    ...(fallback.length === 0 ? {} : { fallback }),
  }
}
