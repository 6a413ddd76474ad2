import type { ModelProfile } from '../../../shared/models/model-profile-types.ts'
import type { CompletionRequest } from '../../kernel/language-model.ts'
import { computeSha256 } from '../files/compute-sha256.ts'

/** Which model is asked, and where; neither the profile's name nor its key changes what it answers. */
export type AskedModel = Pick<ModelProfile, 'vendor' | 'baseUrl' | 'api' | 'model'>

/**
 * Hash of all that decides an answer; equal requests to equal models have equal hashes. `sample` tells several answers
 * to one request apart and counts from 1.
 */
export function hashRequest(
  { vendor, baseUrl, api, model }: AskedModel,
  {
    system,
    messages,
    maxTokens,
    compaction,
  }: Pick<CompletionRequest, 'system' | 'messages' | 'maxTokens' | 'compaction'>,
  sample = 1,
): string {
  const more = [...(sample === 1 ? [] : [sample]), ...(compaction === undefined ? [] : [compaction])]
  const asked = [vendor, baseUrl, api, model, system, messages, maxTokens, ...more]
  return computeSha256(JSON.stringify(asked))
}
