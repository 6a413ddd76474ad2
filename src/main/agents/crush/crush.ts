import { basename, dirname } from 'node:path'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import type { Agent } from '../agent.ts'
import { buildLosses, createDatabaseAccess, hasRow } from '../database-tables.ts'
import { readDatabase } from '../database.ts'
import { toTextOrNull } from '../json/fields.ts'
import type { ParsedSource } from '../parsed-source.ts'
import type { ReadSession } from '../session/build-session-task.ts'
import { chooseSession } from '../session/choose-session.ts'
import { describeUnread } from '../session/describe-left-out.ts'
import { readTurns, type Turn } from '../session/read-turns.ts'
import { buildLeftMessages, buildSentMessages, listPairedIds, type PairedIds } from './messages.ts'
import { readStoredSession, listStoredSessions, type StoredMessage } from './stored.ts'

const tables = {
  sessions: ['parent_session_id', 'prompt_tokens'],
  messages: ['session_id', 'role', 'parts', 'model', 'provider'],
}

/** The database of Crush in the folder of a project. */
export const crush: Agent = {
  id: 'crush',
  version: 2,
  name: 'Crush',
  label: 'Crush session',
  agent: 'crush',
  ...createDatabaseAccess(tables, listStoredSessions),
  readSession: (source) => readCrush(source, '.crush'),
}

/** Reads a session of a database that Crush or what it was made from wrote, in a folder of this name. */
export function readCrush(source: ParsedSource, folderName: string): ReadSession {
  const { key, stored } = readDatabase(source.realPath, (database) => {
    const key = chooseSession(source, {
      has: (key) => hasRow(database, 'messages', 'session_id', key),
      all: () => listStoredSessions(database),
    })
    return { key, stored: readStoredSession(database, key) }
  })
  const paired = listPairedIds(stored.messages)
  const folder = dirname(source.realPath)
  return {
    session: readTurns(stored.messages.flatMap((message) => readTurn(message, paired))),
    title: stored.title,
    workspace: basename(folder) === folderName ? dirname(folder) : null,
    parentId: stored.parentId,
    childIds: stored.childIds,
    totals: stored.totals,
    problems: buildLosses(source, key, [...describeUnread(stored.lost, 'message'), ...stored.damage]),
  }
}

/** Reads a message: each answer is a request, each summary a condensation. */
function readTurn(message: StoredMessage, paired: PairedIds): readonly Turn[] {
  const own = buildSentMessages(message, paired)
  const left: Turn = { kind: 'aside', messages: buildLeftMessages(message, paired) }
  if (message.role !== 'assistant') return [{ kind: 'said', messages: own }, left]
  const { id, created, model, isSummary } = message
  if (!isSummary) {
    const [answer, ...results] = own
    const messages = answer === undefined ? [] : [answer]
    return [{ kind: 'answer', usage: buildRequestUsage(message), messages, results }, left]
  }
  if (readEndReason(message) === 'error' || own.length === 0)
    return [
      { kind: 'answer', usage: buildRequestUsage(message), messages: [] },
      { kind: 'aside', messages: own },
      left,
    ]
  const usage = model === null ? {} : { usage: { ts: created, modelId: model } }
  const record = { ts: created, kind: 'summary' as const, condenseId: id, ...usage }
  return [{ kind: 'condensation', record, messages: own }, left]
}

/** Why the model ended; a summary that was being written may have no end yet. */
function readEndReason({ parts, isSummary }: StoredMessage): string {
  const finish = parts.findLast(({ type }) => type === 'finish')?.data
  return toTextOrNull(finish?.['reason']) ?? (isSummary ? 'error' : '')
}

/** The agents write down what a session used as a whole, and nothing of single requests. */
function buildRequestUsage(message: StoredMessage): RequestUsage {
  const finish = message.parts.findLast(({ type }) => type === 'finish')?.data
  const end = readEndReason(message)
  const words = [finish?.['message'], finish?.['details']].flatMap((text) => toTextOrNull(text) ?? [])
  return {
    ts: message.created,
    ...(message.model === null ? {} : { modelId: message.model }),
    ...(end === 'canceled' ? { cancelled: true } : {}),
    ...((end === 'error' || end === 'canceled') && words.length > 0 ? { failureText: words.join(': ') } : {}),
  }
}
