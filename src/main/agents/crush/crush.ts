import { basename, dirname } from 'node:path'
import { append } from '../../../shared/kernel/append.ts'
import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import { databaseLog, describesTables, hasRow, hasTables, createSessionStore } from '../database-tables.ts'
import { readDatabase } from '../database.ts'
import type { ImportFormat } from '../format.ts'
import type { ImportedTask } from '../imported-task.ts'
import { toTextOrNull } from '../json/fields.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { buildSessionTask } from '../session/build-session-task.ts'
import { chooseSession } from '../session/choose-session.ts'
import type { Entry } from '../session/entry-order.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'
import { withSessionTotals } from '../session/session-totals.ts'
import { createEntries } from './entries.ts'
import { readStoredSession, listStoredSessions, type StoredMessage } from './stored.ts'

const tables = {
  sessions: ['parent_session_id', 'prompt_tokens'],
  messages: ['session_id', 'role', 'parts', 'model', 'provider'],
}

/** The database of Crush in the folder of a project. */
export const crush: ImportFormat = {
  id: 'crush',
  version: 2,
  label: 'Crush session',
  agent: 'crush',
  endings: ['.db'],
  recognises: (head) => describesTables(head, tables),
  detect: (source) => hasTables(source, tables),
  sessions: createSessionStore(listStoredSessions),
  companions: [databaseLog],
  read: (source) => readCrush(source, { format: 'crush', agent: 'crush', folder: '.crush' }),
}

/** Reads a session of a database that Crush or what it was made from wrote. */
export function readCrush(
  source: ParsedSource,
  kind: { readonly format: string; readonly agent: string; readonly folder: string },
): ImportedTask {
  const { key, stored } = readDatabase(source.realPath, (database) => {
    const key = chooseSession(source, {
      has: (key) => hasRow(database, 'messages', 'session_id', key),
      all: () => listStoredSessions(database),
    })
    return { key, stored: readStoredSession(database, key) }
  })
  const { title, parentId, childIds, lost, damage, totals } = stored
  const folder = dirname(source.realPath)
  const task = buildSessionTask(source, {
    format: kind.format,
    agent: kind.agent,
    session: readStored(stored.messages),
    reading: { problems: [] },
    title,
    workspace: basename(folder) === kind.folder ? dirname(folder) : null,
    relations: { parentId, childIds: [...childIds] },
    problems: [
      ...(lost === 0
        ? []
        : [
            `${formatCountWithNoun(lost, 'message')} cannot be read and ${lost === 1 ? 'was' : 'were'} left out`,
          ]),
      ...damage,
    ].map((reason) => ({ file: source.only().name, place: key, reason, severity: 'error' })),
  })
  return withSessionTotals(task, totals)
}

/** Reads the messages of a session as they came: each answer is a request, each summary a condensation. */
function readStored(messages: readonly StoredMessage[]): BuiltSession {
  const session = createSessionBuilder()
  const entries = createEntries(messages)
  let history: Entry[] = []
  for (const message of messages) {
    const own = entries.of(message)
    const end = readEndReason(message)
    if (message.role === 'assistant' && message.isSummary && end !== 'error' && own.length > 0) {
      const before = history
      history = [...own]
      const { id, created, model } = message
      session.condensation(
        {
          ts: created,
          kind: 'summary',
          condenseId: id,
          ...(model === null ? {} : { usage: { ts: created, modelId: model } }),
        },
        before,
        history,
      )
    } else if (message.role === 'assistant') {
      const [answer] = own
      session.request(
        buildRequestUsage(message),
        history,
        answer === undefined || message.isSummary ? [] : [answer],
      )
      if (message.isSummary) session.aside(own)
      else append(history, own)
    } else append(history, own)
    session.aside(entries.left(message))
  }
  return session.finish(history)
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
