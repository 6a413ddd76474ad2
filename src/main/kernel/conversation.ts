import { isSameJson } from '../../shared/kernel/json-values.ts'
import { keepLike } from '../../shared/kernel/light-values.ts'
import type { Message } from '../../shared/kernel/message.ts'
import { sum } from '../../shared/kernel/numbers.ts'
import type { Part } from '../../shared/kernel/part.ts'
import { copyParts, moveParts } from './history/moved-parts.ts'
import { splitHistory, splitOneByOne } from './history/split-parts.ts'
import { countPartTokens, type TokenCounter } from './tokens/token-counter.ts'

/** An effective history, split and counted: what every provider, check and view works on. */
export type Conversation = {
  readonly messages: readonly Message[]
  /** Parts of each message; same indices as `messages`. */
  readonly parts: readonly (readonly Part[])[]
  /** Tokens of each part; same indices as `parts`. */
  readonly partTokens: readonly (readonly number[])[]
  /** Tokens of each message: the sum over its parts. */
  readonly messageTokens: readonly number[]
  readonly totalTokens: number
  readonly counter: TokenCounter
}

/** Splits a history and counts it. */
export function createConversation(messages: readonly Message[], counter: TokenCounter): Conversation {
  const steps = countInSteps(messages, counter)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** The same in steps of one message, for a thread that has other things to do; yields the number that is done. */
export function* countInSteps(
  messages: readonly Message[],
  counter: TokenCounter,
): Generator<number, Conversation> {
  const parts: (readonly Part[])[] = []
  const tokens: number[][] = []
  const steps = splitOneByOne(messages)
  for (const message of messages) {
    const own = steps.next().value ?? []
    tokens.push(own.map((part) => countPartTokens(part, counter)))
    parts.push(keepLike(message, own))
    yield tokens.length
  }
  return buildConversation({ messages, parts, partTokens: tokens, counter })
}

/** The same with the tokens of each part known, those of one message after those of the one before; null where they do not fit. */
export function withCounts(
  messages: readonly Message[],
  known: Uint32Array,
  counter: TokenCounter,
): Conversation | null {
  const parts = splitHistory(messages)
  const tokens = splitKnownTokens(parts, known)
  return tokens === null ? null : buildConversation({ messages, parts, partTokens: tokens, counter })
}

/** Known tokens by message and part; null where there are more or fewer of them than parts. */
function splitKnownTokens(
  parts: Conversation['parts'],
  known: Uint32Array,
): Conversation['partTokens'] | null {
  let at = 0
  const tokens = parts.map((own) => {
    const start = at
    at += own.length
    return Array.from(known.subarray(start, at))
  })
  return at === known.length ? tokens : null
}

type Counted = Pick<Conversation, 'messages' | 'parts' | 'partTokens' | 'counter'>

/** Puts together what is split and counted. */
export function buildConversation(counted: Counted): Conversation {
  const messageTokens = counted.partTokens.map(sum)
  return { ...counted, messageTokens, totalTokens: sum(messageTokens) }
}

/** A conversation, and the message of it from which on an end was taken. */
export type Whole = { readonly conversation: Conversation; readonly from: number }

const wholes = new WeakMap<Conversation, Whole>()

/**
 * The end of a conversation from a message on. Its parts say where they stand in the whole, so that what was found there
 * once serves every end of it.
 */
export function sliceConversationEnd(whole: Conversation, from: number): Conversation {
  const messageTokens = whole.messageTokens.slice(from)
  const end: Conversation = {
    messages: whole.messages.slice(from),
    parts: whole.parts.slice(from),
    partTokens: whole.partTokens.slice(from),
    messageTokens,
    totalTokens: sum(messageTokens),
    counter: whole.counter,
  }
  wholes.set(end, { conversation: whole, from })
  return end
}

/**
 * The end of a conversation that has these messages; null where it ends with others, or where one of them is split in
 * another way by itself: results are read by the calls before them.
 */
export function findConversationEnd(whole: Conversation, messages: readonly Message[]): Conversation | null {
  const from = whole.messages.length - messages.length
  if (from < 0 || !messages.every((message, index) => message === whole.messages[from + index])) return null
  const isSame = splitHistory(messages).every((own, index) => {
    const moved = own.map((part) => shiftPart(from, part))
    return isSameJson(moved, whole.parts[from + index])
  })
  return isSame ? sliceConversationEnd(whole, from) : null
}

/** A part as it is where its message stands so much later, with the id of a call that is written as text. */
function shiftPart(messages: number, part: Part): Part {
  const { messageIndex, toolCallId } = part
  const moved = { ...part, messageIndex: messageIndex + messages }
  if (toolCallId === undefined) return moved
  const shiftCallId = (_: string, call: string): string => `xml:${Number(call) + messages}:`
  return { ...moved, toolCallId: toolCallId.replace(/^xml:(\d+):/, shiftCallId) }
}

/** What a conversation is the end of; of any other, itself. */
export function findWholeConversation(conversation: Conversation): Whole {
  return wholes.get(conversation) ?? { conversation, from: 0 }
}

/** Some messages of a conversation by themselves, in an order of their own; nothing is split or counted again. */
export function selectConversation(
  { messages, parts, partTokens, counter }: Counted,
  indices: readonly number[],
): Conversation {
  return buildConversation({
    messages: indices.flatMap((index) => messages[index] ?? []),
    parts: indices.map((index, at) => copyParts(parts[index] ?? [], at)),
    partTokens: indices.map((index) => partTokens[index] ?? []),
    counter,
  })
}

/** What was made of a conversation last: a provider and the manager both ask for the same one. */
const revisions = new WeakMap<Conversation, Conversation>()

/** Where the messages of a conversation stand, for all that is made of it; of one that stands there twice, the last place. */
const places = new WeakMap<Conversation, ReadonlyMap<Message, number>>()

/**
 * The conversation that a provider made of another one. Messages that are still the same objects keep their
 * parts and their counts; only what changed is split, and counted unless `counts` has the tokens of each part.
 */
export function reviseConversation(
  previous: Conversation,
  messages: readonly Message[],
  counts?: Uint32Array,
): Conversation {
  const known = revisions.get(previous)
  if (known?.messages === messages) return known
  const revised = revise(previous, messages, counts)
  revisions.set(previous, revised)
  return revised
}

/** Lets go of what was made of a conversation last, which would else live as long as the conversation. */
export function forgetRevision(previous: Conversation): void {
  revisions.delete(previous)
}

function revise(previous: Conversation, messages: readonly Message[], counts?: Uint32Array): Conversation {
  const { counter } = previous
  const known = indexMessagePlaces(previous)
  const before = messages.map((message) => known.get(message))
  const parts = splitHistory(messages, (_, index) => {
    const place = before[index]
    const own = place === undefined ? undefined : previous.parts[place]
    return place === index || own === undefined ? own : moveParts(own, index)
  })
  const given = counts === undefined ? null : splitKnownTokens(parts, counts)
  if (given !== null) return buildConversation({ messages, parts, partTokens: given, counter })
  const tokens = parts.map((own, index) => {
    const place = before[index]
    const counted = place === undefined ? undefined : previous.partTokens[place]
    return counted ?? own.map((part) => countPartTokens(part, counter))
  })
  return buildConversation({ messages, parts, partTokens: tokens, counter })
}

function indexMessagePlaces(conversation: Conversation): ReadonlyMap<Message, number> {
  const known = places.get(conversation)
  if (known !== undefined) return known
  const found = new Map<Message, number>()
  conversation.messages.forEach((message, index) => found.set(message, index))
  places.set(conversation, found)
  return found
}
