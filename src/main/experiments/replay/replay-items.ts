import type { Message } from '../../../shared/domain/message.ts'
import type { Part } from '../../../shared/domain/part.ts'
import { splitHistory } from '../../engine/history/split-parts.ts'
import { partTokens } from '../../engine/tokens/count-parts.ts'
import type { TokenCounter } from '../../engine/tokens/token-counter.ts'
import type { ReplayItem } from './replay-task.ts'

/** Whole numbers for shares of a whole number, none lost: each is what has come together so far, less what is given. */
export function shareOut(shares: readonly number[], total: number): number[] {
  const sum = shares.reduce((all, share) => all + share, 0)
  let passed = 0
  let given = 0
  return shares.map((share) => {
    passed += share
    const own = (sum === 0 ? 0 : Math.round((total * passed) / sum)) - given
    given += own
    return own
  })
}

/** Gives parts and prefixes their keys: one for each text, whatever message holds it. */
export type ItemKeys = {
  readonly ofPart: (message: Message, part: Part) => number
  readonly ofPrefix: (name: string) => number
}

/** Keys for one replay. */
export function createItemKeys(): ItemKeys {
  const keys = new Map<string, number>()
  const keyOf = (text: string): number => {
    const known = keys.get(text)
    if (known !== undefined) return known
    keys.set(text, keys.size)
    return keys.size - 1
  }
  return {
    ofPart: (message, part) => keyOf(`${message.role}\n${contentOf(message, part)}`),
    ofPrefix: (name) => keyOf(`prefix\n${name}`),
  }
}

/** The text of a part; of an image, which has none, its whole block. */
function contentOf({ content }: Message, { kind, text, blockIndex }: Part): string {
  return kind === 'image' && typeof content !== 'string' ? JSON.stringify(content[blockIndex]) : text
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
  return (messages) => {
    const isKnown = messages.every((message) => weighed.has(message) || written.has(message))
    const parts = isKnown ? [] : splitHistory(messages)
    return messages.map((message, index) => {
      const known = weighed.get(message) ?? written.get(message)
      if (known !== undefined) return known
      const items = (parts[index] ?? []).map((part): ReplayItem => {
        const key = keys.ofPart(message, part)
        return {
          key,
          kind: part.kind,
          tokens: tokensOfKey.get(key) ?? Math.round(slope * partTokens(part, counter)),
        }
      })
      written.set(message, items)
      return items
    })
  }
}
