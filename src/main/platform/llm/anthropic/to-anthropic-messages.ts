import type Anthropic from '@anthropic-ai/sdk'
import { assertNever } from '../../../../shared/kernel/assert-never.ts'
import type { ImagePiece, Piece, TextPiece, Turn } from '../turns/turn.ts'

/** Turns as the Messages interface takes them. */
export function toAnthropicMessages(turns: readonly Turn[]): Anthropic.MessageParam[] {
  return turns.map(({ role, pieces }) => ({ role, content: pieces.map((piece) => toBlock(piece)) }))
}

function toBlock(piece: Piece): Anthropic.ContentBlockParam {
  switch (piece.kind) {
    case 'text':
    case 'image':
      return toPlainBlock(piece)
    case 'call':
      return { type: 'tool_use', id: piece.id, name: piece.name, input: piece.input }
    case 'result':
      return {
        type: 'tool_result',
        tool_use_id: piece.callId,
        ...(piece.content.length > 0 ? { content: piece.content.map(toPlainBlock) } : {}),
        ...(piece.isError ? { is_error: true } : {}),
      }
    case 'verbatim':
      // The vendor wrote the block and takes it back; newer kinds are not in the SDK's stable types.
      return piece.block as unknown as Anthropic.ContentBlockParam
    default:
      return assertNever(piece)
  }
}

function toPlainBlock(piece: TextPiece | ImagePiece): Anthropic.TextBlockParam | Anthropic.ImageBlockParam {
  if (piece.kind === 'text') return { type: 'text', text: piece.text }
  const { source } = piece
  return source.kind === 'url'
    ? { type: 'image', source: { type: 'url', url: source.url } }
    : { type: 'image', source: { type: 'base64', media_type: source.mediaType, data: source.data } }
}
