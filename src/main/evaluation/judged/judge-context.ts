import type { CancelSignal } from '../../engine/cancel-signal.ts'
import type { Conversation } from '../../engine/conversation.ts'
import type { LanguageModel } from '../../engine/language-model.ts'
import type { TokenCounter } from '../../engine/tokens/token-counter.ts'

/** Who is asked about a condensation, and what else the question needs. */
export type JudgeContext = {
  readonly model: LanguageModel
  /** What the baseline made of the same source; null where it made nothing. */
  readonly baseline: Conversation | null
  /** Questions per checkpoint. */
  readonly probes: number
  readonly counter: TokenCounter
  readonly signal: CancelSignal
}
