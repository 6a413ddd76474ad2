import type OpenAI from 'openai'
import { assertNever } from '../../../../shared/kernel/assert-never.ts'
import { formatImageAddress } from '../turns/read-image.ts'
import type { AssistantPiece, ImagePiece, TextPiece, Turn, UserPiece } from '../turns/turn.ts'

type InputItem = OpenAI.Responses.ResponseInputItem

/** Turns as the Responses interface takes them: calls and results are items of their own. */
export function toResponseInput(turns: readonly Turn[]): InputItem[] {
  return turns.flatMap((turn) =>
    turn.role === 'user' ? buildUserItems(turn.pieces) : buildAssistantItems(turn.pieces),
  )
}

function buildUserItems(pieces: readonly UserPiece[]): InputItem[] {
  const results = pieces.filter((piece) => piece.kind === 'result')
  const rest = pieces.filter((piece) => piece.kind !== 'result')
  const answers = results.map(({ callId, isError, content }): InputItem => {
    const prefix: TextPiece[] = isError ? [{ kind: 'text', text: '[Error]' }] : []
    const shown = [...prefix, ...content]
    return {
      type: 'function_call_output',
      call_id: callId,
      output: shown.length === 0 ? '(no text)' : shown.map(toContent),
    }
  })
  return rest.length === 0 ? answers : [...answers, { role: 'user', content: rest.map(toContent) }]
}

function buildAssistantItems(pieces: readonly AssistantPiece[]): InputItem[] {
  return pieces.map((piece) => {
    switch (piece.kind) {
      case 'text':
        return { role: 'assistant', content: piece.text }
      case 'call':
        return {
          type: 'function_call',
          call_id: piece.id,
          name: piece.name,
          arguments: JSON.stringify(piece.input),
        }
      case 'verbatim':
        // The vendor wrote the item and takes it back.
        return piece.block as unknown as InputItem
      default:
        return assertNever(piece)
    }
  })
}

function toContent(
  piece: TextPiece | ImagePiece,
): OpenAI.Responses.ResponseInputText | OpenAI.Responses.ResponseInputImage {
  return piece.kind === 'text'
    ? { type: 'input_text', text: piece.text }
    : { type: 'input_image', image_url: formatImageAddress(piece), detail: 'auto' }
}
