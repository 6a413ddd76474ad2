import type { MissingThing } from '../../../../shared/condensations/autopsy-types.ts'
import { findLargest } from '../../../../shared/kernel/find-extreme.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { Part } from '../../../../shared/kernel/part.ts'
import {
  buildConversation,
  selectConversation,
  sliceConversationEnd,
  type Conversation,
  type Whole,
} from '../../../kernel/conversation.ts'
import { listBlocks } from '../../../kernel/history/blocks.ts'
import type { TokenCounter } from '../../../kernel/tokens/token-counter.ts'
import { findFacts, locateFacts } from '../../../measure/facts/find-facts.ts'
import { findUsedFacts } from '../../../measure/facts/find-used-facts.ts'
import { linesOf } from '../../../measure/facts/line-keys.ts'
import {
  collectLineKeys,
  computeHeldShare,
  findNeeded,
  type NeededThing,
} from '../../../measure/needed/find-needed.ts'
import type { HistoryChange, RecordedRun } from '../../../record/recorded-run.ts'

/** The contexts before and after a condensation, and what followed. */
export type OpenChange = {
  readonly change: HistoryChange
  /** Indices of the messages of `source` in the run. */
  readonly places: readonly number[]
  /** The same of `result`. */
  readonly resultPlaces: readonly number[]
  readonly source: Conversation
  readonly result: Conversation
  readonly future: Whole
}

/** All messages of a run, split and counted once for all of its condensations, with their places. */
export type OpenRun = {
  readonly whole: Conversation
  readonly indexOf: ReadonlyMap<Message, number>
}

/** Opens a run for its condensations: to split and index it anew for each takes hours. */
export function openRun({ messages, sizes }: RecordedRun, counter: TokenCounter): OpenRun {
  return {
    whole: buildConversation({ messages, parts: sizes.parts, partTokens: sizes.partCounts, counter }),
    indexOf: new Map(messages.map((message, index) => [message, index])),
  }
}

/** Finds what a condensation changed, and what followed, in its run. */
export function openChange({ whole, indexOf }: OpenRun, change: HistoryChange): OpenChange {
  const findPlaces = (messages: readonly Message[]): readonly number[] =>
    messages.flatMap((message) => indexOf.get(message) ?? [])
  const [places, left] = [findPlaces(change.source), findPlaces(change.result)]
  const from = 1 + findLargest([...places, ...left], -1)
  return {
    change,
    places,
    resultPlaces: left,
    source: selectConversation(whole, places),
    result: selectConversation(whole, left),
    future: { conversation: whole, from },
  }
}

/** A summary that says nothing to anybody but the model's vendor. */
export function isOpaque(message: Message): boolean {
  return message.isSummary === true && readMessageText(message).trim() === ''
}

/** All that the text blocks of a message say. */
export function readMessageText(message: Message): string {
  if (typeof message.content === 'string') return message.content
  return listBlocks(message)
    .flatMap((block) => (typeof block['text'] === 'string' ? block['text'] : []))
    .join('\n')
}

/** Something that a condensation left out and that a later act of the agent brought back. */
export type MissingNeeded = {
  readonly thing: NeededThing
  /** Indices of the message that said it before, and of the one that says it again. */
  readonly said: number
  readonly used: number
  /** The result that says it again. */
  readonly part: Part | undefined
  /** Of what it brought back, without what the result held all the same. */
  readonly tokens: number
}

/**
 * What a condensation left out that a later act of the agent used, the largest first. A thing that is condensed away twice
 * is missing of the condensation whose context had it last.
 */
export function findMissingThings(
  run: RecordedRun,
  { places, source, result, future }: OpenChange,
): readonly MissingNeeded[] {
  const held = collectLineKeys(result)
  const missing = findNeeded(source, future).flatMap((thing): MissingNeeded[] => {
    if (isHeld(thing, held)) return []
    const { messageIndex, partIndex } = thing.used
    return [
      {
        thing,
        said: places[thing.said.messageIndex] ?? 0,
        used: future.from + messageIndex,
        part: future.conversation.parts[future.from + messageIndex]?.[partIndex],
        tokens: Math.round(thing.tokens * (1 - computeHeldShare(thing, held)) * run.sizes.slope),
      },
    ]
  })
  return missing.toSorted((a, b) => b.tokens - a.tokens)
}

/** Whether a context holds a thing, by its lines: of one that it holds half of, most can be gone. */
export function isHeld(thing: NeededThing, lines: ReadonlySet<number>): boolean {
  return computeHeldShare(thing, lines) >= 0.5
}

/** The same for people, with what it cost. */
export function describeMissing(run: RecordedRun, missing: MissingNeeded): MissingThing {
  const { thing, said, used, part, tokens } = missing
  return {
    kind: thing.kind,
    texts: [...thing.texts],
    said,
    used,
    tokens,
    costUsd: computeRereadCost(run.requests, used, tokens),
    excerpt: part === undefined ? '' : cutExcerpt(part, new Set(thing.keys)),
  }
}

/** Facts that do not stand in the result, and that what followed does not take up. */
export function countOthers({ source, result, future }: OpenChange): number {
  const facts = findFacts(source)
  const places = locateFacts(facts, result)
  const used = findUsedFacts(facts, sliceConversationEnd(future.conversation, future.from))
  return facts.filter((_, at) => (places[at]?.length ?? 0) === 0 && used[at] === null).length
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
