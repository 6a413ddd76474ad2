import type { Message } from '../../../../shared/domain/message.ts'
import type { Provenance } from '../../../../shared/domain/provenance.ts'
import type { InvariantRule, Violation } from '../../../../shared/domain/violation.ts'

/** What a history is checked against when it is the result of a provider. */
export type ResultContext = {
  readonly source: readonly Message[]
  readonly provenance: Provenance
  /** Messages at the start and at the end that the settings promise to keep. */
  readonly keptFirst: number
  readonly keptLast: number
}

/** A rule about one history, source or result. */
export type HistoryRule = {
  readonly rule: InvariantRule
  readonly check: (messages: readonly Message[]) => Violation[]
}

/** A rule about what a provider made of a source. */
export type ResultRule = {
  readonly rule: InvariantRule
  readonly check: (messages: readonly Message[], context: ResultContext) => Violation[]
}
