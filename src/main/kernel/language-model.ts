import type { ContentBlock } from '../../shared/kernel/message.ts'
import type { ModelPrices, TokenUsage } from '../../shared/models/pricing-types.ts'
import type { PromptPurpose } from '../../shared/prompts/prompt-types.ts'
import type { CancelSignal } from './cancel-signal.ts'
import type { Compaction } from './compaction.ts'
import type { ContextEdit, EditedCount } from './context-edit.ts'

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
  /** `measurement` asks about a result; it is no part of the run that made it. */
  readonly purpose: PromptPurpose | 'measurement'
  /** Which of several requests this is, for a person who watches. */
  readonly label: string
  /** Asks for a compaction by the vendor of these messages, and for no answer; adapters of others refuse. */
  readonly compaction?: Compaction
  /** Which operation of the settings asks, as a path in them; no part of what is asked. */
  readonly place?: readonly (string | number)[]
  readonly system: string
  readonly messages: readonly ModelMessage[]
  readonly maxTokens: number
  /** Size of system and messages by our own counter; a budget reckons with it. */
  readonly inputTokens: number
  readonly signal: CancelSignal
  /** Waited for once the connection stands, before a byte of the request leaves; where it throws, none does. */
  readonly beforeSend?: () => Promise<void>
}

/**
 * What a model says while it answers. Usage is cumulative within a call: the last report counts. A second `call`
 * voids the text before it, which broke off; what that call used is paid for nevertheless.
 */
export type CompletionEvent =
  /** A request leaves this machine. */
  | { readonly kind: 'call' }
  /** The answer is one that was kept; nothing is paid for it. The usage that follows is that of when it was made. */
  | { readonly kind: 'cached' }
  | { readonly kind: 'text'; readonly text: string }
  /** Estimated where the server reported nothing. */
  | { readonly kind: 'usage'; readonly usage: TokenUsage; readonly isEstimated?: true }
  | { readonly kind: 'stopped'; readonly reason: 'finished' | 'max-tokens' | 'refused' }

/** The port that model adapters implement. A stream that ends without `stopped` was cut. */
export type LanguageModel = {
  readonly info: ModelInfo
  /** Throws `ModelFailure` when no answer can be had, `Cancelled` when the signal fires. */
  readonly complete: (request: CompletionRequest) => AsyncIterable<CompletionEvent>
  /** The vendor's own count of a request's input, where it has a counter. Throws as `complete` does. */
  readonly countTokens?: (request: CompletionRequest) => Promise<number>
  /** The same before and after an edit of the context by the vendor; nothing is sampled or paid for. */
  readonly countEdited?: (request: CompletionRequest, edit: ContextEdit) => Promise<EditedCount>
}

/** Why a model gave no answer; stable. */
export const modelFailureCodes = [
  /** The key is missing or not accepted. */
  'authentication',
  'bad-request',
  /** The call could exceed a budget, or its price is unknown while a budget is set. Nothing was sent. */
  'budget',
  'input-too-long',
  /** No profile that could be asked can be used. */
  'handler-invalid',
  /** No connection, or one that broke off. */
  'network',
  'overloaded',
  'rate-limit',
  'timeout',
] as const
export type ModelFailureCode = (typeof modelFailureCodes)[number]

/** Whether asking again can help, as far as the one who failed knows. */
export type RetryAdvice = {
  /** False unless said otherwise. */
  readonly isRetryable?: boolean
  /** How long the server asks to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined
  /** No server was reached, hence nothing can have been billed. False unless said otherwise. */
  readonly isUnsent?: boolean
}

/** The one error of model adapters. Its message is for a person and holds no key; neither does its cause. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure'
  readonly code: ModelFailureCode
  readonly isRetryable: boolean
  /** Null where the server said nothing of it. */
  readonly retryAfterMs: number | null
  readonly isUnsent: boolean

  constructor(code: ModelFailureCode, message: string, cause?: unknown, advice: RetryAdvice = {}) {
    super(message, { cause })
    this.code = code
    this.isRetryable = advice.isRetryable ?? false
    this.retryAfterMs = advice.retryAfterMs ?? null
    this.isUnsent = advice.isUnsent ?? false
  }
}
