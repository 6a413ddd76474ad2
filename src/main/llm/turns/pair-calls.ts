import { callAsText } from './read-pieces.ts'
import type { CallPiece, Piece, ResultPiece } from './turn.ts'

type Draft = { readonly role: 'user' | 'assistant'; readonly pieces: Piece[] }

/** What every vendor accepts as the id of a call and as the name of a tool. */
const legalId = /^[\w-]{1,64}$/

/**
 * Turns in which every call is answered in the next turn and every result answers the turn before; ids occur once.
 * A call or result of which this cannot be said becomes text. Results come first in their turn, as vendors want.
 */
export function pairCalls(drafts: readonly Draft[]): readonly Draft[] {
  const used = new Set<string>()
  const paired = new Set<Piece>()
  for (const [index, draft] of drafts.entries()) {
    const next = drafts[index + 1]
    if (draft.role !== 'assistant' || next === undefined) continue
    for (const call of draft.pieces) {
      if (call.kind !== 'call' || used.has(call.id) || !isLegal(call)) continue
      const result = next.pieces.find((piece) => piece.kind === 'result' && piece.callId === call.id)
      if (result === undefined) continue
      used.add(call.id)
      paired.add(call).add(result)
    }
  }
  return drafts.map(({ role, pieces }) => {
    const sound = pieces.flatMap((piece) => (paired.has(piece) ? [piece] : asText(piece)))
    const results = sound.filter(({ kind }) => kind === 'result')
    return { role, pieces: [...results, ...sound.filter(({ kind }) => kind !== 'result')] }
  })
}

function isLegal({ id, name }: CallPiece): boolean {
  return legalId.test(id) && legalId.test(name)
}

function asText(piece: Piece): readonly Piece[] {
  if (piece.kind === 'call') return [{ kind: 'text', text: callAsText(piece.name, piece.input) }]
  return piece.kind === 'result' ? resultAsText(piece) : [piece]
}

function resultAsText({ isError, content }: ResultPiece): readonly Piece[] {
  const title = isError ? '[Tool error]' : '[Tool result]'
  return content.length === 0
    ? [{ kind: 'text', text: `${title}\n(empty)` }]
    : [{ kind: 'text', text: title }, ...content]
}
