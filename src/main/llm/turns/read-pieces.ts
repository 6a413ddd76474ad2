import type { ContentBlock } from '../../../shared/domain/message.ts'
import { asText, asToolResult, asToolUse, isThinking } from '../../engine/history/blocks.ts'
import { readImage } from './read-image.ts'
import type { ImagePiece, Piece, TextPiece } from './turn.ts'

/**
 * A block of an agent's file as pieces that may be sent: none for the model's own thinking (it is bound to the model
 * that thought it) and for blocks that say nothing, text for kinds that nobody here knows.
 */
export function readPieces(block: ContentBlock): readonly Piece[] {
  if (isThinking(block)) return []
  const text = asText(block)
  if (text !== undefined) return textPieces(text.text)
  const image = readImage(block)
  if (image !== undefined) return [image]
  const call = asToolUse(block)
  if (call !== undefined) {
    if (isObject(call.input)) return [{ kind: 'call', id: call.id, name: call.name, input: call.input }]
    return textPieces(callAsText(call.name, call.input))
  }
  const result = asToolResult(block)
  if (result === undefined) return textPieces(unknownAsText(block))
  const content =
    typeof result.content === 'string' ? textPieces(result.content) : innerPieces(result.content)
  return [{ kind: 'result', callId: result.tool_use_id, isError: result.is_error === true, content }]
}

/** Text worth sending: vendors refuse blocks of mere white space, and halves of surrogate pairs. */
export function textPieces(text: string): readonly TextPiece[] {
  return text.trim() === '' ? [] : [{ kind: 'text', text: text.toWellFormed() }]
}

/** A tool call that cannot be sent as one. */
export function callAsText(name: string, input: unknown): string {
  return `[Tool call: ${name}]\n${typeof input === 'string' ? input : readable(input ?? {})}`
}

function innerPieces(blocks: readonly ContentBlock[] | undefined): readonly (TextPiece | ImagePiece)[] {
  return (blocks ?? []).flatMap((block) =>
    readPieces(block).flatMap((piece) => (piece.kind === 'text' || piece.kind === 'image' ? [piece] : [])),
  )
}

function unknownAsText(block: ContentBlock): string {
  const text = block['text']
  return typeof text === 'string' ? text : `[${block.type}]\n${readable(block)}`
}

/** JSON in which data that is no text to read, such as base64, is only named. */
function readable(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'string' && inner.length > 1000 && !/\s/.test(inner)
      ? `[${inner.length} characters of data]`
      : inner,
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
