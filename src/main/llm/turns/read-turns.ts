import { ModelFailure, type ModelMessage } from '../../engine/language-model.ts'
import { pairCalls } from './pair-calls.ts'
import { readPieces, textPieces } from './read-pieces.ts'
import type { AssistantPiece, Piece, Turn, UserPiece } from './turn.ts'

type Draft = { readonly role: 'user' | 'assistant'; readonly pieces: Piece[] }

/**
 * Messages from agents' files as turns that a vendor accepts: user and assistant alternate, the user begins, nothing
 * is empty, calls and results stand in pairs. What cannot be kept in its form becomes text, never an error of the
 * vendor. Throws a `bad-request` failure where nothing is left to send.
 */
export function readTurns(messages: readonly ModelMessage[], supportsImages: boolean): readonly Turn[] {
  const drafts: Draft[] = []
  for (const { role, content } of messages) {
    const pieces = typeof content === 'string' ? textPieces(content) : content.flatMap(readPieces)
    if (pieces.length === 0) continue
    const last = drafts.at(-1)
    if (last?.role === role) last.pieces.push(...pieces)
    else drafts.push({ role, pieces: [...pieces] })
  }
  if (drafts.length === 0) throw new ModelFailure('bad-request', 'There is nothing to send to the model.')
  if (drafts[0]?.role === 'assistant') {
    drafts.unshift({
      role: 'user',
      pieces: [{ kind: 'text', text: '[The beginning of the conversation is not here.]' }],
    })
  }
  return pairCalls(drafts).map((draft) => asTurn(draft, supportsImages))
}

/** After pairing, calls are in the assistant's turns only and results in the user's: the rest was made text. */
function asTurn({ role, pieces }: Draft, supportsImages: boolean): Turn {
  if (role === 'assistant') {
    return { role, pieces: pieces.flatMap((piece): AssistantPiece[] => assistantPiece(piece)) }
  }
  const shown = pieces.flatMap((piece): UserPiece[] => (piece.kind === 'call' ? [] : [piece]))
  return { role, pieces: supportsImages ? shown : shown.map(withoutImages) }
}

function assistantPiece(piece: Piece): AssistantPiece[] {
  if (piece.kind === 'text' || piece.kind === 'call') return [piece]
  // Vendors take images from the user only.
  return piece.kind === 'image' ? [imagePlaceholder] : []
}

const imagePlaceholder = { kind: 'text', text: '[Image]' } as const

function withoutImages(piece: UserPiece): UserPiece {
  if (piece.kind === 'image') return imagePlaceholder
  if (piece.kind === 'text') return piece
  return {
    ...piece,
    content: piece.content.map((inner) => (inner.kind === 'image' ? imagePlaceholder : inner)),
  }
}
