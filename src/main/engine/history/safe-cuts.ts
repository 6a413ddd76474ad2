import type { Message } from '../../../shared/domain/message.ts'
import type { Part } from '../../../shared/domain/part.ts'
import { asToolResult, blocksOf } from './blocks.ts'
import { splitHistory } from './split-parts.ts'

/**
 * Places where a history may be cut: `k` is among them when the first `k` messages are complete on their own
 * and the rest answers none of their calls. 0 and the length always are; both eras are handled alike.
 */
export function safeCuts(messages: readonly Message[]): readonly number[] {
  const parts = splitHistory(messages)
  const cuts: number[] = []
  for (let cut = 0; cut <= messages.length; cut += 1) {
    const answered = answeredCalls(messages[cut], parts[cut] ?? [])
    const isAcross = (parts[cut - 1] ?? []).some((part) => isCall(part) && answered.has(part.toolCallId))
    if (!isAcross) cuts.push(cut)
  }
  return cuts
}

function isCall(part: Part): part is Part & { readonly toolCallId: string } {
  return part.kind === 'tool-call' && part.toolCallId !== undefined
}

/** A native result may have no content, and so no part: its block speaks for it. */
function answeredCalls(message: Message | undefined, parts: readonly Part[]): ReadonlySet<string> {
  const native =
    message === undefined ? [] : blocksOf(message).flatMap((block) => asToolResult(block)?.tool_use_id ?? [])
  const written = parts.flatMap((part) => (part.kind === 'tool-result' ? (part.toolCallId ?? []) : []))
  return new Set([...native, ...written])
}
