import type OpenAI from 'openai'
import { noForm, useNotes } from '../../../../../shared/take-home/use-words.ts'
import { vendorSettingsSchema } from '../../../../methods/vendors/settings.ts'
import type { UseTarget } from '../use-target.ts'

type Body = Pick<OpenAI.Responses.ResponseCreateParamsNonStreaming, 'context_management'>

/** What goes into the body of a request to OpenAI's Responses API. */
export const openai: UseTarget = {
  id: 'openai',
  label: 'OpenAI API',
  kind: 'vendor',
  buildForm: ({ arm, settings, at }) => {
    const isOwn =
      arm.providerId === 'vendor' && vendorSettingsSchema.parse(settings).primitive === 'openai-compact'
    if (!isOwn)
      return noForm.otherVendor(arm.label, 'OpenAI', 'its API compacts in one way, which is openai-compact.')
    if (at === null) return noForm.noSize('Its setting')
    const body: Body = { context_management: [{ type: 'compaction', compact_threshold: at.tokens }] }
    return {
      language: 'json',
      text: `${JSON.stringify(body, null, 2)}\n`,
      place: 'the body of POST /v1/responses',
      at,
      packages: ['openai'],
      notes: [useNotes.ownCompaction],
    }
  },
}
