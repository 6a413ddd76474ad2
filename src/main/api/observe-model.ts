import type { TokenUsage } from '../../shared/domain/pricing.ts'
import type { RunEvent, RunSpending } from '../../shared/domain/run.ts'
import type { CompletionRequest, LanguageModel } from '../engine/language-model.ts'
import { costOf } from '../engine/pricing/cost.ts'

type ModelEvent = Exclude<RunEvent, { readonly kind: 'progress' | 'finished' }>

/** The same model, with what it says and costs told to whoever watches the run. */
export function observeModel(model: LanguageModel, tell: (event: ModelEvent) => void): LanguageModel {
  const calls: TokenUsage[] = []
  const spending = (): RunSpending => ({
    costUsd: calls.reduce((sum, usage) => sum + costOf(usage, model.info.prices).costUsd, 0),
    modelCalls: calls.length,
    inputTokens: calls.reduce(
      (sum, { input, cacheReads, cacheWrites }) => sum + input + cacheReads + cacheWrites,
      0,
    ),
    outputTokens: calls.reduce((sum, { output }) => sum + output, 0),
  })
  async function* complete(request: CompletionRequest): ReturnType<LanguageModel['complete']> {
    // Summaries of single tool results are written side by side; their texts would be mixed up.
    const showsText = request.purpose === 'conversation'
    if (showsText) tell({ kind: 'answer-started', label: request.label })
    let call = -1
    for await (const event of model.complete(request)) {
      switch (event.kind) {
        case 'call':
          if (call >= 0 && showsText) tell({ kind: 'answer-voided' })
          call = calls.push({ input: 0, output: 0, cacheReads: 0, cacheWrites: 0 }) - 1
          tell({ kind: 'spending', spending: spending() })
          break
        case 'text':
          if (showsText) tell({ kind: 'text', text: event.text })
          break
        case 'usage':
          if (call < 0) break
          calls[call] = event.usage
          tell({ kind: 'spending', spending: spending() })
          break
        case 'cached':
        case 'stopped':
          break
      }
      yield event
    }
  }
  return { ...model, complete }
}
