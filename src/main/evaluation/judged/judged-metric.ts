import type { Evidence } from '../../../shared/domain/evidence.ts'
import type { MetricInfo } from '../../../shared/domain/quality.ts'
import type { Subject } from '../metrics/subject.ts'
import type { Unusable } from './ask-judge.ts'
import type { JudgeContext } from './judge-context.ts'

/** What cannot be measured is no 0: there was nothing to ask about, or no answer that could be used. */
export type JudgedMeasurement =
  | { readonly kind: 'measured'; readonly value: number; readonly evidence: Evidence }
  | { readonly kind: 'nothing'; readonly reason: string }
  | Unusable

/** One number about a condensation that a model is asked for. */
export type JudgedMetric = MetricInfo & {
  /** Throws `Cancelled`; every other failure is a value. */
  readonly measure: (subject: Subject, context: JudgeContext) => Promise<JudgedMeasurement>
}
