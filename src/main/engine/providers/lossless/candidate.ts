import type { Part } from '../../../../shared/domain/part.ts'
import type { Conversation } from '../../conversation.ts'
import type { KeptEnds } from '../../provider.ts'

/** A part that may refer, be referred to, or both. */
export type Candidate = {
  readonly part: Part
  readonly tokens: number
  /** False inside the kept ends: such a part may be referred to, and is never edited. */
  readonly isEditable: boolean
}

/** Below this a reference saves nothing worth a second look. */
const leastTokens = 16

/** All parts of a conversation with their tokens, in order. */
export function candidatesOf(conversation: Conversation, kept: KeptEnds): Candidate[] {
  const count = conversation.messages.length
  return conversation.parts.flatMap((parts, messageIndex) =>
    parts.map((part, partIndex) => ({
      part,
      tokens: conversation.partTokens[messageIndex]?.[partIndex] ?? 0,
      isEditable: messageIndex >= kept.first && messageIndex < count - kept.last,
    })),
  )
}

/** Bodies of tool results and environment details: content that can be repeated and is not the model's own. */
export function isRepeatable({ part, tokens }: Candidate): boolean {
  const isContent = part.kind === 'tool-result' || part.kind === 'environment'
  return isContent && part.holder === 'text' && part.isHeader !== true && tokens >= leastTokens
}
