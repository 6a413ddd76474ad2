import type { Message } from '../../../../shared/domain/message.ts'
import { isSameJson } from '../../../../shared/lib/is-same-json.ts'
import type { ResultRule } from './invariant.ts'

/** The first messages that the settings promise to keep are the first of the result, byte for byte. */
export const firstKept: ResultRule = {
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
export const lastKept: ResultRule = {
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

function isKept(expected: Message | undefined, actual: Message | undefined): boolean {
  return expected === actual || isSameJson(expected, actual)
}
