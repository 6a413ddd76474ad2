import type { Message } from '../../shared/domain/message.ts'
import type { Part } from '../../shared/domain/part.ts'
import { fnv1a } from '../../shared/lib/fnv1a.ts'
import { asToolResult, blocksOf } from '../engine/history/blocks.ts'
import { splitHistory } from '../engine/history/split-parts.ts'
import { partTokens } from '../engine/tokens/count-parts.ts'
import type { TokenCounter } from '../engine/tokens/token-counter.ts'
import type { ReplayItem } from './replay-task.ts'

/** Gives parts and prefixes their keys: one for each text, whatever message holds it. */
export type ItemKeys = {
  readonly ofPart: (message: Message, part: Part) => number
  readonly ofPrefix: (name: string) => number
}

/** Keys for one replay. Texts are looked up as they are: a copy of each would double a large history. */
export function createItemKeys(): ItemKeys {
  const byGroup = new Map<string, Map<string, number>>()
  let count = 0
  const keyOf = (group: string, text: string): number => {
    const keys = byGroup.get(group) ?? new Map<string, number>()
    byGroup.set(group, keys)
    const known = keys.get(text) ?? count
    if (known === count) {
      keys.set(text, known)
      count += 1
    }
    return known
  }
  return {
    ofPart: (message, part) =>
      part.kind === 'image'
        ? keyOf(`image of ${message.role}`, imageName(message, part))
        : keyOf(message.role, part.text),
    ofPrefix: (name) => keyOf('prefix', name),
  }
}

/** Short and the same for the same data; images may be megabytes. */
function imageName(message: Message, { blockIndex, nestedIndex }: Part): string {
  const block = blocksOf(message)[blockIndex]
  const content = block === undefined ? undefined : asToolResult(block)?.content
  const nested = nestedIndex !== undefined && Array.isArray(content) ? content[nestedIndex] : undefined
  const data = JSON.stringify(nested ?? block ?? null)
  return `${data.length} ${fnv1a(data)}`
}

/**
 * Items of histories. Messages that were weighed keep their tokens; of others, which a condensation wrote, parts that
 * stood in a weighed message keep theirs, and new ones are counted and take the slope.
 */
export function createItemsOf(
  weighed: ReadonlyMap<Message, readonly ReplayItem[]>,
  keys: ItemKeys,
  counter: TokenCounter,
  slope: number,
): (messages: readonly Message[]) => readonly (readonly ReplayItem[])[] {
  const tokensOfKey = new Map([...weighed.values()].flat().map(({ key, tokens }) => [key, tokens]))
  const written = new WeakMap<Message, readonly ReplayItem[]>()
  const itemOf = (message: Message, part: Part): ReplayItem => {
    const key = keys.ofPart(message, part)
    const tokens = tokensOfKey.get(key) ?? Math.round(slope * partTokens(part, counter))
    return { key, kind: part.kind, tokens }
  }
  // What a request pays is asked of the same list more than once.
  let last: { readonly of: readonly Message[]; readonly items: readonly (readonly ReplayItem[])[] } | null =
    null
  return (messages) => {
    if (last?.of === messages) return last.items
    let parts: readonly (readonly Part[])[] | null = null
    const items = messages.map((message, index) => {
      const known = weighed.get(message) ?? written.get(message)
      if (known !== undefined) return known
      parts ??= splitHistory(messages)
      const own = (parts[index] ?? []).map((part) => itemOf(message, part))
      written.set(message, own)
      return own
    })
    last = { of: messages, items }
    return items
  }
}
