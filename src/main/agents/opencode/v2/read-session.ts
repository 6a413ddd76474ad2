import { append } from '../../../../shared/kernel/append.ts'
import type { RecordedCondensation, RequestUsage } from '../../../../shared/kernel/usage.ts'
import {
  isRecord,
  omitUnknown,
  readNestedFields,
  readRecordList,
  toNumberOrNull,
  toTextOrNull,
} from '../../json/fields.ts'
import type { Entry } from '../../session/entry-order.ts'
import { createSessionBuilder, type BuiltSession } from '../../session/session-builder.ts'
import { readCallUsage } from '../read-usage.ts'
import { buildMessages } from './messages.ts'
import { buildModelKey, isCheckpoint, readModel, type Row } from './rows.ts'

/** A session as it is stored: its rows by `seq`, of which a fork has the first from another session. */
export type StoredRows = Readonly<{
  rows: readonly Row[]
  /** The last `seq` that was copied; -1 where nothing was. */
  copiedUntil: number
  /** The message from which on everything was taken back; null where nothing was. */
  revertTo: string | null
}>

/** Reads the rows of a session: each answer is a request, each completed compaction a condensation. What a fork copied is neither. */
export function readRows({ rows, copiedUntil, revertTo }: StoredRows): BuiltSession {
  const session = createSessionBuilder()
  const buildEntries = createRowEntries()
  let model = ''
  let sent: Entry[] = []
  let lastTokens: number | null = null
  // A session of many models, none of which thinks, is one list for all of them.
  const isShownAlike = !rows.some((row) => isRecord(row.data['providerContext']) || hasReasoning(row))
  const rebuild = (end: number): void => {
    sent = selectEffectiveRows(rows.slice(0, end), model).flatMap((row) => buildEntries(row, model))
  }
  rows.forEach((row, at) => {
    const isCopied = row.seq <= copiedUntil
    if (row.type === 'compaction') {
      const before = sent
      if (isCheckpoint(row)) rebuild(at + 1)
      if (isCopied) session.aside(before)
      else if (isCheckpoint(row)) session.condensation(buildRecord(row, lastTokens), before, sent)
      else if (row.data['status'] === 'failed') session.request(readUsage(row), before, [])
      return
    }
    if (row.type !== 'assistant') {
      append(sent, buildEntries(row, model))
      return
    }
    const { providerId, modelId } = readModel(row)
    const key = buildModelKey(providerId, modelId)
    if (key !== model) {
      model = key
      if (!isShownAlike) rebuild(at)
    }
    const own = buildEntries(row, model)
    const answer = own.filter(({ message }) => message.role === 'assistant')
    const usage = readUsage(row)
    if (!isCopied) session.request(usage, { list: sent, length: sent.length }, answer)
    append(sent, own)
    lastTokens = countContextTokens(usage) ?? lastTokens
  })
  const end = revertTo === null ? -1 : rows.findIndex(({ id }) => id === revertTo)
  if (end !== -1) {
    session.aside(sent)
    rebuild(end)
  }
  return session.finish(sent)
}

/** What the next request sends: the rows from the newest checkpoint on that its model can be shown. */
function selectEffectiveRows(rows: readonly Row[], model: string): readonly Row[] {
  const shown = rows.filter((row) => !isCheckpoint(row) || isShownTo(row, model))
  const start = shown.findLastIndex(isCheckpoint)
  return start === -1 ? shown : shown.slice(start)
}

/** A history that a provider condensed by itself is of no use to another one. */
function isShownTo({ data }: Row, model: string): boolean {
  if (!isRecord(data['providerContext'])) return true
  const { providerID, modelID } = readNestedFields(data, 'providerContext', 'provenance')
  return buildModelKey(providerID, modelID) === model
}

/** The same version of a row is the same entries, however often it is sent. */
function createRowEntries(): (row: Row, model: string) => readonly Entry[] {
  const known = new Map<string, readonly Entry[]>()
  return (row, model) => {
    const { providerId, modelId } = readModel(row)
    const isForeign =
      row.type === 'assistant' && buildModelKey(providerId, modelId) !== model && hasReasoning(row)
    const key = `${row.seq} ${isForeign}`
    const entries =
      known.get(key) ??
      buildMessages(row, isForeign).map((message): Entry =>
        isForeign && message.role === 'assistant' ? { message, isCopy: true } : { message },
      )
    known.set(key, entries)
    return entries
  }
}

function hasReasoning({ data }: Row): boolean {
  return readRecordList(data['content']).some(({ type }) => type === 'reasoning')
}

function readUsage(row: Row): RequestUsage {
  const { data, created, id } = row
  const error = isRecord(data['error']) ? data['error'] : null
  const { attempt } = readNestedFields(data, 'retry')
  const kind = toTextOrNull(error?.['type']) ?? toTextOrNull(error?.['name']) ?? ''
  return {
    ts: created,
    callId: id,
    ...omitUnknown({ modelId: readModel(row).modelId, retries: toNumberOrNull(attempt) }),
    ...readCallUsage(data['tokens'], data['cost']),
    ...(/abort|interrupt|cancel/i.test(kind) ? { cancelled: true } : {}),
    ...(error === null ? {} : { failureText: toTextOrNull(error['message']) ?? kind }),
  }
}

/** What the agent compares with the window of the model: all that a call sent and got back. */
function countContextTokens({ tokensIn, tokensOut, cacheReads, cacheWrites }: RequestUsage): number | null {
  return tokensIn === undefined ? null : tokensIn + (tokensOut ?? 0) + (cacheReads ?? 0) + (cacheWrites ?? 0)
}

function buildRecord(row: Row, tokensBefore: number | null): RecordedCondensation {
  const { id, created, data } = row
  const usage = readUsage(row)
  return {
    ts: created,
    kind: isRecord(data['providerContext']) ? 'opaque' : 'summary',
    ...omitUnknown({ trigger: toTextOrNull(data['reason']), tokensBefore, costUsd: usage.costUsd }),
    usage,
    condenseId: id,
  }
}
