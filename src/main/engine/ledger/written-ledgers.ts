import type { Message } from '../../../shared/domain/message.ts'
import type { Part } from '../../../shared/domain/part.ts'
import { asText, blocksOf } from '../history/blocks.ts'
import { readLedger, type WrittenLedger } from './read-ledger.ts'

/** Ledgers that earlier condensations left: in a summary, or as a message of its own. Nothing else is believed. */
export function writtenLedgers(parts: readonly Part[]): WrittenLedger[] {
  return parts.flatMap((part) => {
    if (part.kind !== 'summary' && part.kind !== 'user-text') return []
    const found = readLedger(part.text)
    const isWhole = found !== undefined && found.span.start === 0 && found.span.end === part.text.length
    return found !== undefined && (part.kind === 'summary' || isWhole) ? [found] : []
  })
}

/** Whether a message is a ledger and nothing more. */
export function isLedgerMessage({ role, content, isSummary }: Message): boolean {
  if (role !== 'user' || isSummary === true) return false
  const [block, more] = typeof content === 'string' ? [] : content
  const text =
    typeof content === 'string' ? content : block && more === undefined ? asText(block)?.text : undefined
  const found = text === undefined ? undefined : readLedger(text)
  return found !== undefined && found.span.start === 0 && found.span.end === text?.length
}

/** Whether a message is a ledger, or a summary with one. */
export function holdsLedger(message: Message): boolean {
  return isLedgerMessage(message) || withoutLedger(summaryText(message)?.text ?? '') !== undefined
}

/** Messages without the ledgers in them, for a model that need not repeat what is carried over anyway. */
export function withoutLedgers(messages: readonly Message[]): readonly Message[] {
  return messages.flatMap((message) => {
    if (isLedgerMessage(message)) return []
    const summary = summaryText(message)
    const rest = summary === undefined ? undefined : withoutLedger(summary.text)
    return summary === undefined || rest === undefined || rest === '' ? message : summary.replaceWith(rest)
  })
}

/** A text without its ledger; undefined where it has none. */
export function withoutLedger(text: string): string | undefined {
  const found = readLedger(text)
  if (found === undefined) return undefined
  return `${text.slice(0, found.span.start).trimEnd()}${text.slice(found.span.end)}`
}

export type SummaryText = {
  readonly text: string
  readonly blockIndex: number
  readonly replaceWith: (text: string) => Message
}

/** The text of a summary that is to be added to: all of it, or its last block of text. */
export function summaryText(message: Message): SummaryText | undefined {
  if (message.isSummary !== true) return undefined
  const { content } = message
  if (typeof content === 'string')
    return { text: content, blockIndex: 0, replaceWith: (text) => ({ ...message, content: text }) }
  const blockIndex = content.findLastIndex((block) => asText(block) !== undefined)
  const block = blocksOf(message)[blockIndex]
  const known = block === undefined ? undefined : asText(block)
  if (known === undefined) return undefined
  const replaceWith = (text: string): Message => ({
    ...message,
    content: content.with(blockIndex, { ...known, text }),
  })
  return { text: known.text, blockIndex, replaceWith }
}
