import { readCrush } from '../crush/crush.ts'
import { listStoredSessions } from '../crush/stored.ts'
import { databaseLog, describesTables, hasTables, createSessionStore } from '../database-tables.ts'
import type { ImportFormat } from '../format.ts'

/** Those of Crush, which was made from it and names the provider of each message besides. */
const tables = {
  sessions: ['parent_session_id', 'prompt_tokens'],
  messages: ['session_id', 'role', 'parts', 'model'],
}

/** The database of the first OpenCode, written in Go, in the folder of a project. */
export const openCodeGo: ImportFormat = {
  id: 'opencode-go',
  version: 2,
  label: 'OpenCode session (2025)',
  agent: 'opencode',
  endings: ['.db'],
  recognises: (head) => describesTables(head, tables),
  detect: (source) => hasTables(source, tables),
  sessions: createSessionStore(listStoredSessions),
  companions: [databaseLog],
  read: (source) => readCrush(source, { format: 'opencode-go', agent: 'opencode', folder: '.opencode' }),
}
