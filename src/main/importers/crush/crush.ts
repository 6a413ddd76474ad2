import { basename, dirname } from 'node:path'
import { countOf } from '../../../shared/lib/count-of.ts'
import { readDatabase } from '../database.ts'
import { databaseLog, describesTables, hasRow, hasTables, sessionsIn } from '../database-tables.ts'
import type { ImportFormat } from '../format.ts'
import type { ImportedTask } from '../imported-task.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { chooseSession } from '../session/choose-session.ts'
import { sessionTask } from '../session/session-task.ts'
import { readStored } from './read-session.ts'
import { storedSession, storedSessions } from './stored.ts'

const tables = {
  sessions: ['parent_session_id', 'prompt_tokens'],
  messages: ['session_id', 'role', 'parts', 'model', 'provider'],
}

/** The database of Crush in the folder of a project. */
export const crush: ImportFormat = {
  id: 'crush',
  version: 1,
  label: 'Crush session',
  agent: 'crush',
  endings: ['.db'],
  recognises: (head) => describesTables(head, tables),
  detect: (source) => hasTables(source, tables),
  sessions: sessionsIn(storedSessions),
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
      all: () => storedSessions(database),
    })
    return { key, stored: storedSession(database, key) }
  })
  const { title, parentId, childIds, lost, damage, costUsd } = stored
  const folder = dirname(source.realPath)
  const task = sessionTask(source, {
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
        : [`${countOf(lost, 'message')} cannot be read and ${lost === 1 ? 'was' : 'were'} left out`]),
      ...damage,
    ].map((reason) => ({ file: source.only().name, place: key, reason, severity: 'error' })),
  })
  return costUsd === null || costUsd === 0 ? task : { ...task, usage: { ...task.usage, apartUsd: costUsd } }
}
