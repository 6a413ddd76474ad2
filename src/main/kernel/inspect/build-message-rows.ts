import type { Message } from '../../../shared/kernel/message.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import type { Violation } from '../../../shared/kernel/violation.ts'
import type { MessageRow } from '../../../shared/library/inspection-types.ts'
import type { Conversation } from '../conversation.ts'
import type { EffectiveHistory } from '../history/build-effective-history.ts'
import { findNewerReads } from '../history/part-queries.ts'
import { splitOneByOne } from '../history/split-parts.ts'
import { findDuplicates } from './find-duplicates.ts'
import { formatPreview } from './preview.ts'

type Flag = MessageRow['flags'][number]

/** Rows of all messages of a file, hidden ones included, before anything is counted. */
export function buildMessageRows(
  messages: readonly Message[],
  effective: EffectiveHistory,
  parts: Iterable<readonly Part[]> = splitOneByOne(messages),
): MessageRow[] {
  const buildRow = createRowBuilder(effective)
  const rows: MessageRow[] = []
  for (const own of parts) {
    const index = rows.length
    const message = messages[index]
    if (message === undefined) break
    rows.push(buildRow(message, index, own))
  }
  return rows
}

/** The same for one message after the other, each with its place in the file and its parts. */
export function createRowBuilder(effective: EffectiveHistory) {
  const effectiveIndices = new Map(effective.fileIndices.map((fileIndex, index) => [fileIndex, index]))
  return (message: Message, index: number, own: readonly Part[]): MessageRow => {
    const effectiveIndex = effectiveIndices.get(index) ?? null
    return {
      index,
      effectiveIndex,
      role: message.role,
      ts: readMessageTime(message),
      kinds: [...new Set(own.map((part) => part.kind))],
      toolNames: collectDistinct(own, (part) => part.toolName),
      paths: collectDistinct(own, (part) => part.path),
      preview: formatPreview(own),
      chars: own.reduce((sum, part) => sum + part.text.length, 0),
      tokens: null,
      flags: listPlainFlags(message, own, effectiveIndex === null),
    }
  }
}

/** Messages are kept as they were written, and what some agents write as `ts` is a date or no finite number. */
function readMessageTime({ ts }: Message): number | null {
  return typeof ts === 'number' && Number.isFinite(ts) ? ts : null
}

/** The same rows with their tokens and the flags that take a look at the whole history. */
export function addCountsToRows(
  rows: readonly MessageRow[],
  conversation: Conversation,
  violations: readonly Violation[],
  /** All messages of the file, hidden ones included. */
  file: Pick<Conversation, 'messageTokens'>,
): MessageRow[] {
  const duplicates = findDuplicates(conversation).messages
  const superseded = new Set([...findNewerReads(conversation.parts).keys()].map((part) => part.messageIndex))
  const invalid = new Set(violations.map((violation) => violation.messageIndex))
  return rows.map((row) => {
    const at = row.effectiveIndex
    if (at === null) return { ...row, tokens: file.messageTokens[row.index] ?? null }
    const flags: Flag[] = [...row.flags]
    if (duplicates.has(at)) flags.push('duplicate')
    if (superseded.has(at)) flags.push('superseded')
    if (invalid.has(at)) flags.push('invalid')
    return { ...row, tokens: conversation.messageTokens[at] ?? 0, flags }
  })
}

function listPlainFlags(message: Message, parts: readonly Part[], isHidden: boolean): Flag[] {
  const flags: Flag[] = []
  if (isHidden) flags.push('hidden')
  if (message.isSummary === true) flags.push('summary')
  if (parts.some((part) => part.isError === true)) flags.push('error')
  if (parts.some((part) => part.kind === 'image')) flags.push('image')
  return flags
}

function collectDistinct(parts: readonly Part[], pick: (part: Part) => string | undefined): string[] {
  return [...new Set(parts.flatMap((part) => pick(part) ?? []))]
}
