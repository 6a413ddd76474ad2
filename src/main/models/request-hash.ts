import { createHash } from 'node:crypto'
import type { ModelProfile } from '../../shared/domain/model-profile.ts'
import type { CompletionRequest } from '../engine/language-model.ts'

/** Which model is asked, and where; neither the profile's name nor its key changes what it answers. */
export type AskedModel = Pick<ModelProfile, 'vendor' | 'baseUrl' | 'api' | 'model'>

/**
 * Hash of all that decides an answer; equal requests to equal models have equal hashes. `sample` tells several answers
 * to one request apart and counts from 1.
 */
export function requestHash(
  { vendor, baseUrl, api, model }: AskedModel,
  { system, messages, maxTokens }: Pick<CompletionRequest, 'system' | 'messages' | 'maxTokens'>,
  sample = 1,
): string {
  const asked = [vendor, baseUrl, api, model, system, messages, maxTokens, ...(sample === 1 ? [] : [sample])]
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex')
}
