import { hashFnv1a } from '../../../../shared/kernel/hash-fnv1a.ts'
import { isLight } from '../../../../shared/kernel/light-values.ts'
import { makeOnce } from '../../../../shared/kernel/make-once.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { Part } from '../../../../shared/kernel/part.ts'
import { Recent } from '../../../../shared/kernel/recent.ts'
import { selectConversation, type Conversation } from '../../../kernel/conversation.ts'
import { toToolResultBlock, listBlocks } from '../../../kernel/history/blocks.ts'
import { splitHistory } from '../../../kernel/history/split-parts.ts'
import { countPartTokens, type TokenCounter } from '../../../kernel/tokens/token-counter.ts'
import { readRecordedCost, type RecordedRun } from '../../../record/recorded-run.ts'
import { collectSentMessages } from './collect-sent-messages.ts'
import { findCacheStyles } from './cost/cache-style.ts'
import { payRecorded } from './cost/pay-requests.ts'
import { noLimit, type CacheLimit } from './cost/prefix-cache.ts'
import type { ReplayItem, ReplayStep, ReplayTask } from './replay-task.ts'

const nothingSent = { list: [], count: 0 }

/** Lists that are asked for again and again meanwhile: two histories that are held against one another, and the record. */
const listsAtOnce = 4

/** Gives parts and prefixes their keys: one for each text, whatever message holds it. */
type ItemKeys = {
  readonly ofPart: (message: Message, part: Part) => number
  readonly ofPrefix: (name: string) => number
}

/** A request that read less than this share of what was kept met a cache that had lost it, not one that lags. */
const lagShare = 0.5

/**
 * What sizes are taken from. `record`: tokens as they were recorded, which is what policies are compared on, and cache
 * misses too. `model`: the fit alone, which tells how far it can be believed; the record where there is no fit.
 */
export type SizeBasis = 'record' | 'model'

/** Makes a recorded run ready to be played again: its requests, what each item takes, prices and cache. */
export function prepareReplay(run: RecordedRun, counter: TokenCounter, basis: SizeBasis): ReplayTask {
  const { messages, sizes, uncondensed } = run
  const { slope, countMessage } = sizes
  const fitted = basis === 'model' ? sizes.fitted : null
  const used = fitted ?? sizes.recorded
  const keys = createItemKeys(messages.some(isLight) ? formatLongName : (text) => text)
  const sized = buildItemsByMessage(messages, { parts: sizes.parts, partTokens: used.partTokens }, keys)
  const styles = findCacheStyles(run)
  const full = uncondensed.messages
  const known = run.requests.flatMap((request) => {
    const { index, history, messagesBefore } = request
    const overhead = used.overheads.get(index)
    if (history.value === null || messagesBefore === null || overhead === undefined) return []
    return [{ ...request, ranges: history.value, messagesBefore, overhead }]
  })
  const sent = collectSentMessages(
    run,
    known.map(({ ranges }) => ranges),
  )
  const steps = known.map(({ index, ts, messagesBefore, overhead, ...request }, at): ReplayStep => {
    const usage = request.usage.value
    const answer = messages[messagesBefore]
    return {
      request: index,
      ts,
      model: request.model.value,
      prefix: { key: keys.ofPrefix(overhead.name), kind: 'prefix', tokens: overhead.tokens },
      fullCount: uncondensed.before[messagesBefore] ?? full.length,
      recorded: sent[at] ?? nothingSent,
      outputTokens: usage?.output ?? (answer === undefined ? 0 : Math.round(slope * countMessage(answer))),
      usage,
      costUsd: readRecordedCost(request),
      prices: request.prices.value,
      priceEvidence: request.prices,
      cacheStyle: styles.at[index] ?? styles.main,
      cache: noLimit,
      cacheSurpriseTokens: 0,
      ownCondensations: request.condensations.map(({ kind, costUsd, change }) => ({ kind, costUsd, change })),
    }
  })
  const unmatched = run.requests.flatMap(({ index, history }) =>
    history.kind === 'unknown' ? [{ request: index, reason: history.why }] : [],
  )
  const buildItems = createItemsLookup(sized, keys, counter, slope)
  const { prices } = run
  const isFitted = fitted !== null
  const prepared = {
    full,
    openWhole: makeOnce(() => openFull(run, counter)),
    steps,
    unmatched,
    prices,
    isFitted,
    slope,
    counter,
    buildItems,
    cacheStyle: styles.main,
  }
  return basis === 'model' ? prepared : takeRecordedMisses(prepared)
}

/** The uncondensed history of a run, whose messages are split and counted already. */
function openFull({ messages, sizes, uncondensed }: RecordedRun, counter: TokenCounter): Conversation {
  const { parts, partCounts: partTokens } = sizes
  const indexOf = new Map(messages.map((message, index) => [message, index]))
  return selectConversation(
    { messages, parts, partTokens, counter },
    uncondensed.messages.flatMap((message) => indexOf.get(message) ?? []),
  )
}

function buildItemsByMessage(
  messages: readonly Message[],
  {
    parts,
    partTokens,
  }: { readonly parts: readonly (readonly Part[])[]; readonly partTokens: readonly (readonly number[])[] },
  keys: ItemKeys,
): ReadonlyMap<Message, readonly ReplayItem[]> {
  return new Map(
    messages.map((message, index) => {
      const items = (parts[index] ?? []).map((part, at) => ({
        key: keys.ofPart(message, part),
        kind: part.kind,
        tokens: partTokens[index]?.[at] ?? 0,
        ...buildBlockStart(parts[index], at),
      }))
      return [message, items]
    }),
  )
}

/**
 * Takes over what the record says of the cache and no model can know: that a request found less than was kept (the
 * vendor had dropped it, or sent the request elsewhere), or more than the task had written (others share its system
 * prompt, or a request that is not played had been kept all the same); and that some of what was new was not written
 * (agents leave their last message out, and gateways send a request where nothing is kept). It would have been so under
 * any policy, as far as that sends the same.
 */
function takeRecordedMisses(task: ReplayTask): ReplayTask {
  const modelled = payRecorded(task)
  const steps = task.steps.map((step, index) => {
    if (step.usage === null) return step
    const { cacheReads, input: unwrittenTokens } = step.usage
    const found = modelled[index]?.tokens.cacheRead ?? 0
    const cache = { ...noLimit, ...buildCacheLimit(found, cacheReads), unwrittenTokens }
    return { ...step, cache, cacheSurpriseTokens: Math.abs(found - cacheReads) }
  })
  return { ...task, steps }
}

function buildCacheLimit(found: number, cacheReads: number): Partial<CacheLimit> {
  if (cacheReads > found) return { sharedTokens: cacheReads }
  if (cacheReads < lagShare * found) return { atMostTokens: cacheReads }
  return found === 0 ? {} : { shortTokens: found - cacheReads, shortShare: (found - cacheReads) / found }
}

/** Keys for one replay. Texts are looked up as they are where they are held as they are: a copy of each would double a large history. */
function createItemKeys(formatName: (text: string) => string): ItemKeys {
  const byGroup = new Map<string, Map<string, number>>()
  let count = 0
  const findOrAddKey = (group: string, text: string): number => {
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
        ? findOrAddKey(`image of ${message.role}`, formatImageName(message, part))
        : findOrAddKey(message.role, formatName(part.text)),
    ofPrefix: (name) => findOrAddKey('prefix', name),
  }
}

/** Parts of those messages of a history that are wanted; none of the others. */
function splitOnly(
  messages: readonly Message[],
  isWanted: (message: Message) => boolean,
): readonly (readonly Part[])[] {
  const read = new Set<number>()
  let lastAnswer = -1
  messages.forEach((message, index) => {
    // Results are split by the calls before them.
    if (isWanted(message)) read.add(index).add(lastAnswer)
    if (message.role === 'assistant') lastAnswer = index
  })
  return splitHistory(messages, (_message, index) => (read.has(index) ? undefined : []))
}

/** Long texts are split into parts that vendors take for one block. */
function buildBlockStart(parts: readonly Part[] | undefined, at: number): Pick<ReplayItem, 'startsBlock'> {
  const [before, own] = [parts?.[at - 1], parts?.[at]]
  return before !== undefined && before.blockIndex === own?.blockIndex ? { startsBlock: false } : {}
}

/** Short and the same for the same text, of which a session that is kept packed has more than memory. */
function formatLongName(text: string): string {
  const { length } = text
  return length < 100 ? text : `${length} ${hashFnv1a(text)} ${hashFnv1a(text.slice(length >> 1))}`
}

/** Short and the same for the same data; images may be megabytes. */
function formatImageName(message: Message, { blockIndex, nestedIndex }: Part): string {
  const block = listBlocks(message)[blockIndex]
  const content = block === undefined ? undefined : toToolResultBlock(block)?.content
  const nested = nestedIndex !== undefined && Array.isArray(content) ? content[nestedIndex] : undefined
  const data = JSON.stringify(nested ?? block ?? null)
  return `${data.length} ${hashFnv1a(data)}`
}

/**
 * Items of histories. Messages that were sized keep their tokens; of others, which a condensation wrote, parts that
 * stood in a sized message keep theirs, and new ones are counted and take the slope.
 */
function createItemsLookup(
  sized: ReadonlyMap<Message, readonly ReplayItem[]>,
  keys: ItemKeys,
  counter: TokenCounter,
  slope: number,
): (messages: readonly Message[]) => readonly (readonly ReplayItem[])[] {
  const tokensOfKey = new Map([...sized.values()].flat().map(({ key, tokens }) => [key, tokens]))
  const written = new WeakMap<Message, readonly ReplayItem[]>()
  const buildItem = (message: Message, part: Part): ReplayItem => {
    const key = keys.ofPart(message, part)
    const tokens = tokensOfKey.get(key) ?? Math.round(slope * countPartTokens(part, counter))
    return { key, kind: part.kind, tokens }
  }
  const buildMessageItems = (messages: readonly Message[]): readonly (readonly ReplayItem[])[] => {
    const isNew = (message: Message): boolean => !sized.has(message) && !written.has(message)
    const parts = makeOnce(() => splitOnly(messages, isNew))
    return messages.map((message, index) => {
      const known = sized.get(message) ?? written.get(message)
      if (known !== undefined) return known
      const split = parts()[index] ?? []
      const own = split.map((part, at) => ({ ...buildItem(message, part), ...buildBlockStart(split, at) }))
      written.set(message, own)
      return own
    })
  }
  const recent = new Recent<readonly (readonly ReplayItem[])[], readonly Message[]>(listsAtOnce)
  return (messages) => recent.get(messages, () => buildMessageItems(messages))
}
