import type { Autopsied, MissingThing } from '../../../../shared/condensations/autopsy-types.ts'
import { findLargest } from '../../../../shared/kernel/find-extreme.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { Part } from '../../../../shared/kernel/part.ts'
import { createConversation, type Conversation } from '../../../kernel/conversation.ts'
import type { TokenCounter } from '../../../kernel/tokens/token-counter.ts'
import { findFacts, locateFacts } from '../../../measure/facts/find-facts.ts'
import { findUsedFacts } from '../../../measure/facts/find-used-facts.ts'
import { linesOf } from '../../../measure/facts/line-keys.ts'
import { collectLineKeys, computeHeldShare, findNeeded } from '../../../measure/needed/find-needed.ts'
import type { RecordedRun } from '../../../record/recorded-run.ts'

/** A context before and after a condensation, and the places of the messages in the file. */
type Change = {
  readonly source: readonly Message[]
  readonly result: readonly Message[]
  readonly indexOf: ReadonlyMap<Message, number>
  readonly isOpaque: boolean
}

/**
 * What a condensation left out that a later act of the agent used, with what that cost, and how much else is gone. A thing
 * that is condensed away twice is missing of the condensation whose context had it last.
 */
export function findMissing(
  run: RecordedRun,
  { source: before, result: after, indexOf, isOpaque }: Change,
  counter: TokenCounter,
): Pick<Autopsied, 'missing' | 'others'> {
  const places = [...before, ...after].map((message) => indexOf.get(message) ?? -1)
  const from = 1 + findLargest(places, -1)
  const source = createConversation(before, counter)
  const result = createConversation(after, counter)
  const future = createConversation(run.messages.slice(from), counter)
  const held = collectLineKeys(result)
  const missing = findNeeded(source, future).flatMap((thing): MissingThing[] => {
    const missingShare = 1 - computeHeldShare(thing, held)
    if (missingShare <= leastMissing) return []
    const { kind, texts, said, used, keys } = thing
    const at = from + used.messageIndex
    const tokens = Math.round(thing.tokens * missingShare * run.sizes.slope)
    const [saidBy] = before.slice(said.messageIndex)
    const part = future.parts[used.messageIndex]?.[used.partIndex]
    return [
      {
        kind,
        texts: [...texts],
        said: saidBy === undefined ? 0 : (indexOf.get(saidBy) ?? 0),
        used: at,
        tokens,
        costUsd: computeRereadCost(run.requests, at, tokens),
        excerpt: part === undefined ? '' : cutExcerpt(part, new Set(keys)),
      },
    ]
  })
  return {
    missing: missing.toSorted((a, b) => b.tokens - a.tokens),
    others: isOpaque ? null : countOthers(source, result, future),
  }
}

/** Of a thing that the result holds half of, most can be gone by. */
const leastMissing = 0.5

/** Facts that do not stand in the result, and that what followed does not take up. */
function countOthers(source: Conversation, result: Conversation, future: Conversation): number {
  const facts = findFacts(source)
  const places = locateFacts(facts, result)
  const used = findUsedFacts(facts, future)
  return facts.filter((_, at) => (places[at]?.length ?? 0) === 0 && used[at] !== true).length
}

/** In characters; what is longer is cut. */
const longestExcerpt = 8000

/** The lines of a result that were there before, with the short ones between them. */
function cutExcerpt(part: Part, wanted: ReadonlySet<number>): string {
  const { keys, numbers } = linesOf(part)
  const others = new Set(numbers.filter((_, at) => !wanted.has(keys[at] ?? 0)))
  const text = part.text
    .split('\n')
    .filter((_, number) => !others.has(number))
    .join('\n')
    .trimEnd()
  return text.length <= longestExcerpt ? text : `${text.slice(0, longestExcerpt)}\n…`
}

/** What so many tokens cost as new input of the request that first sent a message; null where no price is known. */
function computeRereadCost(
  requests: RecordedRun['requests'],
  messageIndex: number,
  tokens: number,
): number | null {
  const request = requests.find(
    ({ messagesBefore }) => messagesBefore !== null && messagesBefore > messageIndex,
  )
  const prices = request?.prices.value ?? null
  const price = prices?.cacheWrites ?? prices?.input
  return price === undefined ? null : (tokens * price) / 1e6
}
