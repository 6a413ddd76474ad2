import type OpenAI from 'openai'
import { formatImageAddress } from '../turns/read-image.ts'
import type { AssistantPiece, ImagePiece, TextPiece, Turn, UserPiece } from '../turns/turn.ts'

type ChatMessage = OpenAI.ChatCompletionMessageParam

/** Turns as Chat Completions takes them: results are messages of their own, and images are the user's. */
export function toChatMessages(system: string, turns: readonly Turn[]): ChatMessage[] {
  const history = turns.flatMap((turn) =>
    turn.role === 'user' ? buildUserMessages(turn.pieces) : [buildAssistantMessage(turn.pieces)],
  )
  return system.trim() === '' ? history : [{ role: 'system', content: system.toWellFormed() }, ...history]
}

function buildUserMessages(pieces: readonly UserPiece[]): ChatMessage[] {
  const results = pieces.filter((piece) => piece.kind === 'result')
  const imagesOfResults = results.flatMap(({ content }) => content.filter((piece) => piece.kind === 'image'))
  const rest = [...imagesOfResults, ...pieces.filter((piece) => piece.kind !== 'result')]
  const answers = results.map(({ callId, isError, content }): ChatMessage => {
    const text = joinPieces(content)
    return {
      role: 'tool',
      tool_call_id: callId,
      content: `${isError ? '[Error]\n' : ''}${text || '(no text)'}`,
    }
  })
  return rest.length === 0 ? answers : [...answers, { role: 'user', content: buildUserContent(rest) }]
}

/** A plain string where there are no images: the form that every compatible server takes. */
function buildUserContent(
  pieces: readonly (TextPiece | ImagePiece)[],
): string | OpenAI.ChatCompletionContentPart[] {
  if (!pieces.some(({ kind }) => kind === 'image')) return joinPieces(pieces)
  return pieces.map((piece) =>
    piece.kind === 'text'
      ? { type: 'text', text: piece.text }
      : { type: 'image_url', image_url: { url: formatImageAddress(piece) } },
  )
}

function buildAssistantMessage(pieces: readonly AssistantPiece[]): ChatMessage {
  const text = joinPieces(pieces)
  const calls = pieces.filter((piece) => piece.kind === 'call')
  if (calls.length === 0) return { role: 'assistant', content: text }
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    tool_calls: calls.map(({ id, name, input }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    })),
  }
}

function joinPieces(pieces: readonly (UserPiece | AssistantPiece)[]): string {
  return pieces.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : [])).join('\n\n')
}
