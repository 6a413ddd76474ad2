import { z } from 'zod'
import { append } from '../../../shared/kernel/append.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { RecordedCondensation, RequestUsage } from '../../../shared/kernel/usage.ts'
import { omitUnknown, omitZero } from '../json/fields.ts'
import type { Entry } from '../session/entry-order.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'
import { count, perhaps, separateCached } from '../usage/figures.ts'
import type { Compaction } from './compaction-file.ts'
import { buildCondenseId, isSummary, readMetadata } from './entries.ts'
import { findCut, readStoredHistory, type Sent } from './history.ts'

const answerSchema = z.object({
  modelInfo: z.object({ id: z.string() }).nullish().catch(null),
  metrics: z
    .object({
      inputTokens: count,
      outputTokens: count,
      cacheReadTokens: perhaps,
      cacheWriteTokens: perhaps,
      cost: count,
    })
    .nullish()
    .catch(null),
})

export type ReadMessages = {
  readonly session: BuiltSession
  /** How many compactions are known by their traces alone, as the last one took the place of their summaries. */
  readonly lost: number
}

export type SessionFiles = Readonly<{
  compaction: Compaction | null
  /** Characters of the system prompt. */
  promptLength: number
}>

/** A request that sent less than this part of what the one before it did stands behind a compaction. */
const mostLeft = 0.6

/** Reads a session from its first message to its last: each answer is a request. */
export function readSession(
  messages: readonly Message[],
  { compaction, promptLength }: SessionFiles,
): ReadMessages {
  const stored = readStoredHistory(messages)
  const session = createSessionBuilder()
  const first = messages[0]
  // They grow by each message: copies of thousands for each of thousands would take seconds.
  let history: Sent[] = []
  let entries: Entry[] = []
  let last: RequestUsage | null = null
  let lost = 0
  const condense = (record: RecordedCondensation, after: readonly Sent[]): void => {
    const before = entries
    ;[history, entries] = [[...after], after.flatMap((one) => one.entries)]
    session.condensation(record, before, entries)
  }
  const applyCompaction = (count: number): void => {
    if (compaction === null || count !== compaction.count) return
    const after = stored.compacted(compaction.messages)
    condense(buildCompactionRecord(compaction, messages.length), after)
  }
  // Older versions compacted the messages themselves.
  if (first !== undefined && isSummary(first))
    session.condensation(buildSummaryRecord(first, 0), [], stored.all[0]?.entries ?? [])
  stored.all.forEach((one, index) => {
    applyCompaction(index)
    if (one.stored.role === 'assistant') {
      const usage = readUsage(one.stored)
      const isOlder = compaction !== null && index < compaction.count
      const cut = isOlder && isDropped(last, usage) ? findCut(history, promptLength) : null
      if (cut !== null) {
        lost += 1
        condense(buildLostRecord(last, usage, lost), [buildLostSummary(lost), ...history.slice(cut)])
      }
      session.request(usage, entries, one.entries.slice(0, 1))
      last = usage
    }
    const { whole, sent } = stored.versions[index] ?? {}
    history.push(one)
    append(entries, one.entries)
    if (whole !== undefined && whole !== sent) session.aside([whole])
  })
  applyCompaction(messages.length)
  return { session: session.finish(entries), lost }
}

/** Whether a request sent so much less than the one before it that there was a compaction between them. */
function isDropped(before: RequestUsage | null, after: RequestUsage): boolean {
  const [had, has] = [before === null ? null : sumContextTokens(before), sumContextTokens(after)]
  return had !== null && has !== null && before?.modelId === after.modelId && has < had * mostLeft
}

/** With a summary it is one, else Cline dropped messages by its own rules. */
function buildCompactionRecord({ messages, ts }: Compaction, count: number): RecordedCondensation {
  const at = messages.findLastIndex(isSummary)
  const summary = messages[at]
  if (summary !== undefined)
    return { ...buildSummaryRecord(summary, count + at), ts: readTime(summary) ?? ts }
  const reason = messages
    .map((message) => readMetadata(message)['reason'])
    .find((one) => typeof one === 'string')
  return { ts, kind: 'truncation', ...(typeof reason === 'string' ? { trigger: reason } : {}) }
}

function buildSummaryRecord(summary: Message, origin: number): RecordedCondensation {
  const { tokensBefore } = readMetadata(summary)
  return {
    ts: readTime(summary),
    kind: 'summary',
    condenseId: buildCondenseId(summary, origin),
    ...(typeof tokensBefore === 'number' && tokensBefore > 0 ? { tokensBefore } : {}),
  }
}

function readTime(summary: Message): number | null {
  const { generatedAt } = readMetadata(summary)
  return typeof generatedAt === 'number' ? generatedAt : (summary.ts ?? null)
}

const buildLostId = (number: number): string => `lost compaction ${number}`

function buildLostRecord(
  before: RequestUsage | null,
  after: RequestUsage,
  number: number,
): RecordedCondensation {
  const tokensBefore = before === null ? null : sumContextTokens(before)
  const tokensAfter = sumContextTokens(after)
  return {
    ts: after.ts ?? null,
    kind: 'opaque',
    condenseId: buildLostId(number),
    ...(tokensBefore === null ? {} : { tokensBefore }),
    ...(tokensAfter === null ? {} : { tokensAfter }),
  }
}

function buildLostSummary(number: number): Sent {
  const message: Message = {
    role: 'user',
    content: [{ type: 'compaction', reason: 'A later compaction took its place in the file.' }],
    isSummary: true,
    condenseId: buildLostId(number),
  }
  return { stored: message, entries: [{ message, isCopy: true }] }
}

/** The usage of an answer. What Cline calls input has the cached tokens in it. */
function readUsage(answer: Message): RequestUsage {
  const { modelInfo, metrics } = answerSchema.safeParse(answer).data ?? {}
  const model = modelInfo == null ? {} : { modelId: modelInfo.id }
  const { id } = answer
  const call =
    typeof id === 'string' && answer.ts !== undefined ? { callId: `${id} ${toSafeString(answer.ts)}` } : {}
  if (metrics == null) return { ts: answer.ts, ...model, ...call }
  const { cacheReadTokens: cacheReads, cacheWriteTokens: cacheWrites } = metrics
  return {
    ts: answer.ts,
    ...model,
    ...call,
    tokensIn: separateCached(metrics.inputTokens, (cacheReads ?? 0) + (cacheWrites ?? 0)),
    tokensOut: metrics.outputTokens,
    ...omitUnknown({ cacheReads, cacheWrites, costUsd: omitZero(metrics.cost) }),
    isCacheApart: true,
  }
}

/** Tokens of all that a request sent; null where they are not recorded. */
function sumContextTokens({ tokensIn, cacheReads = 0, cacheWrites = 0 }: RequestUsage): number | null {
  return tokensIn === undefined ? null : tokensIn + cacheReads + cacheWrites
}
