import type { TraceStep } from '../../../shared/domain/outcome.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import type { Conversation } from '../conversation.ts'
import { pinnedTokens, type Pin } from './pin.ts'

/** What a run says of the pins that held for it; nothing where there were none. */
export function pinTrace(source: Conversation, pins: readonly Pin[]): TraceStep[] {
  if (pins.length === 0) return []
  const messages = new Set(pins.flatMap(({ messageIndex, part }) => (part === null ? [messageIndex] : [])))
  const parts = pins.filter(({ messageIndex, part }) => part !== null && !messages.has(messageIndex))
  const what = [
    ...(messages.size === 0 ? [] : [countOf(messages.size, 'message')]),
    ...(parts.length === 0 ? [] : [countOf(parts.length, 'part')]),
  ].join(' and ')
  const tokens = pinnedTokens(source, pins).toLocaleString('en-US')
  const stay = messages.size + parts.length === 1 ? 'stays as it is' : 'stay as they are'
  const reason = `${what} ${stay}: ${tokens} tokens.`
  const { totalTokens } = source
  return [
    {
      label: 'Pins',
      decision: 'taken',
      reason,
      tokensBefore: totalTokens,
      tokensAfter: totalTokens,
      costUsd: 0,
    },
  ]
}
