/** A message in the narrow shape that every vendor's interface can take; each adapter spells it its own way. */
export type Turn =
  | { readonly role: 'user'; readonly pieces: readonly UserPiece[] }
  | { readonly role: 'assistant'; readonly pieces: readonly AssistantPiece[] }

export type TextPiece = { readonly kind: 'text'; readonly text: string }

export type ImagePiece = {
  readonly kind: 'image'
  readonly source:
    | { readonly kind: 'base64'; readonly mediaType: ImageMediaType; readonly data: string }
    | { readonly kind: 'url'; readonly url: string }
}

/** Always answered by a result in the turn right after it. */
export type CallPiece = {
  readonly kind: 'call'
  readonly id: string
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

/** Always answers a call of the turn right before it. */
export type ResultPiece = {
  readonly kind: 'result'
  readonly callId: string
  readonly isError: boolean
  readonly content: readonly (TextPiece | ImagePiece)[]
}

/** A block of the vendor's own, which goes back to it as it is. */
export type VerbatimPiece = {
  readonly kind: 'verbatim'
  readonly block: { readonly type: string; readonly [key: string]: unknown }
}

export type UserPiece = TextPiece | ImagePiece | ResultPiece
export type AssistantPiece = TextPiece | CallPiece | VerbatimPiece
export type Piece = UserPiece | AssistantPiece

export const imageMediaTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export type ImageMediaType = (typeof imageMediaTypes)[number]
