import type { Message } from '../../../../shared/domain/message.ts'
import type { Violation } from '../../../../shared/domain/violation.ts'
import { asToolResult, asToolUse, blocksOf } from '../blocks.ts'
import type { HistoryRule } from './invariant.ts'

const rule = 'tool-pairing'

/**
 * Every tool result answers a call of the assistant message just before it, and every call is answered in the
 * message just after it. A call at the very end is still waiting for its result and breaks nothing.
 */
export const toolPairing: HistoryRule = {
  rule,
  check: (messages) =>
    messages.flatMap((message, index) => [
      ...orphanResults(message, index, messages[index - 1]),
      ...(index === messages.length - 1 ? [] : unansweredCalls(message, index, messages[index + 1])),
    ]),
}

function orphanResults(message: Message, messageIndex: number, before: Message | undefined): Violation[] {
  const results = resultIds(message)
  if (results.length === 0) return []
  const calls = new Set(before === undefined ? [] : callIds(before))
  return results
    .filter((id) => message.role !== 'user' || !calls.has(id))
    .map((id) => ({
      rule,
      messageIndex,
      detail: `tool_result ${id} answers no tool_use in the message before`,
    }))
}

function unansweredCalls(message: Message, messageIndex: number, after: Message | undefined): Violation[] {
  const calls = callIds(message)
  if (calls.length === 0) return []
  const results = new Set(after === undefined ? [] : resultIds(after))
  return calls
    .filter((id) => !results.has(id))
    .map((id) => ({ rule, messageIndex, detail: `tool_use ${id} has no tool_result in the message after` }))
}

function callIds(message: Message): string[] {
  if (message.role !== 'assistant') return []
  return blocksOf(message).flatMap((block) => asToolUse(block)?.id ?? [])
}

function resultIds(message: Message): string[] {
  return blocksOf(message).flatMap((block) => asToolResult(block)?.tool_use_id ?? [])
}
