import type { OutcomeSummary } from '../../../shared/domain/outcome.ts'
import { Cancelled } from '../../engine/cancel-signal.ts'
import { toRecipe } from '../../engine/history/result-recipe.ts'
import { runProvider } from '../../engine/manager.ts'
import { createExtractiveModel } from '../../llm/extractive/extractive-model.ts'
import { findProvider } from '../../engine/registry.ts'
import { packJson, type PackedJson } from '../compression.ts'
import { conversationOf, openDocument, threadCounter, type ResultPayload } from '../documents.ts'
import type { Job, SourceRef } from '../job.ts'

export type RunInput = {
  readonly source: SourceRef
  readonly providerId: string
  readonly settings: unknown
  readonly targetTokens: number | null
}

export type RunOutput =
  | { readonly kind: 'finished'; readonly outcome: OutcomeSummary; readonly payload: PackedJson | null }
  | { readonly kind: 'cancelled' }

/** Runs a provider on a stored history. The result leaves as a recipe over its source. */
export const runProviderJob: Job<RunInput, RunOutput> = async (input, { onProgress, signal }) => {
  const provider = findProvider(input.providerId)
  if (provider === undefined) throw new Error(`No provider is called ${input.providerId}.`)
  try {
    onProgress({ stage: 'reading', label: 'Reading the history', done: 0, total: 1 })
    const document = await openDocument(input.source)
    const conversation = await conversationOf(document, (done, total) => {
      if (signal.aborted) throw new Cancelled()
      onProgress({ stage: 'counting', label: 'Counting tokens', done, total })
    })
    const model = createExtractiveModel(await threadCounter())
    const services = { now: () => performance.now(), onProgress, model }
    const outcome = await runProvider({ ...input, provider, conversation, services, signal })
    if (outcome.condensed === null) return { kind: 'finished', outcome: outcome.summary, payload: null }
    onProgress({ stage: 'saving', label: 'Packing the result', done: 0, total: 1 })
    const { conversation: result, provenance } = outcome.condensed
    const recipe = toRecipe(conversation.messages, result.messages)
    const payload: ResultPayload = { recipe: [...recipe], provenance }
    return { kind: 'finished', outcome: outcome.summary, payload: packJson(payload) }
  } catch (error) {
    if (error instanceof Cancelled) return { kind: 'cancelled' }
    throw error
  }
}
