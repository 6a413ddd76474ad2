import type { ContentBlock, Message } from '../../../shared/domain/message.ts'
import type { Part } from '../../../shared/domain/part.ts'
import { asText, asToolResult, asToolUse } from './blocks.ts'

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
  const byBlock = Map.groupBy(edits, (edit) => edit.part.blockIndex)
  if (typeof message.content === 'string') {
    return { ...message, content: spliceText(message.content, byBlock.get(0) ?? []) }
  }
  const content = message.content.flatMap((block, index) => {
    const own = byBlock.get(index)
    return own === undefined ? [block] : editBlock(block, own)
  })
  return { ...message, content }
}

function editBlock(block: ContentBlock, edits: readonly PartEdit[]): ContentBlock[] {
  const result = asToolResult(block)
  if (result !== undefined) {
    if (!Array.isArray(result.content))
      return [{ ...result, content: spliceText(result.content ?? '', edits) }]
    const byNested = Map.groupBy(edits, (edit) => edit.part.nestedIndex ?? 0)
    const content = result.content.flatMap((nested, index) => {
      const own = byNested.get(index)
      return own === undefined ? [nested] : editBlock(nested, own)
    })
    return [{ ...result, content }]
  }
  const call = asToolUse(block)
  const edit = edits[0]
  if (call !== undefined && edit !== undefined && 'input' in edit) return [{ ...call, input: edit.input }]
  const replacement = edit !== undefined && 'text' in edit ? edit.text : ''
  const text = asText(block)
  if (text !== undefined) {
    const next = spliceText(text.text, edits)
    return next.trim() === '' && text.text.trim() !== '' ? [] : [{ ...text, text: next }]
  }
  return replacement === '' ? [] : [{ type: 'text', text: replacement }]
}

function spliceText(text: string, edits: readonly PartEdit[]): string {
  const pieces: string[] = []
  let at = 0
  const ordered = [...edits].sort((a, b) => (a.part.span?.start ?? 0) - (b.part.span?.start ?? 0))
  for (const edit of ordered) {
    if (!('text' in edit)) continue
    const { start, end } = edit.part.span ?? { start: 0, end: text.length }
    pieces.push(text.slice(at, start), edit.text)
    at = end
  }
  pieces.push(text.slice(at))
  return pieces.join('')
}
