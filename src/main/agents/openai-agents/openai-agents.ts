import type { Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { Agent, SessionHead } from '../agent.ts'
import {
  createDatabaseAccess,
  describeDamage,
  groupRows,
  hasRow,
  selectRowsWhere,
} from '../database-tables.ts'
import { readDatabase, type AgentDatabase } from '../database.ts'
import { isRecord, parseJsonText, toNumberOrNull, toTimeOrNull, type Fields } from '../json/fields.ts'
import { responses } from '../requests/responses.ts'
import { buildRemark } from '../session/build-session-task.ts'
import { chooseSession } from '../session/choose-session.ts'
import { readTurns, type Turn } from '../session/read-turns.ts'

const tables = {
  agent_sessions: ['session_id'],
  agent_messages: ['session_id', 'message_data'],
}

/** The database in which OpenAI's Agents SDK keeps sessions: items of the Responses API, without what they used. */
export const openAiAgents: Agent = {
  id: 'openai-agents',
  version: 1,
  name: 'OpenAI Agents SDK',
  label: 'OpenAI Agents SDK session',
  agent: 'openai-agents',
  ...createDatabaseAccess(tables, listStoredSessions),
  readSession: (source) =>
    readDatabase(source.realPath, (database) => {
      const key = chooseSession(source, {
        has: (one) => hasRow(database, 'agent_messages', 'session_id', one),
        all: () => listStoredSessions(database),
      })
      const { items, faults } = readSessionItems(database, key)
      return {
        session: readTurns(responses.read({ input: items }).messages.map(toTurn)),
        problems: [...faults, ...describeDamage(database)].map((reason) =>
          buildRemark(source.only().name, reason, key),
        ),
      }
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
  const items = rows.map(({ message_data: data }) => parseJsonText(data)).filter(isRecord)
  const unread = rows.length - items.length
  return {
    items,
    faults: unread === 0 ? [] : [`${unread} of its items are no JSON and were left out`],
  }
}

/** Nothing is recorded of the requests themselves. */
function toTurn(message: Message): Turn {
  return message.role === 'assistant'
    ? { kind: 'answer', usage: {}, messages: [message] }
    : { kind: 'said', messages: [message] }
}
