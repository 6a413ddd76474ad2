import type { Message } from '../../../shared/kernel/message.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { listBlocks, isThinking } from '../../kernel/history/blocks.ts'
import { replaceParts, type PartEdit } from '../../kernel/history/replace-parts.ts'
import type { ComposedSettings } from './settings.ts'
import { shortenMiddle } from './shorten.ts'

/** What the summariser is shown, and the summaries before that it is to bring up to date. */
export type SummariserInput = { readonly messages: readonly Message[]; readonly previous: readonly string[] }

/** Some messages made ready for the summariser: results cut, thinking left out, earlier summaries apart. */
export function prepareInput(
  { messages, parts }: Conversation,
  indices: readonly number[],
  input: ComposedSettings['input'],
  readsSummaries: boolean,
): SummariserInput {
  // The built-in summariser knows an earlier summary by its mark and takes it over.
  const isApart = (message: Message | undefined): boolean =>
    input.previous === 'update' && !readsSummaries && message?.isSummary === true
  const previous = indices
    .filter((index) => isApart(messages[index]))
    .map((index) => (parts[index] ?? []).map(({ text }) => text).join('\n'))
  const shown = indices.flatMap((index) => {
    const message = messages[index]
    if (message === undefined || isApart(message)) return []
    const edits = planInputEdits(message, parts[index] ?? [], input)
    const edited = replaceParts(message, edits)
    return edited.content.length === 0 ? [] : [edited]
  })
  return { messages: shown, previous }
}

function planInputEdits(
  message: Message,
  parts: Conversation['parts'][number],
  { resultChars, headShare, dropThinking }: ComposedSettings['input'],
): PartEdit[] {
  const blocks = listBlocks(message)
  return parts.flatMap((part): PartEdit[] => {
    const block = blocks[part.blockIndex]
    const isThought = part.kind === 'reasoning' || (block !== undefined && isThinking(block))
    if (dropThinking && isThought) return [{ part, text: '' }]
    const isLong = part.kind === 'tool-result' && resultChars > 0 && part.text.length > resultChars
    return isLong ? [{ part, text: shortenMiddle(part.text, resultChars, headShare) }] : []
  })
}
