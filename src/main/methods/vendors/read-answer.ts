import type { Warning } from '../../../shared/condense/outcome-types.ts'
import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { sum } from '../../../shared/kernel/numbers.ts'
import type { Provenance } from '../../../shared/kernel/provenance.ts'
import {
  vendorChange,
  vendorFailure,
  vendorIdle,
  vendorWarning,
} from '../../../shared/kernel/words/vendor-compaction.ts'
import type { Compacted } from '../../kernel/compaction.ts'
import { reviseConversation, type Conversation } from '../../kernel/conversation.ts'
import { toToolUseBlock, listBlocks } from '../../kernel/history/blocks.ts'
import type { MethodResult } from '../../kernel/method.ts'
import { countSaid, readKept, type Entry, type Kept } from './read-kept.ts'
import { leastTriggerTokens, nameCompaction, passId, type Primitive } from './settings.ts'

/** What came of an answer: messages with the record of where they came from, or why there are none. */
export type ReadAnswer =
  | ({ readonly ok: true } & Made)
  | { readonly ok: false; readonly result: Extract<MethodResult, { kind: 'failed' | 'unchanged' }> }

/** Makes messages of ours of what a vendor answered. */
export function readAnswer(
  conversation: Conversation,
  compacted: Compacted,
  { primitive, model }: { readonly primitive: Primitive; readonly model: string },
): ReadAnswer {
  const found = findCompactionBlock(compacted, primitive, model)
  if (!found.ok) return found
  const made = buildCompactedResult(conversation, compacted, found.block, primitive)
  return { ok: true, ...made, warnings: [...made.warnings, ...countWarnings(compacted, primitive)] }
}

type FoundBlock = { readonly ok: true; readonly block: ContentBlock } | Extract<ReadAnswer, { ok: false }>

function findCompactionBlock(
  { output, stop, readTokens }: Compacted,
  primitive: Primitive,
  model: string,
): FoundBlock {
  const fail = (note: ReturnType<typeof vendorFailure>): FoundBlock => ({
    ok: false,
    result: { kind: 'failed', ...note },
  })
  const found = output.filter(({ type }) => type === 'compaction')
  const [block] = found
  if (block === undefined) {
    const isBelow = readTokens === null || readTokens < leastTriggerTokens
    const isQuiet =
      primitive === 'anthropic-compact' && isBelow && stop !== 'max_tokens' && stop !== 'compaction'
    if (!isQuiet) return fail(vendorFailure('vendor-no-block', { model, stop }))
    const figures = { model, triggerTokens: leastTriggerTokens, readTokens }
    const reason = vendorIdle('vendor-not-triggered', figures).message
    return { ok: false, result: { kind: 'unchanged', reason } }
  }
  if (found.length > 1) return fail(vendorFailure('vendor-several-blocks', { model, blocks: found.length }))
  const said = primitive === 'openai-compact' ? block['encrypted_content'] : block['content']
  if (typeof said !== 'string' || said.trim() === '')
    return fail(vendorFailure('vendor-empty-block', { model }))
  return { ok: true, block }
}

type Made = {
  readonly entries: readonly Entry[]
  readonly provenance: Provenance
  readonly gone: number
  readonly warnings: readonly Warning[]
}

/** The messages that were kept, and the compaction behind them, with the record of where each came from. */
function buildCompactedResult(
  conversation: Conversation,
  { output, writtenTokens }: Compacted,
  block: ContentBlock,
  primitive: Primitive,
): Made {
  const isSealed = primitive === 'openai-compact'
  const kept = isSealed ? readKept(conversation, output) : { entries: [], kept: 0, added: 0 }
  const standing = new Set(kept.entries.flatMap(({ provenance }) => provenance.sources))
  const pending = selectPendingCall(conversation.messages)
  const end = conversation.messages.length - pending.length
  const gone = conversation.messages.flatMap((_, index) =>
    standing.has(index) || index >= end ? [] : [index],
  )
  const last = findLargest(standing, -1)
  const behind = gone.filter((index) => index > last)
  // One message alone would be taken for a rewritten one: it is named among those that are gone.
  const sources = behind.length > 1 ? behind : []
  const message: Message = {
    role: 'assistant',
    content: [isSealed && writtenTokens !== null ? { ...block, countedTokens: writtenTokens } : block],
    isSummary: true,
  }
  const own = reviseConversation(conversation, [message])
  const reason = vendorChange('compacted', {
    primitive: nameCompaction(primitive),
    messages: gone.length,
  }).message
  const change = {
    at: { messageIndex: gone[0] ?? 0, blockIndex: 0 },
    kind: isSealed ? ('opaque' as const) : ('summary' as const),
    operation: 'summarised' as const,
    passId,
    reason,
    tokensBefore: sum(sources.map((index) => conversation.messageTokens[index] ?? 0)),
    tokensAfter: own.totalTokens,
    lengthAfter: own.parts[0]?.[0]?.text.length ?? 0,
  }
  const entries = [
    ...kept.entries,
    { message, provenance: { sources, changes: [change] } },
    ...pending.map((last, at) => ({ message: last, provenance: { sources: [end + at], changes: [] } })),
  ]
  const named = new Set(sources)
  return {
    entries,
    gone: gone.length,
    provenance: {
      messages: entries.map(({ provenance }) => provenance),
      dropped: gone.flatMap((sourceIndex) =>
        named.has(sourceIndex) ? [] : [{ sourceIndex, operation: 'summarised' as const, passId, reason }],
      ),
    },
    warnings: isSealed ? warnOfSealedTokens(conversation, own.totalTokens, writtenTokens !== null, kept) : [],
  }
}

function warnOfSealedTokens(
  { messages }: Conversation,
  tokens: number,
  isTold: boolean,
  { kept, added }: Pick<Kept, 'kept' | 'added'>,
): readonly Warning[] {
  return [
    vendorWarning('vendor-encrypted', { tokens, isTold }),
    vendorWarning('vendor-kept', { kept, of: countSaid(messages), added }),
  ]
}

function countWarnings({ readTokens, writtenTokens }: Compacted, primitive: Primitive): readonly Warning[] {
  return [
    ...(readTokens === null ? [] : [vendorWarning('vendor-counted', { readTokens, writtenTokens })]),
    ...(primitive === 'anthropic-compact' && writtenTokens === null
      ? [vendorWarning('vendor-own-tokens-missing', { primitive: nameCompaction(primitive) })]
      : []),
  ]
}

/** The last message of a history where its calls still wait for their results; it stays as it is. */
export function selectPendingCall(messages: readonly Message[]): readonly Message[] {
  const last = messages.at(-1)
  const isWaiting =
    last?.role === 'assistant' && listBlocks(last).some((block) => toToolUseBlock(block) !== undefined)
  return last !== undefined && isWaiting ? [last] : []
}
