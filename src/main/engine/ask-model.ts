import type { TokenUsage } from '../../shared/domain/pricing.ts'
import { stopIfCancelled } from './cancel-signal.ts'
import { ModelFailure, type CompletionRequest, type LanguageModel } from './language-model.ts'
import { costOf } from './pricing/cost.ts'
import type { Spent } from './provider.ts'

/** What a model answered, and what that took. The cost counts whether or not there is an answer. */
export type ModelAnswer = {
  /** Trimmed. */
  readonly text: string
  /** `cut`: the stream ended without saying why. */
  readonly stopped: 'finished' | 'max-tokens' | 'refused' | 'cut'
  readonly failure: ModelFailure | null
  readonly spent: Spent
  /** Kinds of token that were used and have no price. */
  readonly missingPrices: readonly string[]
}

const noUsage: TokenUsage = { input: 0, output: 0, cacheWrites: 0, cacheReads: 0 }

/** Asks a model and waits for the whole answer. Throws `Cancelled`; every other failure is part of the answer. */
export async function askModel(
  model: LanguageModel,
  request: CompletionRequest,
  onText: (text: string) => void,
): Promise<ModelAnswer> {
  let text = ''
  let stopped: ModelAnswer['stopped'] = 'cut'
  let failure: ModelFailure | null = null
  let cacheHits = 0
  const calls: TokenUsage[] = []
  try {
    for await (const event of model.complete(request)) {
      stopIfCancelled(request.signal)
      switch (event.kind) {
        case 'call':
          calls.push(noUsage)
          text = ''
          break
        case 'cached':
          cacheHits = 1
          break
        case 'text':
          text += event.text
          onText(event.text)
          break
        case 'usage':
          if (cacheHits === 0) calls.splice(Math.max(0, calls.length - 1), 1, event.usage)
          break
        case 'stopped':
          stopped = event.reason
      }
    }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    failure = error
  }
  const costs = calls.map((usage) => costOf(usage, model.info.prices))
  const costUsd = costs.reduce((sum, cost) => sum + cost.costUsd, 0)
  const missingPrices = [...new Set(costs.flatMap(({ missing }) => missing))]
  const spent: Spent = { costUsd, modelCalls: calls.length, cacheHits }
  return { text: text.trim(), stopped, failure, spent, missingPrices }
}
