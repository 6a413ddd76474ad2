import { stopIfCancelled } from '../../kernel/cancel-signal.ts'
import { guessCompaction } from '../../kernel/compaction.ts'
import type { CompletionRequest, LanguageModel } from '../../kernel/language-model.ts'
import { computeKnownCost } from '../../kernel/pricing/cost.ts'
import type { TokenCounter } from '../../kernel/tokens/token-counter.ts'

/** What the answers of a model that was not asked would have taken. */
export type GuessedCalls = {
  /** Tokens of all answers. */
  tokens: number
  /** Milliseconds of all calls, those that run side by side counted once. */
  durationMs: number
  readonly calls: GuessedCall[]
}

/** A call, and which operation of the settings would make it; null where they do not say. */
export type GuessedCall = {
  readonly place: readonly (string | number)[] | null
  /** US dollars; null where a price is unknown. */
  readonly costUsd: number | null
}

/**
 * Share of its input that a summary has, as a rule: the provider design reckons with a tenth and at most 1,000 tokens
 * for a conversation; single outputs are already short, and their limits are tight.
 */
const shareOf = { conversation: 0.1, 'tool-output': 0.4, measurement: 0.1 } as const
/** First token, and tokens a second of the answer, of current hosted models; round figures. */
const latencyMs = 1500
const tokensPerSecond = 60
/** Summaries of single outputs are asked for side by side. */
const sideBySide = 4

/** How long a model takes for an answer of so many tokens, in milliseconds; a round figure. */
export function estimateAnswerMs(outputTokens: number): number {
  return latencyMs + (1000 * outputTokens) / tokensPerSecond
}

/** A model that asks nobody: its answers are as long as those of a real one would probably be. */
export function createEstimatingModel(
  model: LanguageModel,
  counter: TokenCounter,
  guessed: GuessedCalls,
): LanguageModel {
  return {
    info: model.info,
    async *complete(request) {
      await Promise.resolve()
      stopIfCancelled(request.signal)
      const summary = makeFillerText(estimateOutputTokens(request))
      const output = counter.count(summary)
      const text =
        request.compaction === undefined ? summary : JSON.stringify(guessCompaction(request, summary, output))
      const duration = estimateAnswerMs(output)
      guessed.tokens += output
      guessed.durationMs += request.purpose === 'tool-output' ? duration / sideBySide : duration
      yield { kind: 'call' }
      yield { kind: 'text', text }
      const usage = { input: request.inputTokens, output, cacheWrites: 0, cacheReads: 0 }
      guessed.calls.push({
        place: request.place ?? null,
        costUsd: computeKnownCost(usage, model.info.prices),
      })
      yield { kind: 'usage', usage }
      yield { kind: 'stopped', reason: 'finished' }
    },
  }
}

function estimateOutputTokens({ purpose, inputTokens, maxTokens }: CompletionRequest): number {
  const guess = Math.ceil(inputTokens * shareOf[purpose])
  return Math.max(1, Math.min(maxTokens, guess))
}

/** A text of about so many tokens. */
function makeFillerText(tokens: number): string {
  return Array.from({ length: tokens }, (_, at) => fillers[at % fillers.length]).join(' ')
}
const fillers = ['about', 'this', 'much', 'text', 'would', 'stand', 'in', 'the', 'summary', 'here']
