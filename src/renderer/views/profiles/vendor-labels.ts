import type { ModelVendor } from '../../../shared/domain/model-profile.ts'

/** Vendors as people name them. */
export const vendorLabels: Readonly<Record<ModelVendor, string>> = {
  anthropic: 'Anthropic',
  openai: 'OpenAI',
  'openai-compatible': 'OpenAI-compatible server',
  recorded: 'Recorded answers',
}
