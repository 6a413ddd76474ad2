import { parseJson } from '../../../shared/kernel/json-values.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import {
  describeDamage,
  databaseLog,
  describesTables,
  groupRows,
  hasRow,
  hasTables,
  selectRowsWhere,
  createSessionStore,
} from '../database-tables.ts'
import { readDatabase, type AgentDatabase } from '../database.ts'
import type { ImportFormat, SessionHead } from '../format.ts'
import { toNumberOrNull, toTimeOrNull, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { responses } from '../requests/responses.ts'
import { buildSessionTask } from '../session/build-session-task.ts'
import { chooseSession } from '../session/choose-session.ts'
import type { Entry } from '../session/entry-order.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'

const tables = {
  agent_sessions: ['session_id'],
  agent_messages: ['session_id', 'message_data'],
}

/** The database in which OpenAI's Agents SDK keeps sessions: items of the Responses API, without what they used. */
export const openAiAgents: ImportFormat = {
  id: 'openai-agents',
  version: 1,
  label: 'OpenAI Agents SDK session',
  agent: 'openai-agents',
  endings: ['.db'],
  recognises: (head) => describesTables(head, tables),
  detect: (source) => hasTables(source, tables),
  sessions: createSessionStore(listStoredSessions),
  companions: [databaseLog],
  read: (source) =>
    readDatabase(source.realPath, (database) => {
      const key = chooseSession(source, {
        has: (one) => hasRow(database, 'agent_messages', 'session_id', one),
        all: () => listStoredSessions(database),
      })
      const { items, faults } = readSessionItems(database, key)
      return buildSessionTask(source, {
        format: 'openai-agents',
        agent: 'openai-agents',
        session: buildSession(items),
        reading: { problems: [] },
        title: null,
        workspace: null,
        relations: { parentId: null, childIds: [] },
        problems: [...faults, ...describeDamage(database)].map((reason) => ({
          file: source.only().name,
          place: key,
          reason,
          severity: 'warning',
        })),
      })
    }),
}

function listStoredSessions(database: AgentDatabase): readonly SessionHead[] {
  return groupRows(database, 'agent_messages', 'session_id', ['created_at']).map(
    ({ id, count, created_at: latest }) => ({
      key: toSafeString(id),
      title: null,
      stamp: toSafeString(count),
      lastActivityTs: toTimeOrNull(latest),
    }),
  )
}

function readSessionItems(
  database: AgentDatabase,
  key: string,
): { readonly items: readonly Fields[]; readonly faults: readonly string[] } {
  const rows = selectRowsWhere(database, 'agent_messages', 'session_id', key).toSorted(
    (a, b) => (toNumberOrNull(a['id']) ?? 0) - (toNumberOrNull(b['id']) ?? 0),
  )
  const items = rows.map(({ message_data: data }) => parseItem(data))
  const unread = items.filter((item) => item === null).length
  return {
    items: items.filter((item) => item !== null),
    faults: unread === 0 ? [] : [`${unread} of its items are no JSON and were left out`],
  }
}

function parseItem(data: unknown): Fields | null {
  try {
    const item: unknown = parseJson(toSafeString(data))
    return isRecord(item) ? item : null
  } catch {
    return null
  }
}

/** Each answer is a request that sent what stands before it. */
function buildSession(items: readonly Fields[]): BuiltSession {
  const session = createSessionBuilder()
  const history: Entry[] = []
  for (const message of responses.read({ input: items }).messages) {
    const entry: Entry = { message }
    if (message.role === 'assistant') session.request({}, history, [entry])
    history.push(entry)
  }
  return session.finish(history)
}
