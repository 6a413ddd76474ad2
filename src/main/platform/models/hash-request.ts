import { createHash } from 'node:crypto'
import type { ModelProfile } from '../../../shared/models/model-profile-types.ts'
import type { CompletionRequest } from '../../kernel/language-model.ts'

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
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex')
}
