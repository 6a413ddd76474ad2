import type { Message } from '../../../shared/kernel/message.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import { toToolResultBlock, listBlocks } from './blocks.ts'
import { splitHistory } from './split-parts.ts'
import { splitTurns, type Turn } from './turns.ts'

/**
 * Places where a history may be cut: `k` is among them when the first `k` messages are complete on their own
 * and the rest answers none of their calls. 0 and the length always are; both eras are handled alike.
 */
export function findSafeCuts(messages: readonly Message[]): readonly number[] {
  const known = cutsOf.get(messages)
  if (known !== undefined) return known
  const cuts = findCuts(messages)
  if (Object.isFrozen(messages)) cutsOf.set(messages, cuts)
  return cuts
}

/** Cuts of lists that nobody can change: every provider asks for those of a task. */
const cutsOf = new WeakMap<readonly Message[], readonly number[]>()

function findCuts(messages: readonly Message[]): readonly number[] {
  const parts = splitHistory(messages)
  const turns = splitTurns(messages)
  const across = new Set<number>()
  turns.forEach(({ from, to }, at) => {
    const next = turns[at + 1]
    if (next === undefined) return
    const answered = listTurnIndices(next).map((index) =>
      collectAnsweredCalls(messages[index], parts[index] ?? []),
    )
    for (let index = from; index < to; index += 1) {
      const calls = (parts[index] ?? []).filter(isCall)
      const last = answered.findLastIndex((ids) => calls.some(({ toolCallId }) => ids.has(toolCallId)))
      // From behind the call up to before its last result.
      for (let cut = index + 1; cut <= next.from + last; cut += 1) if (last !== -1) across.add(cut)
    }
  })
  return Array.from({ length: messages.length + 1 }, (_, cut) => cut).filter((cut) => !across.has(cut))
}

function listTurnIndices({ from, to }: Turn): number[] {
  return Array.from({ length: to - from }, (_, at) => from + at)
}

function isCall(part: Part): part is Part & { readonly toolCallId: string } {
  return part.kind === 'tool-call' && part.toolCallId !== undefined
}

/** A native result may have no content, and so no part: its block speaks for it. */
function collectAnsweredCalls(message: Message | undefined, parts: readonly Part[]): ReadonlySet<string> {
  const native =
    message === undefined
      ? []
      : listBlocks(message).flatMap((block) => toToolResultBlock(block)?.tool_use_id ?? [])
  const written = parts.flatMap((part) => (part.kind === 'tool-result' ? (part.toolCallId ?? []) : []))
  return new Set([...native, ...written])
}
