import type { Message } from '../../../../shared/domain/message.ts'
import type { Violation } from '../../../../shared/domain/violation.ts'
import { imagesKept } from './images-kept.ts'
import type { HistoryRule, ResultContext, ResultRule } from './invariant.ts'
import { noEmptyContent } from './no-empty-content.ts'
import { noMessageTwice } from './no-message-twice.ts'
import { orderKept } from './order-kept.ts'
import { toolInputObject } from './tool-input-object.ts'
import { toolPairing } from './tool-pairing.ts'
import { uniqueToolIds } from './unique-tool-ids.ts'
import { isSameJson } from '../../../../shared/lib/is-same-json.ts'

/** The first messages that the settings promise to keep are the first of the result, byte for byte. */
const firstKept: ResultRule = {
  rule: 'first-kept',
  check: (messages, { source, keptFirst }) =>
    source.slice(0, keptFirst).flatMap((expected, index) =>
      isKept(expected, messages[index])
        ? []
        : [
            {
              rule: 'first-kept' as const,
              messageIndex: index,
              detail: `source message #${index} was to stay unchanged`,
            },
          ],
    ),
}

/** The last messages that the settings promise to keep are the last of the result, byte for byte. */
const lastKept: ResultRule = {
  rule: 'last-kept',
  check: (messages, { source, keptLast }) => {
    const count = Math.min(keptLast, source.length)
    return Array.from({ length: count }, (_, back) => back + 1).flatMap((back) => {
      const messageIndex = messages.length - back
      if (isKept(source[source.length - back], messages[messageIndex])) return []
      const detail = `source message #${source.length - back} was to stay unchanged`
      return [{ rule: 'last-kept' as const, messageIndex, detail }]
    })
  },
}

const rule = 'roles-legal'

/** Roles are `user` and `assistant`, and a user speaks first. Equal roles in a row are merged by the API. */
const rolesLegal: HistoryRule = {
  rule,
  check: (messages) =>
    messages.flatMap(({ role }, messageIndex) => {
      if (role !== 'user' && role !== 'assistant') {
        return [{ rule, messageIndex, detail: `role "${role}" is not known to the API` }]
      }
      return messageIndex === 0 && role !== 'user'
        ? [{ rule, messageIndex, detail: 'the first message is not the user’s' }]
        : []
    }),
}

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

function isKept(expected: Message | undefined, actual: Message | undefined): boolean {
  return expected === actual || isSameJson(expected, actual)
}
