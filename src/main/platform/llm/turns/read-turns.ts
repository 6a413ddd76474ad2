import { append } from '../../../../shared/kernel/append.ts'
import type { ContentBlock } from '../../../../shared/kernel/message.ts'
import { ModelFailure, type ModelMessage } from '../../../kernel/language-model.ts'
import { readPieces, buildTextPieces, formatCallText } from './read-pieces.ts'
import type { AssistantPiece, Piece, Turn, UserPiece, CallPiece, ResultPiece, VerbatimPiece } from './turn.ts'

type Draft = { readonly role: 'user' | 'assistant'; readonly pieces: Piece[] }

/**
 * Messages from agents' files as turns that a vendor accepts: user and assistant alternate, the user begins, nothing
 * is empty, calls and results stand in pairs. What cannot be kept in its form becomes text, never an error of the
 * vendor; blocks of the assistant of which `verbatim` gives a form keep that form. Throws a `bad-request` failure where
 * nothing is left to send.
 */
export function readTurns(
  messages: readonly ModelMessage[],
  supportsImages: boolean,
  verbatim: (block: ContentBlock) => VerbatimPiece['block'] | undefined = () => undefined,
): readonly Turn[] {
  const read =
    (role: Draft['role']) =>
    (block: ContentBlock): readonly Piece[] => {
      const own = role === 'assistant' ? verbatim(block) : undefined
      return own === undefined ? readPieces(block) : [{ kind: 'verbatim', block: own }]
    }
  const drafts: Draft[] = []
  for (const { role, content } of messages) {
    const pieces = typeof content === 'string' ? buildTextPieces(content) : content.flatMap(read(role))
    if (pieces.length === 0) continue
    const last = drafts.at(-1)
    if (last?.role === role) append(last.pieces, pieces)
    else drafts.push({ role, pieces: [...pieces] })
  }
  if (drafts.length === 0) throw new ModelFailure('bad-request', 'There is nothing to send to the model.')
  // A compaction stands for all before it.
  if (drafts[0]?.role === 'assistant' && !isCompaction(drafts[0].pieces[0])) {
    drafts.unshift({
      role: 'user',
      pieces: [{ kind: 'text', text: '[The beginning of the conversation is not here.]' }],
    })
  }
  return pairCalls(drafts).map((draft) => toTurn(draft, supportsImages))
}

/** After pairing, calls are in the assistant's turns only and results in the user's: the rest was made text. */
function toTurn({ role, pieces }: Draft, supportsImages: boolean): Turn {
  if (role === 'assistant') {
    return { role, pieces: pieces.flatMap((piece): AssistantPiece[] => toAssistantPieces(piece)) }
  }
  const shown = pieces.flatMap((piece): UserPiece[] =>
    piece.kind === 'call' || piece.kind === 'verbatim' ? [] : [piece],
  )
  return { role, pieces: supportsImages ? shown : shown.map(withoutImages) }
}

function toAssistantPieces(piece: Piece): AssistantPiece[] {
  if (piece.kind === 'text' || piece.kind === 'call' || piece.kind === 'verbatim') return [piece]
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

/** What every vendor accepts as the id of a call and as the name of a tool. */
const legalId = /^[\w-]{1,64}$/

/**
 * Turns in which every call is answered in the next turn and every result answers the turn before; ids occur once.
 * A call or result of which this cannot be said becomes text. Results come first in their turn, as vendors want.
 */
function pairCalls(drafts: readonly Draft[]): readonly Draft[] {
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
    const sound = pieces.flatMap((piece) => (paired.has(piece) ? [piece] : toTextPieces(piece)))
    const results = sound.filter(({ kind }) => kind === 'result')
    return { role, pieces: [...results, ...sound.filter(({ kind }) => kind !== 'result')] }
  })
}

function isLegal({ id, name }: CallPiece): boolean {
  return legalId.test(id) && legalId.test(name)
}

function toTextPieces(piece: Piece): readonly Piece[] {
  if (piece.kind === 'call') return [{ kind: 'text', text: formatCallText(piece.name, piece.input) }]
  return piece.kind === 'result' ? toResultTextPieces(piece) : [piece]
}

function toResultTextPieces({ isError, content }: ResultPiece): readonly Piece[] {
  const title = isError ? '[Tool error]' : '[Tool result]'
  return content.length === 0
    ? [{ kind: 'text', text: `${title}\n(empty)` }]
    : [{ kind: 'text', text: title }, ...content]
}

function isCompaction(piece: Piece | undefined): boolean {
  return piece?.kind === 'verbatim' && piece.block.type === 'compaction'
}
