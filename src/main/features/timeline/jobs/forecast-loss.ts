import type { LossForecast } from '../../../../shared/timeline/types.ts'
import { builtInOnly } from '../../../kernel/condensing-prompts.ts'
import { collectLineKeys, computeHeldShare, listShownThings } from '../../../measure/needed/find-needed.ts'
import { openConversation, openDocument } from '../../../platform/workers/documents.ts'
import type { Job, SourceRef } from '../../../platform/workers/job.ts'
import { workOnChain } from '../../condense/jobs/run-methods.ts'

type ForecastInput = {
  readonly source: SourceRef
  /** The method that stands for the agent. */
  readonly step: { readonly providerId: string; readonly settings: unknown }
}

/** What a method would leave of the things that a context shows; null where it leaves the context as it is. */
export const forecastLoss: Job<
  ForecastInput,
  Pick<LossForecast, 'tokensBefore' | 'tokensAfter' | 'things' | 'lost'> | null
> = async ({ source, step }, context) => {
  const document = await openDocument(source)
  const { condensed } = await workOnChain(
    {
      source,
      steps: [step],
      targetTokens: null,
      alerts: { minimumGainPercent: 0, alertCostUsd: Infinity },
      flags: { isAutomatic: true, usedOwnHandler: false },
      model: null,
      profileModels: {},
      prompts: builtInOnly,
      pins: [],
      modelWarnings: [],
      prepared: null,
    },
    context,
  )
  if (condensed === null) return null
  const before = await openConversation(document)
  const held = collectLineKeys(condensed.conversation)
  const things = listShownThings(before)
  const { fileIndices } = document.effective
  return {
    tokensBefore: before.totalTokens,
    tokensAfter: condensed.conversation.totalTokens,
    things: things.length,
    lost: things
      .filter((thing) => computeHeldShare(thing, held) < 0.5)
      .map(({ kind, text, tokens, said }) => ({
        kind,
        text,
        tokens: Math.round(tokens),
        messageIndex: fileIndices[said.messageIndex] ?? said.messageIndex,
      }))
      .toSorted((a, b) => b.tokens - a.tokens),
  }
}
