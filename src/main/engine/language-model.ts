import type { ContentBlock } from '../../shared/domain/message.ts'
import type { ModelPrices, TokenUsage } from '../../shared/domain/pricing.ts'
import type { CancelSignal } from './cancel-signal.ts'

/** What is known of a model before it is asked anything. */
export type ModelInfo = {
  readonly id: string
  /** Name for a person. */
  readonly label: string
  readonly windowTokens: number
  readonly maxOutputTokens: number
  readonly supportsImages: boolean
  readonly prices: ModelPrices
  /** True for the built-in summariser, which selects sentences and writes none of its own. */
  readonly isExtractive: boolean
}

export type ModelMessage = {
  readonly role: 'user' | 'assistant'
  readonly content: string | readonly ContentBlock[]
}

export type CompletionRequest = {
  readonly system: string
  readonly messages: readonly ModelMessage[]
  readonly maxTokens: number
  readonly signal: CancelSignal
}

/** What a model says while it answers. Usage is cumulative: the last report counts. */
export type CompletionEvent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'usage'; readonly usage: TokenUsage }
  | { readonly kind: 'stopped'; readonly reason: 'finished' | 'max-tokens' | 'refused' }

/** The port that model adapters implement. A stream that ends without `stopped` was cut. */
export type LanguageModel = {
  readonly info: ModelInfo
  /** Throws `ModelFailure` when no answer can be had, `Cancelled` when the signal fires. */
  readonly complete: (request: CompletionRequest) => AsyncIterable<CompletionEvent>
}

/** Why a model gave no answer; stable. */
export type ModelFailureCode =
  'authentication' | 'bad-request' | 'input-too-long' | 'network' | 'overloaded' | 'rate-limit' | 'timeout'

/** The one error of model adapters. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure'
  readonly code: ModelFailureCode

  constructor(code: ModelFailureCode, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}
