import type { Conversation } from '../conversation.ts'
import { findTouches } from '../facts/find-touches.ts'
import { callMarks } from './call-mark.ts'
import { LedgerBook } from './ledger-book.ts'
import type { LedgerEntry } from './ledger-entry.ts'
import { writtenLedgers } from './written-ledgers.ts'

/** Messages from `from` to before `to`. */
export type MessageRange = { readonly from: number; readonly to: number }

/**
 * What the tool calls of both eras did to files and ran, with what came of it, in order of the last touch. What an
 * earlier ledger in the range says is taken over: the calls that it speaks of may be gone.
 */
export function buildLedger(
  { parts }: Pick<Conversation, 'parts'>,
  range: MessageRange = { from: 0, to: parts.length },
): LedgerEntry[] {
  const book = new LedgerBook()
  const covered = coveredBefore(parts, range)
  const touches = findTouches(parts)
  for (let index = range.from; index < Math.min(range.to, parts.length); index += 1) {
    for (const { entries } of writtenLedgers(parts[index] ?? [])) book.carry(entries)
    if (index < covered) continue
    for (const touch of touches[index] ?? []) book.add(touch)
  }
  return book.entries()
}

/** Index of the first message whose calls no ledger within the range speaks of; 0 where all of those are gone. */
export function coveredBefore(parts: Conversation['parts'], range: MessageRange): number {
  const marks = new Set(
    parts
      .slice(range.from, range.to)
      .flatMap((own) => writtenLedgers(own).flatMap(({ mark }) => (mark === null ? [] : [mark]))),
  )
  if (marks.size === 0) return 0
  return callMarks(parts).findLastIndex((mark) => mark !== null && marks.has(mark)) + 1
}
