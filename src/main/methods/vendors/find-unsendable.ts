import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import {
  toTextBlock,
  toToolResultBlock,
  toToolUseBlock,
  listBlocks,
  isThinking,
} from '../../kernel/history/blocks.ts'
import type { Primitive } from './settings.ts'

/** What a request to a vendor cannot hold in its own form, with how often it is there. */
export type Unsendable = {
  readonly leftOut: readonly Counted[]
  readonly asText: readonly Counted[]
  /** Summaries that another vendor encrypted. */
  readonly sealed: number
}

type Counted = { readonly what: string; readonly count: number }

/** Looks for what the format of a compaction has no place for. */
export function findUnsendable(
  messages: readonly Message[],
  {
    primitive,
    supportsImages,
    sendsThinking,
  }: { readonly primitive: Primitive; readonly supportsImages: boolean; readonly sendsThinking: boolean },
): Unsendable {
  const [leftOut, asWords] = [new Map<string, number>(), new Map<string, number>()]
  let sealed = 0
  const countSighting = (counts: Map<string, number>, what: string): void =>
    void counts.set(what, (counts.get(what) ?? 0) + 1)
  const look = (block: ContentBlock): void => {
    const result = toToolResultBlock(block)
    if (typeof result?.content === 'object') result.content.forEach(look)
    if (result !== undefined || toTextBlock(block) !== undefined || toToolUseBlock(block) !== undefined)
      return
    if (block.type === 'image') {
      if (!supportsImages) countSighting(asWords, 'images')
    } else if (isThinking(block)) {
      if (!isSentThinking(block, primitive, sendsThinking))
        countSighting(leftOut, nameThinking(sendsThinking))
    } else if (isForeignSeal(block, primitive)) sealed += 1
    else if (block.type !== 'compaction') countSighting(asWords, `${block.type} blocks`)
  }
  for (const message of messages) for (const block of listBlocks(message)) look(block)
  return { leftOut: listCounts(leftOut), asText: listCounts(asWords), sealed }
}

const nameThinking = (sendsThinking: boolean): string =>
  sendsThinking ? 'thinking that the vendor did not sign' : 'thinking'

/** Whether thinking goes to a vendor: what it signed or encrypted itself, as far as its form tells. */
function isSentThinking(block: ContentBlock, primitive: Primitive, sendsThinking: boolean): boolean {
  if (!sendsThinking) return false
  if (primitive === 'openai-compact') return typeof block['encrypted_content'] === 'string'
  if (block.type === 'redacted_thinking') return typeof block['data'] === 'string'
  return block.type === 'thinking' && typeof block['signature'] === 'string' && block['signature'] !== ''
}

/** An encrypted summary, to whoever did not write it. */
function isForeignSeal(block: ContentBlock, primitive: Primitive): boolean {
  if (block.type !== 'compaction' || typeof block['content'] === 'string') return false
  // Anthropic's may be empty, and then stand for nothing.
  return primitive !== 'openai-compact' && typeof block['encrypted_content'] === 'string'
}

function listCounts(counts: ReadonlyMap<string, number>): Counted[] {
  return [...counts].map(([what, count]) => ({ what, count }))
}
