import type { PartKind } from '../../../shared/kernel/part.ts'
import type { TokensByKind } from '../../../shared/library/inspection-types.ts'
import type { Conversation } from '../conversation.ts'

/** Tokens of a conversation by kind of part; they add up to its total. */
export function sumTokensByKind(conversation: Conversation): TokensByKind {
  const totals: Partial<Record<PartKind, number>> = {}
  conversation.parts.forEach((parts, messageIndex) =>
    parts.forEach((part, partIndex) => {
      totals[part.kind] = (totals[part.kind] ?? 0) + (conversation.partTokens[messageIndex]?.[partIndex] ?? 0)
    }),
  )
  return totals
}

/** What the calls of one tool and their results take up. */
export type ToolTokens = {
  readonly tool: string
  readonly calls: number
  readonly callTokens: number
  readonly resultTokens: number
}

/** Tokens of tool calls and of their results by tool, in the order of their first call; parts of no known tool are left out. */
export function sumTokensByTool({ parts, partTokens }: Conversation): readonly ToolTokens[] {
  const toolOfCall = new Map<string, string>()
  const totals = new Map<string, { calls: number; callTokens: number; resultTokens: number }>()
  const findToolTotals = (tool: string) => {
    const known = totals.get(tool) ?? { calls: 0, callTokens: 0, resultTokens: 0 }
    totals.set(tool, known)
    return known
  }
  parts.forEach((own, messageIndex) =>
    own.forEach(({ kind, toolName, toolCallId }, partIndex) => {
      const tokens = partTokens[messageIndex]?.[partIndex] ?? 0
      if (kind === 'tool-call' && toolName !== undefined) {
        const total = findToolTotals(toolName)
        total.callTokens += tokens
        // A call that stands in several parts is one call.
        if (toolCallId !== undefined && toolOfCall.has(toolCallId)) return
        total.calls += 1
        if (toolCallId !== undefined) toolOfCall.set(toolCallId, toolName)
      }
      if (kind !== 'tool-result') return
      const tool = toolName ?? (toolCallId === undefined ? undefined : toolOfCall.get(toolCallId))
      if (tool !== undefined) findToolTotals(tool).resultTokens += tokens
    }),
  )
  return [...totals].map(([tool, total]) => ({ tool, ...total }))
}
