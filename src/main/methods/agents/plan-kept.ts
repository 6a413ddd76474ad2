import { findSmallest } from '../../../shared/kernel/find-extreme.ts'
import { sum } from '../../../shared/kernel/numbers.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { findSafeCuts } from '../../kernel/history/find-safe-cuts.ts'
import {
  endsWithCall,
  isAnswer,
  findPrompts,
  findSurroundings,
  findTurnStarts,
} from '../../kernel/history/history-view.ts'
import { computeTriggerTokens } from '../../kernel/policy/own-trigger.ts'
import type { Estimator } from '../../kernel/tokens/estimator.ts'
import type { ComposedSettings } from './settings.ts'
import { buildWindowLimits } from './window-limits.ts'

/** Which messages stay; all others go. Indices, ascending. */
export type KeepPlan = {
  readonly kept: readonly number[]
  readonly gone: readonly number[]
  /** Where the part that stays whole begins; the number of messages where nothing does. */
  readonly tail: number
  /** Where the turn begins that the cut divides; null where it divides none. */
  readonly splitTurn: number | null
  /** The prompt that is kept only in part, and how many tokens of it; null where there is none. */
  readonly cutPrompt: { readonly index: number; readonly tokens: number } | null
}

/** Chooses what stays of a history by the keep rule and the cut rule. */
export function planKept(
  conversation: Conversation,
  settings: ComposedSettings,
  estimator: Estimator,
): KeepPlan {
  const { keep } = settings
  const count = conversation.messages.length
  const sizes = estimator.ofMessages(conversation)
  const first =
    keep.first === 0 ? 0 : (findSafeCuts(conversation.messages).find((cut) => cut >= keep.first) ?? count)
  const opening = new Set([
    ...listRange(0, first),
    ...(keep.surroundings ? findSurroundings(conversation) : []),
  ])
  if (keep.rule === 'user-messages') return planPrompts(conversation, settings, { estimator, opening, sizes })
  const tail =
    keep.rule === 'all' ? 0 : Math.max(first, findTailStart(conversation, settings, { first, sizes }))
  const beside = selectBesideTail(conversation, settings, { tail, sizes })
  const isKept = (index: number): boolean => index >= tail || opening.has(index) || beside.has(index)
  return {
    ...divide(count, isKept),
    tail,
    splitTurn: settings.cut.at === 'split-turn' ? findTurnPrompt(conversation, tail) : null,
    cutPrompt: null,
  }
}

function listRange(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
}

function divide(count: number, isKept: (index: number) => boolean): Pick<KeepPlan, 'kept' | 'gone'> {
  const all = listRange(0, count)
  return { kept: all.filter(isKept), gone: all.filter((index) => !isKept(index)) }
}

/** The prompt before a cut that lies inside of its turn. */
function findTurnPrompt(conversation: Conversation, tail: number): number | null {
  const prompts = findPrompts(conversation)
  if (tail >= conversation.messages.length || prompts.includes(tail)) return null
  return prompts.findLast((prompt) => prompt < tail) ?? null
}

type Measured = { readonly first: number; readonly sizes: readonly number[] }

/** Where the part that stays whole begins. */
function findTailStart(conversation: Conversation, settings: ComposedSettings, measured: Measured): number {
  const { keep } = settings
  const { messages } = conversation
  // A call that waits for its result stays, or the result would have none.
  const end = endsWithCall(conversation) ? messages.length - 1 : messages.length
  switch (keep.rule) {
    case 'all':
    case 'user-messages':
      return 0
    case 'nothing':
      return end
    case 'turns':
      return keep.count === 0 ? end : (findPrompts(conversation).at(-keep.count) ?? 0)
    case 'tokens':
      return cutFor(conversation, settings, {
        ...measured,
        limit: computeTokenLimit(conversation, settings, measured),
      })
    case 'characters': {
      const sizes = messages.map((message) => JSON.stringify(message.content).length)
      return cutFor(conversation, settings, { ...measured, sizes, limit: keep.share * sum(sizes) })
    }
    case 'messages': {
      const rest = messages.length - measured.first
      const limit = keep.share === 0 ? keep.count : rest - countRemoved(rest, keep)
      return cutFor(conversation, settings, { ...measured, sizes: messages.map(() => 1), limit })
    }
  }
}

/** How many of the messages go. */
function countRemoved(rest: number, { share, inPairs }: ComposedSettings['keep']): number {
  return inPairs ? 2 * Math.floor((rest * (1 - share)) / 2) : rest - Math.floor(rest * share)
}

/** Tokens that may stay: a number, or a clamped share of the usable window; prompts that are kept beside count in it. */
function computeTokenLimit(
  conversation: Conversation,
  settings: ComposedSettings,
  { sizes }: Measured,
): number {
  const { keep, trigger } = settings
  const limits = buildWindowLimits(settings)
  const isOfWindow = keep.shareOf === 'window'
  const usable = isOfWindow ? limits.window : (computeTriggerTokens(trigger, limits) ?? limits.window)
  const limit =
    keep.share === 0
      ? keep.tokens
      : Math.min(keep.atMost, Math.max(keep.atLeast, Math.floor(keep.share * usable)))
  if (keep.prompts !== 'all') return limit
  const beside = findPrompts(conversation).map((index) => sizes[index] ?? 0)
  return Math.max(0, limit - sum(beside))
}

type Limited = Measured & { readonly limit: number }

function cutFor(
  conversation: Conversation,
  settings: ComposedSettings,
  { first, sizes, limit }: Limited,
): number {
  const { messages } = conversation
  const { cut } = settings
  const cuts = findAllowedCuts(conversation, settings).filter((at) => at >= first)
  const fitting =
    cut.fits === 'within-back'
      ? findCutWithinBack(conversation, cuts, sumSizesToEnd(sizes), limit)
      : findFittingCut(cuts, sumSizesToEnd(sizes), limit, cut.fits)
  const end = endsWithCall(conversation) ? messages.length - 1 : messages.length
  if (fitting !== undefined) return cut.turns && isWhole(conversation, fitting) ? end : fitting
  const last = cuts.at(-1) ?? first
  const isComplete = messages.at(-1)?.role === 'assistant' && !endsWithCall(conversation)
  switch (cut.otherwise) {
    case 'last':
      return last
    case 'nothing':
      return end
    case 'nothing-when-complete':
      return isComplete ? end : last
  }
}

function findFittingCut(
  cuts: readonly number[],
  sizeFrom: readonly number[],
  limit: number,
  fits: Exclude<ComposedSettings['cut']['fits'], 'within-back'>,
): number | undefined {
  switch (fits) {
    case 'within':
      return cuts.find((at) => (sizeFrom[at] ?? 0) <= limit)
    case 'reaching':
      return cutReaching(cuts, sizeFrom, limit, sizeFrom.length)
    case 'reaching-back': {
      const reached = sizeFrom.findLastIndex((size) => size >= limit)
      return cuts.findLast((at) => at <= reached) ?? cuts[0]
    }
  }
}

/** As much as fits, at least the last answer with its results, and back from there to a cut; the newest cut where that is the first. */
function findCutWithinBack(
  { messages }: Conversation,
  cuts: readonly number[],
  sizeFrom: readonly number[],
  limit: number,
): number | undefined {
  const safe = findSafeCuts(messages).filter((at) => at < messages.length)
  const start = safe.find((at) => (sizeFrom[at] ?? 0) <= limit) ?? safe.at(-1) ?? 0
  const [first] = cuts
  const back = cuts.findLast((at) => at <= start) ?? first
  if (back !== first) return back
  const newest = cuts.at(-1)
  return newest === first ? undefined : newest
}

/** Whether nothing but a summary of before stands in front of a cut. */
function isWhole({ messages }: Conversation, cut: number): boolean {
  return messages
    .slice(0, cut)
    .every((message, at) => message.isSummary === true || messages[at + 1]?.isSummary === true)
}

/** Sizes of all from each message to the end. */
function sumSizesToEnd(sizes: readonly number[]): readonly number[] {
  const all = sizes.slice()
  for (let at = all.length - 2; at >= 0; at -= 1) all[at] = (all[at] ?? 0) + (all[at + 1] ?? 0)
  return all
}

/** Walks back until the size is reached, and on to the next cut; to the one before where there is none. */
function cutReaching(
  cuts: readonly number[],
  sizeFrom: readonly number[],
  limit: number,
  count: number,
): number | undefined {
  const reached = sizeFrom.findLastIndex((size) => size >= limit)
  if (reached < 0) return cuts[0]
  return cuts.find((at) => at >= reached && at < count) ?? cuts.findLast((at) => at < reached)
}

/** Places where the cut rule allows a cut, none of them between a call and its result. */
function findAllowedCuts(conversation: Conversation, { cut }: ComposedSettings): readonly number[] {
  const { messages } = conversation
  const prompts = new Set(findPrompts(conversation))
  const opensAnswer = (at: number): boolean =>
    messages[at]?.role === 'assistant' && messages[at - 1]?.role !== 'assistant'
  const starts = findTurnStarts(conversation)
  const earliest = cut.turns ? (starts[0] ?? messages.length) : 0
  const newest = findPrompts(conversation).at(-1) ?? 0
  const latest = cut.newestPrompt && newest > 0 ? newest : messages.length - 1
  return findSafeCuts(messages).filter((at) => {
    if (at < earliest || at > latest) return false
    if (cut.at === 'message' || prompts.has(at) || (cut.turns && starts.includes(at))) return true
    return cut.at !== 'prompt' && opensAnswer(at)
  })
}

/** What stays of the part that goes: prompts, and answers of the assistant. */
function selectBesideTail(
  conversation: Conversation,
  { keep }: ComposedSettings,
  { tail, sizes }: { readonly tail: number; readonly sizes: readonly number[] },
): ReadonlySet<number> {
  const prompts = findPrompts(conversation)
  const before = prompts.filter((index) => index < tail)
  const newest = prompts.at(-1)
  const keptPrompts =
    keep.prompts === 'all'
      ? before
      : keep.prompts === 'newest' && newest !== undefined && newest < tail
        ? [newest]
        : []
  return new Set([...keptPrompts, ...selectAnswersBeside(conversation, keep, { tail, sizes, prompts })])
}

function selectAnswersBeside(
  { messages, parts }: Conversation,
  keep: ComposedSettings['keep'],
  {
    tail,
    sizes,
    prompts,
  }: { readonly tail: number; readonly sizes: readonly number[]; readonly prompts: readonly number[] },
): number[] {
  const answers = messages.flatMap((message, index) =>
    index < tail && isAnswer(message, parts[index] ?? []) ? [index] : [],
  )
  if (keep.answers === 'last-of-turn') {
    const ends = prompts.slice(1)
    return ends.flatMap(
      (end, at) => answers.findLast((index) => index < end && index > (prompts[at] ?? 0)) ?? [],
    )
  }
  if (keep.answers === 'none') return []
  let left = keep.answerTokens
  return answers.toReversed().flatMap((index) => {
    left -= sizes[index] ?? 0
    return left >= 0 ? [index] : []
  })
}

type PromptRule = {
  readonly estimator: Estimator
  readonly opening: ReadonlySet<number>
  readonly sizes: readonly number[]
}

/** The newest prompts alone: whole ones as long as they fit, and the beginning and the end of the one that does not. */
function planPrompts(
  conversation: Conversation,
  settings: ComposedSettings,
  { estimator, opening, sizes }: PromptRule,
): KeepPlan {
  const count = conversation.messages.length
  const tail = endsWithCall(conversation) ? count - 1 : count
  const chosen = new Set<number>()
  let left = settings.keep.tokens
  let cutPrompt: KeepPlan['cutPrompt'] = null
  for (const index of findPrompts(conversation).toReversed()) {
    if (left <= 0 || opening.has(index)) break
    const size = estimator.ofParts((conversation.parts[index] ?? []).filter(({ kind }) => kind !== 'image'))
    chosen.add(index)
    if (size > left) cutPrompt = { index, tokens: left }
    if (size > left) break
    left -= size
  }
  // A user speaks first.
  const speaks = findSmallest([...opening, ...chosen])
  const answers = selectAnswersBeside(conversation, settings.keep, {
    tail,
    sizes,
    prompts: findPrompts(conversation),
  })
  const beside = answers.filter((index) => index > speaks)
  const isKept = (index: number): boolean =>
    index >= tail || opening.has(index) || chosen.has(index) || beside.includes(index)
  return { ...divide(count, isKept), tail, splitTurn: null, cutPrompt }
}
