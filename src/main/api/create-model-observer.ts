import type { ModelPrices, TokenUsage } from '../../shared/domain/pricing.ts'
import type { RunEvent, RunSpending } from '../../shared/domain/run.ts'
import type { CompletionRequest, LanguageModel } from '../engine/language-model.ts'
import { costOf } from '../engine/pricing/cost.ts'

type ModelEvent = Exclude<RunEvent, { readonly kind: 'progress' | 'finished' }>

/** Gives models of a run back as they are, with what they say and cost in sum told to whoever watches the run. */
export function createModelObserver(
  tell: (event: ModelEvent) => void,
): (model: LanguageModel) => LanguageModel {
  const calls: { readonly prices: ModelPrices; usage: TokenUsage }[] = []
  const total = (figure: (usage: TokenUsage) => number): number =>
    calls.reduce((sum, { usage }) => sum + figure(usage), 0)
  const spending = (): RunSpending => ({
    costUsd: calls.reduce((sum, { usage, prices }) => sum + costOf(usage, prices).costUsd, 0),
    modelCalls: calls.length,
    inputTokens: total(({ input, cacheReads, cacheWrites }) => input + cacheReads + cacheWrites),
    outputTokens: total(({ output }) => output),
  })
  return (model) => ({ ...model, complete: (request) => observed(model, request) })
  async function* observed(
    model: LanguageModel,
    request: CompletionRequest,
  ): ReturnType<LanguageModel['complete']> {
    // Summaries of single tool results are written side by side; their texts would be mixed up.
    const showsText = request.purpose === 'conversation'
    if (showsText) tell({ kind: 'answer-started', label: request.label })
    let call: (typeof calls)[number] | undefined
    for await (const event of model.complete(request)) {
      switch (event.kind) {
        case 'call':
          if (call !== undefined && showsText) tell({ kind: 'answer-voided' })
          call = {
            prices: model.info.prices,
            usage: { input: 0, output: 0, cacheReads: 0, cacheWrites: 0 },
          }
          calls.push(call)
          tell({ kind: 'spending', spending: spending() })
          break
        case 'text':
          if (showsText) tell({ kind: 'text', text: event.text })
          break
        case 'usage':
          if (call === undefined) break
          call.usage = event.usage
          tell({ kind: 'spending', spending: spending() })
          break
        case 'cached':
        case 'stopped':
          break
      }
      yield event
    }
  }
}
