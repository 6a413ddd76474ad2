import type { Message } from '../../../../shared/domain/message.ts'
import type { Violation } from '../../../../shared/domain/violation.ts'
import { imagesKept } from './images-kept.ts'
import type { HistoryRule, ResultContext, ResultRule } from './invariant.ts'
import { firstKept, lastKept } from './kept-ends.ts'
import { noEmptyContent } from './no-empty-content.ts'
import { noMessageTwice } from './no-message-twice.ts'
import { orderKept } from './order-kept.ts'
import { rolesLegal } from './roles-legal.ts'
import { toolInputObject } from './tool-input-object.ts'
import { toolPairing } from './tool-pairing.ts'
import { uniqueToolIds } from './unique-tool-ids.ts'

const historyRules: readonly HistoryRule[] = [
  toolPairing,
  uniqueToolIds,
  noEmptyContent,
  toolInputObject,
  rolesLegal,
]
const resultRules: readonly ResultRule[] = [orderKept, firstKept, lastKept, noMessageTwice, imagesKept]

/** Checks one history, as it would be sent to a model. Empty where every rule holds. */
export function checkHistory(messages: readonly Message[]): Violation[] {
  return historyRules.flatMap(({ check }) => check(messages))
}

export type ResultCheck = {
  /** Broken by the provider: a bug of ours. */
  readonly broken: readonly Violation[]
  /** Broken in the source already and carried over. */
  readonly inherited: readonly Violation[]
}

/** Checks a result against its source. What the source already broke is told apart from what is new. */
export function checkResult(messages: readonly Message[], context: ResultContext): ResultCheck {
  const inSource = new Set(
    checkHistory(context.source).map((violation) => signature(violation, violation.messageIndex)),
  )
  const own = checkHistory(messages)
  const isInherited = (violation: Violation): boolean => {
    const sources = context.provenance.messages[violation.messageIndex]?.sources ?? []
    return sources.some((index) => inSource.has(signature(violation, index)))
  }
  return {
    broken: [
      ...resultRules.flatMap(({ check }) => check(messages, context)),
      ...own.filter((violation) => !isInherited(violation)),
    ],
    inherited: own.filter(isInherited),
  }
}

function signature(violation: Violation, sourceIndex: number): string {
  return `${violation.rule} ${sourceIndex} ${violation.detail}`
}
