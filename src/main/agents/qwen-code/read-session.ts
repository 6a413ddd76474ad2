import { z } from 'zod'
import type { RecordedCondensation, RequestUsage } from '../../../shared/kernel/usage.ts'
import { isRecord, omitUnknown, omitZero, toTextOrNull, type Fields } from '../json/fields.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'
import { perhaps } from '../usage/figures.ts'
import { createEntries, type SessionEntry } from './entries.ts'
import {
  createSent,
  emptyHistory,
  readCompressionInfo,
  isCompression,
  withRecord,
  type BranchHistory,
} from './history.ts'
import type { TreeRecord } from './records.ts'

const usageSchema = z.object({
  promptTokenCount: perhaps,
  candidatesTokenCount: perhaps,
  cachedContentTokenCount: perhaps,
  thoughtsTokenCount: perhaps,
  totalTokenCount: perhaps,
})

const eventSchema = z.object({
  input_token_count: perhaps,
  output_token_count: perhaps,
  cached_content_token_count: perhaps,
  thoughts_token_count: perhaps,
  total_token_count: perhaps,
})

type Counts = {
  readonly input: number | undefined
  readonly output: number | undefined
  readonly cached: number | undefined
  readonly thoughts: number | undefined
  readonly total: number | undefined
}

/** Reads the records of a session in their order: each answer is a request, each compression a condensation. */
export function readQwenSession(records: readonly TreeRecord[]): BuiltSession {
  const session = createSessionBuilder()
  const entries = createEntries()
  const sentOf = createSent()
  const answers = groupAnswers(records)
  const pieces = new Set([...answers.values()].flatMap((own) => own.slice(1)))
  const context = { entries, begins: findResumingRecords(records), pieces }
  const histories: BranchHistory[] = []
  /** Model calls that no answer has been seen of. */
  let calls: readonly RequestUsage[] = []
  for (const record of records) {
    const before = (record.parentAt === null ? null : histories[record.parentAt]) ?? emptyHistory
    const after = withRecord(before, record, context)
    histories.push(after)
    const event = record.subtype === 'ui_telemetry' ? readOwnEvent(record) : null
    if (event?.['event.name'] === 'qwen-code.api_response') calls = [...calls, readEventUsage(event)]
    if (event?.['event.name'] === 'qwen-code.api_error')
      session.request(readFailedRequest(record, event), sentOf(before), [])
    if (isCompression(record)) {
      const sent = sentOf(before)
      const left = sentOf(after)
      session.condensation(buildCondensationRecord(record, left, calls), sent, left)
      calls = []
    }
    const own = answers.get(record)?.flatMap((piece) => entries.of(piece) ?? []) ?? []
    if (own.length === 0 && !isRecord(record.value['usageMetadata'])) continue
    if (record.type !== 'assistant' || pieces.has(record)) continue
    session.request(readRequestUsage(record), sentOf(withoutAnswer(after, entries.of(record))), own)
    calls = []
  }
  return session.finish(sentOf(histories.at(-1) ?? emptyHistory))
}

/** The history that was sent for an answer: all that stands before it. */
function withoutAnswer(after: BranchHistory, answer: SessionEntry | null): Pick<BranchHistory, 'last'> {
  return after.last?.entry === answer ? { last: after.last?.before ?? null } : after
}

/** The records of each answer, by the first of them: subagents write the calls of an answer behind it, one by one. */
function groupAnswers(records: readonly TreeRecord[]): ReadonlyMap<TreeRecord, readonly TreeRecord[]> {
  const answers = new Map<TreeRecord, TreeRecord[]>()
  /** The first record of the answer that each record is behind, if nothing else came since. */
  const firsts: (TreeRecord | null)[] = []
  for (const record of records) {
    const before = record.parentAt === null ? null : (firsts[record.parentAt] ?? null)
    const isAnswer = record.type === 'assistant'
    if (isAnswer && before !== null && !isRecord(record.value['usageMetadata'])) {
      answers.get(before)?.push(record)
      firsts.push(before)
      continue
    }
    if (isAnswer) answers.set(record, [record])
    firsts.push(isAnswer ? record : record.type === 'system' ? before : null)
  }
  return answers
}

/**
 * Prompts with which a process begins that resumed the session. Only processes with a screen write snapshots of files with
 * each prompt, and any other is there for one prompt.
 */
function findResumingRecords(records: readonly TreeRecord[]): ReadonlySet<TreeRecord> {
  const begins = new Set<TreeRecord>()
  let [prompt, isFirst]: [TreeRecord | null, boolean] = [null, true]
  let seen = new Set<string>()
  const close = (): void => {
    if (prompt !== null && !isFirst && seen.has('attribution_snapshot') && !seen.has('file_history_snapshot'))
      begins.add(prompt)
    if (prompt !== null) isFirst = false
    prompt = null
  }
  for (const record of records) {
    if (record.type === 'system') seen.add(record.subtype)
    else close()
    if (record.type === 'user' && record.subtype === '') [prompt, seen] = [record, new Set()]
  }
  close()
  return begins
}

/** A note of the agent on one of its own calls; those of subagents are not its own. */
function readOwnEvent({ payload }: TreeRecord): Fields | null {
  const { uiEvent } = payload
  return isRecord(uiEvent) && uiEvent['subagent_name'] === undefined ? uiEvent : null
}

function readRequestUsage({ ts, value, uuid }: TreeRecord): RequestUsage {
  return {
    ...(ts === null ? {} : { ts }),
    callId: uuid,
    ...(typeof value['model'] === 'string' ? { modelId: value['model'] } : {}),
    ...readAnswerUsage(value['usageMetadata']),
  }
}

function readFailedRequest({ ts }: TreeRecord, event: Fields): RequestUsage {
  const { model, error_message: error } = event
  return {
    ...(ts === null ? {} : { ts }),
    ...(typeof model === 'string' ? { modelId: model } : {}),
    ...(typeof error === 'string' ? { failureText: error } : {}),
  }
}

function buildCondensationRecord(
  record: TreeRecord,
  after: readonly SessionEntry[],
  calls: readonly RequestUsage[],
): RecordedCondensation {
  const info = readCompressionInfo(record)
  const { originalTokenCount: before, newTokenCount: left, triggerReason: trigger } = info
  const summary = after.find(({ message }) => message.condenseId === record.uuid)
  const usage = calls.at(-1)
  return {
    ...(record.ts === null ? {} : { ts: record.ts }),
    kind: summary === undefined ? 'clearing' : 'summary',
    ...(typeof trigger === 'string' ? { trigger } : {}),
    ...omitUnknown({ agentVersion: toTextOrNull(record.value['version']) }),
    ...(typeof before === 'number' && before >= 0 ? { tokensBefore: before } : {}),
    ...(typeof left === 'number' && left >= 0 ? { tokensAfter: left } : {}),
    ...(summary === undefined ? {} : { condenseId: record.uuid }),
    ...(summary === undefined || usage === undefined ? {} : { usage }),
  }
}

/** The usage of an answer; nothing where there is none. */
function readAnswerUsage(value: unknown): RequestUsage {
  const usage = usageSchema.safeParse(value).data
  return buildUsageFigures({
    input: usage?.promptTokenCount,
    output: usage?.candidatesTokenCount,
    cached: usage?.cachedContentTokenCount,
    thoughts: usage?.thoughtsTokenCount,
    total: usage?.totalTokenCount,
  })
}

/** The usage of a model call as the notes of the agent have it. */
function readEventUsage(value: unknown): RequestUsage {
  const usage = eventSchema.safeParse(value).data
  return buildUsageFigures({
    input: usage?.input_token_count,
    output: usage?.output_token_count,
    cached: usage?.cached_content_token_count,
    thoughts: usage?.thoughts_token_count,
    total: usage?.total_token_count,
  })
}

/** Some services count thoughts as output and some beside it: the total tells, else what Qwen Code itself takes for it. */
function buildUsageFigures({ input, output, cached, thoughts = 0, total }: Counts): RequestUsage {
  if (input === undefined) return {}
  const said = output ?? 0
  const isBeside = total === undefined ? said <= thoughts : total >= input + said + thoughts
  const received = output === undefined && thoughts === 0 ? undefined : isBeside ? said + thoughts : said
  return {
    tokensIn: Math.max(0, input - (cached ?? 0)),
    ...omitUnknown({
      tokensOut: received,
      cacheReads: cached === undefined ? undefined : Math.min(cached, input),
      reasoningTokens: omitZero(thoughts),
    }),
    isCacheApart: true,
  }
}
