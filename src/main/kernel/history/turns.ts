import type { Message } from '../../../shared/kernel/message.ts'

/** Messages of one role in a row, from one index to before another; model APIs merge them. */
export type Turn = { readonly from: number; readonly to: number }

/** The turns of a history, in order. */
export function splitTurns(messages: readonly Message[]): readonly Turn[] {
  const turns: { from: number; to: number }[] = []
  messages.forEach(({ role }, index) => {
    const last = turns.at(-1)
    if (last !== undefined && messages[index - 1]?.role === role) last.to = index + 1
    else turns.push({ from: index, to: index + 1 })
  })
  return turns
}
