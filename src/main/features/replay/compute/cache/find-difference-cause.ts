import type { Message } from '../../../../../shared/kernel/message.ts'
import type { CacheBreak, CacheCause } from '../../../../../shared/replay/cache-audit-types.ts'
import { splitHistory } from '../../../../kernel/history/split-parts.ts'
import { listSentMessages, type SentMessages } from '../collect-sent-messages.ts'
import type { ReplayItem, ReplayTask } from '../replay-task.ts'
import type { Difference } from './audited-request.ts'

/** A history as a request sent it: its messages, and the items of each. */
export type SentHistory = {
  readonly messages: readonly Message[]
  readonly items: readonly (readonly ReplayItem[])[]
}

/** A history as a request sent it; empty where nobody knows. */
export function buildSentHistory(
  { buildItems }: Pick<ReplayTask, 'buildItems'>,
  sent: SentMessages | undefined,
): SentHistory {
  if (sent === undefined) return { messages: [], items: [] }
  return { messages: listSentMessages(sent), items: buildItems(sent.list).slice(0, sent.count) }
}

/** What is known of the two requests beside their messages. */
export type Between = {
  /** What the agent or the policy did to the history in between; null for nothing that is known. */
  readonly condensed: 'clearing' | 'condensation' | null
  /** Whether an item is part of the history as it would stand had nothing been condensed. */
  readonly isOriginal: (item: ReplayItem) => boolean
  /** Index to show for a message of the later history. */
  readonly findPlace: (message: Message, at: number) => number
}

/** Tells items of the history as it would stand had nothing been condensed. */
export function createOriginalPredicate({ full, buildItems }: ReplayTask): Between['isOriginal'] {
  const keys = new Set(
    buildItems(full)
      .flat()
      .map(({ key }) => key),
  )
  return ({ key }) => keys.has(key)
}

/** Why a history first differs from the one before where it does, and the place. Group 0 is the system prompt. */
export function findDifferenceCause(
  before: SentHistory,
  now: SentHistory,
  { group, item }: Difference,
  between: Between,
): { readonly cause: CacheCause; readonly at: CacheBreak['at'] } {
  if (group === 0) return { cause: 'prefix', at: null }
  const at = group - 1
  const message = now.messages[at]
  // A history that only became shorter differs where it ends.
  if (message === undefined) return { cause: between.condensed ?? 'edited', at: null }
  const texts = [before.messages[at], message].map((one) => readItemText(one, item))
  const place = { message: between.findPlace(message, at), part: item, ...findTextOffset(texts) }
  return { cause: findCauseByPoint(before, now, { at, item, texts }, between), at: place }
}

type Point = { readonly at: number; readonly item: number; readonly texts: readonly (string | null)[] }

function findCauseByPoint(
  before: SentHistory,
  now: SentHistory,
  { at, item, texts }: Point,
  { condensed, isOriginal }: Between,
): CacheCause {
  const { isSummary, isTruncationMarker } = now.messages[at] ?? {}
  if (isSummary === true || isTruncationMarker === true) return 'condensation'
  const [had, has] = [before.items[at]?.[item], now.items[at]?.[item]]
  if (had !== undefined && has !== undefined) {
    if (isTimeAlone(texts)) return 'timestamp'
    if (had.kind === has.kind && clearable.has(has.kind) && !isOriginal(has))
      return isOriginal(had) ? 'clearing' : 'placeholder'
  }
  if (condensed !== null) return condensed
  return isReordered([before, now], { at, item }) ? 'reordered' : 'edited'
}

/** What agents and policies put a placeholder for. */
const clearable: ReadonlySet<ReplayItem['kind']> = new Set([
  'tool-result',
  'tool-call',
  'environment',
  'image',
  'reasoning',
  'hidden-reasoning',
  'opaque',
])

function readItemText(message: Message | undefined, item: number): string | null {
  if (message === undefined) return null
  return splitHistory([message])[0]?.[item]?.text ?? null
}

function findTextOffset([had, has]: readonly (string | null | undefined)[]): { readonly offset?: number } {
  if (had == null || has == null) return {}
  let offset = 0
  while (offset < had.length && had[offset] === has[offset]) offset += 1
  return { offset }
}

/** Days and times of day in the usual notations, and long counts of seconds. */
const times =
  /\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\b\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AP]M)?|\b1[67]\d{8}(?:\d{3})?\b/gi

/** Whether two texts are the same but for the time that stands in them. */
function isTimeAlone([had, has]: readonly (string | null | undefined)[]): boolean {
  if (had == null || has == null || had === has) return false
  return had.replace(times, '') === has.replace(times, '')
}

/** Whether the same items come in another order: what stood here comes later, and what comes here stood later. */
function isReordered(
  [before, now]: readonly [SentHistory, SentHistory],
  { at, item }: Pick<Point, 'at' | 'item'>,
): boolean {
  const listKeysFrom = ({ items }: SentHistory): readonly number[] =>
    items
      .slice(at)
      .flatMap((own, place) => (place === 0 ? own.slice(item) : own))
      .map(({ key }) => key)
  const [had, has] = [listKeysFrom(before), listKeysFrom(now)]
  const [first, second] = [had[0], has[0]]
  return first !== undefined && second !== undefined && has.includes(first) && had.includes(second)
}
