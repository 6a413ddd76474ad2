import type { Part } from '../../../shared/kernel/part.ts'
import type { Conversation } from '../conversation.ts'
import { findToolPurpose } from '../history/tool-catalogue.ts'

export type Duplicates = {
  /** Repeated reads of a file with identical content. */
  readonly fileReads: number
  /** Other tool results identical to an earlier one. */
  readonly toolResults: number
  /** Tokens in all repeats, the first copies not counted. */
  readonly tokens: number
  /** Messages of the effective history that hold a repeat. */
  readonly messages: ReadonlySet<number>
}

/** Tool results that say again what an earlier one said, byte for byte. */
export function findDuplicates(conversation: Conversation): Duplicates {
  // By file first: one key of path and text would be a copy of the text.
  const seenReads = new Map<string, Set<string>>()
  const seenResults = new Set<string>()
  const messages = new Set<number>()
  let fileReads = 0
  let toolResults = 0
  let tokens = 0
  conversation.parts.forEach((parts, messageIndex) =>
    parts.forEach((part, partIndex) => {
      if (!isResultBody(part)) return
      const file = findToolPurpose(part.toolName) === 'read' ? part.path : undefined
      const seen = file === undefined ? seenResults : (seenReads.get(file) ?? new Set())
      if (file !== undefined) seenReads.set(file, seen)
      if (!seen.has(part.text)) {
        seen.add(part.text)
        return
      }
      if (file !== undefined) fileReads += 1
      else toolResults += 1
      tokens += conversation.partTokens[messageIndex]?.[partIndex] ?? 0
      messages.add(messageIndex)
    }),
  )
  return { fileReads, toolResults, tokens, messages }
}

function isResultBody(part: Part): boolean {
  return part.kind === 'tool-result' && part.isHeader !== true && part.text.trim() !== ''
}
