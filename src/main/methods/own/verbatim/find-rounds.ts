import type { Conversation } from '../../../kernel/conversation.ts'
import { findSafeCuts } from '../../../kernel/history/find-safe-cuts.ts'
import type { Pin } from '../../../kernel/pins/pin.ts'
import type { Scope } from './list-spans.ts'

/** Messages that make up calls with all of their results: they can go together, and never apart. */
export type Round = {
  readonly from: number
  /** The first message after it. */
  readonly to: number
  readonly tokens: number
  /** Whether the assistant says something in it. */
  readonly hasWords: boolean
}

/** Kinds of content that a round consists of; a prompt, a summary or an image makes it more than a round. */
const roundKinds: ReadonlySet<string> = new Set([
  'tool-call',
  'tool-result',
  'assistant-text',
  'reasoning',
  'hidden-reasoning',
  'environment',
])

/** The rounds of a history inside a scope, none of them with words of the user or with a pin. */
export function findRounds(
  { messages, parts, messageTokens }: Conversation,
  { start, end }: Scope,
  pins: readonly Pin[],
): Round[] {
  const pinned = new Set(pins.map(({ messageIndex }) => messageIndex))
  const cuts = findSafeCuts(messages)
  return cuts.flatMap((from, at): Round[] => {
    const to = cuts[at + 1] ?? from
    if (from < start || to > end || to - from < 2) return []
    const own = parts.slice(from, to).flat()
    const isRound =
      own.some(({ kind }) => kind === 'tool-call') &&
      own.some(({ kind }) => kind === 'tool-result') &&
      own.every(({ kind, text }) => roundKinds.has(kind) || text.trim() === '') &&
      messages
        .slice(from, to)
        .every(({ isSummary }, offset) => isSummary !== true && !pinned.has(from + offset))
    if (!isRound) return []
    const hasWords = own.some(({ kind, text }) => kind === 'assistant-text' && text.trim() !== '')
    const tokens = messageTokens.slice(from, to).reduce((sum, count) => sum + count, 0)
    return [{ from, to, tokens, hasWords }]
  })
}
