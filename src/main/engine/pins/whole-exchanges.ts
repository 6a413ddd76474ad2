import type { Message } from '../../../shared/domain/message.ts'
import { asToolResult, asToolUse, blocksOf } from '../history/blocks.ts'

/**
 * Some messages with all that they cannot stand without: a native call and its results, which follow it in one message
 * or in several in a row. `isThere` tells what has its place already.
 */
export function wholeExchanges(
  messages: readonly Message[],
  indices: Iterable<number>,
  isThere: (index: number) => boolean,
): ReadonlySet<number> {
  const all = new Set(indices)
  const answers = (index: number): boolean =>
    blocksOfAt(messages, index).some((block) => asToolResult(block) !== undefined)
  const calls = (index: number): boolean =>
    blocksOfAt(messages, index).some((block) => asToolUse(block) !== undefined)
  for (const index of all) {
    for (let at = index; answers(at) && at > 0; at -= 1) all.add(at - 1)
    if (!calls(index) && !answers(index)) continue
    for (let at = index + 1; answers(at); at += 1) all.add(at)
  }
  return new Set([...all].filter((index) => !isThere(index)))
}

function blocksOfAt(messages: readonly Message[], index: number) {
  const message = messages[index]
  return message === undefined ? [] : blocksOf(message)
}

/**
 * The message that has to stand before one that would be the first of a history: a user speaks first. The words that
 * an assistant answered, or the very first message.
 */
export function speakerBefore(messages: readonly Message[], index: number): number {
  const isPlain = (message: Message): boolean =>
    message.role === 'user' && !blocksOf(message).some((block) => asToolResult(block) !== undefined)
  const found = messages.findLastIndex((message, at) => at < index && isPlain(message))
  return Math.max(0, found)
}
