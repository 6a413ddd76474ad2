import { z } from 'zod'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type {
  InnerCall,
  RecordedCondensation,
  RequestUsage,
  ServiceTerms,
} from '../../../shared/kernel/usage.ts'
import {
  isRecord,
  omitUnknown,
  omitZero,
  readNestedFields,
  readRecordList,
  toTextOrNull,
  toTimeOrNull,
} from '../json/fields.ts'
import type { Entry } from '../session/entry-order.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'
import { count, needed, nest, perhaps } from '../usage/figures.ts'
import { createContexts, type Contexts } from './contexts.ts'
import { piFamily } from './family.ts'
import { buildCondenseId, hasProviderHistory, readEntryRole } from './messages.ts'
import { readAnswerMessage, isFailed } from './sending.ts'
import type { SessionTree, TreeEntry } from './tree.ts'

const usageSchema = z.object({
  input: needed,
  output: count,
  cacheRead: perhaps,
  cacheWrite: perhaps,
  cacheWrite1h: count,
  reasoning: count,
  // The other names are those of oh-my-pi.
  reasoningTokens: count,
  cttl: nest({ ephemeral1h: count }),
  server: nest({ webSearch: count }),
  contextTokens: count,
  orchestration: nest({ input: count, cacheRead: count, output: count }),
  cost: z.object({ total: count }).catch({ total: 0 }),
})

export type ReadTree = {
  readonly session: BuiltSession
  /** Cost of model calls inside of tools. */
  readonly apartUsd: number
}

/** Reads a session from its first entry to its last: each answer is a request. It goes on from `leaf`. */
export function readSession(
  tree: SessionTree,
  family = piFamily,
  leaf: TreeEntry | null = tree.entries.at(-1) ?? null,
): ReadTree {
  const { entries } = tree
  const contexts = createContexts(tree, family)
  const session = createSessionBuilder()
  const setAside = createAside(entries, contexts, session.aside)
  const takePrunings = createPrunings(entries)
  const readTerms = family.readServiceTerms?.(entries) ?? (() => ({}))
  let apartUsd = 0
  let reader: TreeEntry | null = null
  for (const entry of entries) {
    const { type, value } = entry
    const condensed = findCondensation(entry, entries)
    if (condensed !== null) {
      const given = contexts.upTo(condensed.from, reader)
      const { length } = given
      const after = contexts.upTo(entry, reader)
      // What follows may be the same list, grown.
      const before = given === after ? given.slice(0, length) : given
      if (!isSame(before, after)) session.condensation(condensed.record, before, after)
    } else if (readAnswerMessage(entry) !== null) {
      reader = entry
      const sent = contexts.upTo(entry.parent, entry)
      for (const record of takePrunings(entry)) session.condensation(record, sent, sent)
      const own = contexts.findOrBuildEntry(entry)
      const answer = own === null || isFailed(entry) ? [] : [own]
      session.request(withTerms(readRequestUsage(entry), readTerms(entry)), sent, answer)
      setAside(entry.at + 1)
    } else if (type === 'usage' && value['kind'] === 'cache_warm') {
      session.request(readWarmingUsage(entry), contexts.upTo(entry.parent, reader), [])
    } else apartUsd += sumNestedCost(entry)
  }
  const current = contexts.upTo(leaf, reader)
  session.aside(current)
  setAside(entries.length)
  return { session: session.finish(current), apartUsd }
}

/** Keeps what was never sent, such as failed answers and branches that were left at once. */
function createAside(
  entries: readonly TreeEntry[],
  contexts: Contexts,
  aside: (entries: readonly Entry[]) => void,
) {
  let from = 0
  return (before: number): void => {
    aside(
      entries
        .slice(from, before)
        .flatMap((entry) => (isSummary(entry) ? [] : (contexts.findOrBuildEntry(entry) ?? []))),
    )
    from = before
  }
}

/** Summaries get their place by what they stand for. */
function isSummary({ type }: TreeEntry): boolean {
  return type === 'compaction' || type === 'branch_summary'
}

function isSame(before: readonly Entry[], after: readonly Entry[]): boolean {
  return before.length === after.length && before.every((entry, at) => entry === after[at])
}

type Condensed = { readonly record: RecordedCondensation; readonly from: TreeEntry | null }

/** What an entry made smaller, and the last entry before it; null for all other entries. */
function findCondensation(entry: TreeEntry, entries: readonly TreeEntry[]): Condensed | null {
  const { ts, value } = entry
  switch (entry.type) {
    case 'compaction':
      return { record: buildSummaryRecord(entry), from: entry.parent }
    case 'branch_summary': {
      const left = entries.slice(0, entry.at).findLast(({ id }) => id !== null && id === value['fromId'])
      // Older versions name the entry that the new branch goes on from.
      const from = left === undefined || left === entry.parent ? entries[entry.at - 1] : left
      return { record: { ...buildSummaryRecord(entry), trigger: 'branch' }, from: from ?? null }
    }
    case 'context_edit': {
      const next = entries[entry.at + 1]
      // Edits in a row are one clearing.
      if (next?.type === 'context_edit' && next.parent === entry) return null
      let from = entry.parent
      while (from?.type === 'context_edit') from = from.parent
      return { record: { ts, kind: 'clearing', trigger: 'context_edit' }, from }
    }
    default:
      return null
  }
}

/**
 * Results that were cut where they stand, by oh-my-pi: what they said before is no longer in the file. Gives those of
 * which an answer is the first one to know.
 */
function createPrunings(entries: readonly TreeEntry[]) {
  const times = new Map<number, 'shake' | 'prune'>()
  for (const entry of entries) {
    const message = readNestedFields(entry.value, 'message')
    const time = readEntryRole(entry) === 'toolResult' ? toTimeOrNull(message['prunedAt']) : null
    const isShaken = readRecordList(message['content']).some(({ text }) =>
      toSafeString(text).startsWith('[shaken ~'),
    )
    if (time !== null) times.set(time, isShaken ? 'shake' : 'prune')
  }
  const left = [...times].toSorted(([a], [b]) => a - b)
  return ({ ts }: TreeEntry): readonly RecordedCondensation[] => {
    const count = left.findIndex(([time]) => ts === null || time > ts)
    return left
      .splice(0, count === -1 ? left.length : count)
      .map(([time, trigger]) => ({ ts: time, kind: 'clearing', trigger }))
  }
}

function buildSummaryRecord(entry: TreeEntry): RecordedCondensation {
  const { tokensBefore, tokensAfter, method, summary } = entry.value
  const usage = isRecord(entry.value['usage']) ? readPiUsage(entry.value['usage']) : null
  return {
    ts: entry.ts,
    ...(hasProviderHistory(entry)
      ? { kind: 'opaque', summaryText: toTextOrNull(summary) ?? undefined }
      : { kind: 'summary' }),
    condenseId: buildCondenseId(entry),
    ...omitUnknown({ trigger: toTextOrNull(method) }),
    ...(typeof tokensBefore === 'number' && tokensBefore > 0 ? { tokensBefore } : {}),
    ...(typeof tokensAfter === 'number' && tokensAfter > 0 ? { tokensAfter } : {}),
    ...(usage === null ? {} : { usage }),
    ...(usage?.costUsd === undefined ? {} : { costUsd: usage.costUsd }),
  }
}

/** What a program says that fast mode cost is the list price, without it. */
function withTerms(usage: RequestUsage, terms: ServiceTerms): RequestUsage {
  if (terms.speed === undefined) return { ...usage, ...terms }
  const { costUsd: _, ...tokens } = usage
  return { ...tokens, ...terms }
}

function readRequestUsage(entry: TreeEntry): RequestUsage {
  const message = readAnswerMessage(entry)
  const model = toTextOrNull(message?.['model'])
  const failure = toTextOrNull(message?.['errorMessage'])
  return {
    ts: toTimeOrNull(message?.['timestamp']) ?? entry.ts,
    ...(model === null ? {} : { modelId: model }),
    ...buildCallId(entry),
    ...readPiUsage(message?.['usage']),
    ...(message?.['stopReason'] === 'aborted' ? { cancelled: true } : {}),
    ...(isFailed(entry) && failure !== null ? { failureText: failure.slice(0, 1000) } : {}),
  }
}

/** Ids are short and drawn anew in each session; with its time an entry is known again in a fork. */
function buildCallId({ value }: TreeEntry): Pick<RequestUsage, 'callId'> {
  const [id, time] = [toTextOrNull(value['id']), toTextOrNull(value['timestamp'])]
  return id === null || time === null ? {} : { callId: `${id} ${time}` }
}

/** Pi sends the context once more to keep it in the cache of the provider. */
function readWarmingUsage({ ts, value }: TreeEntry): RequestUsage {
  const model = toTextOrNull(value['model'])
  return { ts, ...(model === null ? {} : { modelId: model }), ...readPiUsage(value['usage']) }
}

function sumNestedCost(entry: TreeEntry): number {
  const { message } = entry.value
  if (entry.type === 'usage' || entry.type === 'model_usage')
    return readPiUsage(entry.value['usage']).costUsd ?? 0
  return readEntryRole(entry) === 'toolResult' && isRecord(message)
    ? (readPiUsage(message['usage']).costUsd ?? 0)
    : 0
}

/** Usage as pi records it, whose input is without the cached tokens; nothing where there is none. */
function readPiUsage(value: unknown): RequestUsage {
  const usage = usageSchema.safeParse(value).data
  if (usage === undefined) return {}
  return {
    tokensIn: usage.input,
    tokensOut: usage.output,
    isCacheApart: true,
    ...omitUnknown({
      cacheReads: usage.cacheRead,
      cacheWrites: usage.cacheWrite,
      cacheWrites1h: omitZero(usage.cacheWrite1h || Math.min(usage.cttl.ephemeral1h, usage.cacheWrite ?? 0)),
      reasoningTokens: omitZero(usage.reasoning || usage.reasoningTokens),
      webSearches: omitZero(usage.server.webSearch),
      contextTokens: omitZero(usage.contextTokens),
      innerCalls: readOrchestration(usage.orchestration),
      // Of a model without a known price pi says that it costs nothing.
      costUsd: omitZero(usage.cost.total),
    }),
  }
}

type Orchestration = z.infer<typeof usageSchema>['orchestration']

/** What the provider used beside the conversation, at prices of its own. */
function readOrchestration({ input, cacheRead, output }: Orchestration): InnerCall[] | undefined {
  return input + cacheRead + output === 0
    ? undefined
    : [{ kind: 'other', tokensIn: input, cacheReads: cacheRead, tokensOut: output }]
}
