import type { ContentBlock } from '../../../../shared/kernel/message.ts'
import { toTextBlock, toToolResultBlock, toToolUseBlock, isThinking } from '../../../kernel/history/blocks.ts'
import { readImage } from './read-image.ts'
import type { ImagePiece, Piece, TextPiece } from './turn.ts'

/**
 * A block of an agent's file as pieces that may be sent: none for the model's own thinking (it is bound to the model
 * that thought it) and for blocks that say nothing, text for kinds that nobody here knows.
 */
export function readPieces(block: ContentBlock): readonly Piece[] {
  if (isThinking(block)) return []
  const text = toTextBlock(block)
  if (text !== undefined) return buildTextPieces(text.text)
  const image = readImage(block)
  if (image !== undefined) return [image]
  const call = toToolUseBlock(block)
  if (call !== undefined) {
    if (isObject(call.input)) return [{ kind: 'call', id: call.id, name: call.name, input: call.input }]
    return buildTextPieces(formatCallText(call.name, call.input))
  }
  const result = toToolResultBlock(block)
  if (result === undefined) return buildTextPieces(formatUnknownBlock(block))
  const content =
    typeof result.content === 'string' ? buildTextPieces(result.content) : readInnerPieces(result.content)
  return [{ kind: 'result', callId: result.tool_use_id, isError: result.is_error === true, content }]
}

/** Text worth sending: vendors refuse blocks of mere white space, and halves of surrogate pairs. */
export function buildTextPieces(text: string): readonly TextPiece[] {
  return text.trim() === '' ? [] : [{ kind: 'text', text: text.toWellFormed() }]
}

/** A tool call that cannot be sent as one. */
export function formatCallText(name: string, input: unknown): string {
  return `[Tool call: ${name}]\n${typeof input === 'string' ? input : formatReadable(input ?? {})}`
}

function readInnerPieces(blocks: readonly ContentBlock[] | undefined): readonly (TextPiece | ImagePiece)[] {
  return (blocks ?? []).flatMap((block) =>
    readPieces(block).flatMap((piece) => (piece.kind === 'text' || piece.kind === 'image' ? [piece] : [])),
  )
}

function formatUnknownBlock(block: ContentBlock): string {
  const text = block['text']
  return typeof text === 'string' ? text : `[${block.type}]\n${formatReadable(block)}`
}

/** JSON in which data that is no text to read, such as base64, is only named. */
function formatReadable(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'string' && inner.length > 1000 && !/\s/.test(inner)
      ? `[${inner.length} characters of data]`
      : inner,
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
