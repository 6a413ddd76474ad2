import type { MetricInfo } from '../../../shared/activity/quality-types.ts'
import type { Evidence } from '../../../shared/kernel/evidence.ts'
import type { CancelSignal } from '../../kernel/cancel-signal.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import type { LanguageModel } from '../../kernel/language-model.ts'
import type { TokenCounter } from '../../kernel/tokens/token-counter.ts'
import { isSealed } from '../metrics/sealed.ts'
import type { Subject } from '../metrics/subject.ts'
import type { Unusable } from './ask-judge.ts'

/** What cannot be measured is no 0: there was nothing to ask about, or no answer that could be used. */
export type JudgedMeasurement =
  /** The value is null where what it rests on is there and says nothing. */
  | { readonly kind: 'measured'; readonly value: number | null; readonly evidence: Evidence }
  | { readonly kind: 'nothing'; readonly reason: string }
  | Unusable

/** One number about a condensation that a model is asked for. */
export type JudgedMetric = MetricInfo & {
  /** Throws `Cancelled`; every other failure is a value. */
  readonly measure: (subject: Subject, context: JudgeContext) => Promise<JudgedMeasurement>
}

/** Who is asked about a condensation, and what else the question needs. */
export type JudgeContext = {
  readonly model: LanguageModel
  /** What the baseline made of the same source; null where it made nothing. */
  readonly baseline: Conversation | null
  /** Questions per checkpoint. */
  readonly probes: number
  /** Next actions from each context. */
  readonly steps: number
  readonly counter: TokenCounter
  readonly signal: CancelSignal
}

/** Code of the warning of a cell whose judge gave no answer that could be used; another time it may. */
export const judgeUnusable = 'judge-unusable'

/** Why there is nothing to ask a judge; null where there is something. */
export function explainWhyNotAsked(subject: Subject, { model }: JudgeContext): string | null {
  if (subject.source.messages.length === 0) return 'There is no history to ask about.'
  if (isSealed(subject)) return 'The result is encrypted: only its vendor can read it.'
  if (model.info.isExtractive) return 'The built-in summariser selects sentences and cannot judge.'
  return null
}
