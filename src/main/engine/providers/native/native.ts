import { defineProvider, type CondenseRequest, type Estimate } from '../../provider.ts'
import type { Conversation } from '../../conversation.ts'
import { condenseOutputs, findOutputs } from './condense-outputs.ts'
import { condenseWhole, planFor, tokensSummarised } from './condense-whole.ts'
import { nativePresets, nativeSettingsSchema, type NativeSettings } from './settings.ts'

/** What almost everyone runs: the history summarised by a language model, as Roo Code does it. */
export const nativeProvider = defineProvider<NativeSettings>({
  id: 'native',
  label: 'Native',
  description:
    'One summary of the history by a language model; the built-in extractive one where none is set up.',
  version: '2.0.0',
  capabilities: {
    lossless: false,
    lossy: true,
    usesModel: true,
    parallel: false,
    multiPass: false,
    fallback: true,
    speed: 'slow',
  },
  settings: nativeSettingsSchema,
  promptSetting: 'customPrompt',
  presets: nativePresets,
  keptEnds: ({ flavour, keepLast, selective }) =>
    selective || flavour === 'classic' ? { first: 1, last: keepLast } : { first: 0, last: 0 },
  estimate,
  condense: (request: CondenseRequest, settings) =>
    settings.selective ? condenseOutputs(request, settings) : condenseWhole(request, settings),
})

function estimate(conversation: Conversation, settings: NativeSettings): Estimate {
  if (settings.selective) {
    const saved = findOutputs(conversation, settings).reduce(
      (sum, { tokens }) => sum + Math.max(0, tokens - settings.selectiveMaxTokens),
      0,
    )
    return { finalTokens: conversation.totalTokens - saved, confidence: 0.5, costUsd: 0, durationMs: 0 }
  }
  const plan = planFor(conversation, settings, '')
  const saved = plan.kind === 'refused' ? 0 : tokensSummarised(conversation, plan)
  const finalTokens = conversation.totalTokens - saved + Math.min(settings.maxSummaryTokens, saved)
  return { finalTokens, confidence: 0.6, costUsd: 0, durationMs: 0 }
}
