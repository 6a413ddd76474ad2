import type { Agent } from '../agent.ts'
import { readCrush } from '../crush/crush.ts'
import { listStoredSessions } from '../crush/stored.ts'
import { createDatabaseAccess } from '../database-tables.ts'

/** Those of Crush, which was made from it and names the provider of each message besides. */
const tables = {
  sessions: ['parent_session_id', 'prompt_tokens'],
  messages: ['session_id', 'role', 'parts', 'model'],
}

/** The database of the first OpenCode, written in Go, in the folder of a project. */
export const openCodeGo: Agent = {
  id: 'opencode-go',
  version: 2,
  name: 'OpenCode',
  label: 'OpenCode session (2025)',
  agent: 'opencode',
  ...createDatabaseAccess(tables, listStoredSessions),
  readSession: (source) => readCrush(source, '.opencode'),
}
