import type { Message } from '../../../../shared/kernel/message.ts'
import { sum } from '../../../../shared/kernel/numbers.ts'
import { selectMessagesByRange, type MessageRange, type RecordedRun } from '../../../record/recorded-run.ts'

/**
 * What a request sent: the first `count` messages of a list. Requests that send what the one before did and more behind
 * it share a list, so that what they have in common need not be looked for.
 */
export type SentMessages = { readonly list: readonly Message[]; readonly count: number }

/** What requests of a record sent, by their ranges, in order. */
export function collectSentMessages(
  run: Pick<RecordedRun, 'messages'>,
  histories: readonly (readonly MessageRange[])[],
): readonly SentMessages[] {
  let after: { readonly ranges: readonly MessageRange[]; readonly list: readonly Message[] } | null = null
  const sent: SentMessages[] = []
  for (const ranges of histories.toReversed()) {
    const list: readonly Message[] =
      after !== null && isBeginning(ranges, after.ranges) ? after.list : selectMessagesByRange(run, ranges)
    sent.push({ list, count: sum(ranges.map(({ from, to }) => to - from)) })
    after = { ranges, list }
  }
  return sent.toReversed()
}

/** Whether a history begins with another one. */
function isBeginning(ranges: readonly MessageRange[], all: readonly MessageRange[]): boolean {
  return ranges.every(({ from, to }, at) => {
    const own = all[at]
    return own?.from === from && (own.to === to || (at === ranges.length - 1 && own.to > to))
  })
}

/** The messages alone. */
export function listSentMessages({ list, count }: SentMessages): readonly Message[] {
  return count === list.length ? list : list.slice(0, count)
}

/** Whether a request is known to send what another one did, and maybe more behind it. */
export function isContinuation(before: SentMessages, now: SentMessages): boolean {
  return now.list === before.list && now.count >= before.count
}
