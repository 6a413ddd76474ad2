import { append } from '../../../shared/kernel/append.ts'
import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import { toTextBlock, toToolResultBlock, toToolUseBlock } from './blocks.ts'

/**
 * One edit of one part. `text` stands where the part stood (an empty text removes it, with its block when the
 * block holds nothing else but white space); `input` replaces the input of a native tool call.
 */
export type PartEdit =
  | { readonly part: Part; readonly text: string }
  | { readonly part: Part; readonly input: Readonly<Record<string, unknown>> }

/**
 * Writes edits back into the message that the parts were split from. Untouched blocks stay the same objects;
 * with no edits the message itself comes back. Parts must not overlap, their order does not matter.
 */
export function replaceParts(message: Message, edits: readonly PartEdit[]): Message {
  if (edits.length === 0) return message
  const { content } = message
  if (typeof content !== 'string')
    return { ...message, content: editBlocks(content, edits, ({ part }) => part.blockIndex) }
  return { ...message, content: spliceText(content, edits) }
}

/** `placeOf` says which of the blocks an edit is in. */
function editBlocks(
  blocks: readonly ContentBlock[],
  edits: readonly PartEdit[],
  placeOf: (edit: PartEdit) => number,
): ContentBlock[] {
  const byBlock: (PartEdit[] | undefined)[] = []
  for (const edit of edits) (byBlock[placeOf(edit)] ??= []).push(edit)
  const edited: ContentBlock[] = []
  blocks.forEach((block, index) => {
    const own = byBlock[index]
    if (own === undefined) edited.push(block)
    else append(edited, editBlock(block, own))
  })
  return edited
}

function editBlock(block: ContentBlock, edits: readonly PartEdit[]): ContentBlock[] {
  const result = toToolResultBlock(block)
  if (result !== undefined) {
    if (!Array.isArray(result.content))
      return [{ ...result, content: spliceText(result.content ?? '', edits) }]
    return [{ ...result, content: editBlocks(result.content, edits, ({ part }) => part.nestedIndex ?? 0) }]
  }
  const call = toToolUseBlock(block)
  const edit = edits[0]
  if (call !== undefined && edit !== undefined && 'input' in edit) return [{ ...call, input: edit.input }]
  const replacement = edit !== undefined && 'text' in edit ? edit.text : ''
  const text = toTextBlock(block)
  if (text !== undefined) {
    const next = spliceText(text.text, edits)
    return next.trim() === '' && text.text.trim() !== '' ? [] : [{ ...text, text: next }]
  }
  return replacement === '' ? [] : [{ type: 'text', text: replacement }]
}

function spliceText(text: string, edits: readonly PartEdit[]): string {
  const [only] = edits
  // The very text that was counted: whoever looks it up has its hash.
  if (edits.length === 1 && only !== undefined && 'text' in only && only.part.span === undefined)
    return only.text
  const pieces: string[] = []
  let at = 0
  for (const edit of edits.length === 1 ? edits : sortEdits(edits)) {
    if (!('text' in edit)) continue
    const { start, end } = edit.part.span ?? { start: 0, end: text.length }
    pieces.push(text.slice(at, start), edit.text)
    at = end
  }
  pieces.push(text.slice(at))
  return pieces.join('')
}

function sortEdits(edits: readonly PartEdit[]): PartEdit[] {
  return edits.toSorted((a, b) => (a.part.span?.start ?? 0) - (b.part.span?.start ?? 0))
}
