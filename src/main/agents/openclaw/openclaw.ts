import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { Companion } from '../../platform/files/companions.ts'
import type { Agent } from '../agent.ts'
import { readFirstValueText } from '../build-session-key.ts'
import { buildLosses, createSessionStore, describesTables, hasTables } from '../database-tables.ts'
import { readDatabase } from '../database.ts'
import { findAgentFolder, joinOn, type Machine } from '../discovery/editors.ts'
import { ImportFailure } from '../import-failure.ts'
import type { LineRecord } from '../json-lines.ts'
import { isRecord, readNestedFields, readRecordList, toTextOrNull, type Fields } from '../json/fields.ts'
import { isDatabase } from '../packed-file.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { piFamily, type PiFamily } from '../pi/family.ts'
import { readEntryMessage } from '../pi/messages.ts'
import { listPiRemarks } from '../pi/pi.ts'
import { readSession } from '../pi/read-session.ts'
import { buildSessionTree } from '../pi/tree.ts'
import type { ReadSession } from '../session/build-session-task.ts'
import { chooseSession } from '../session/choose-session.ts'
import {
  hasSession,
  listArchivePaths,
  listStoredSessions,
  readColdText,
  readStoredSession,
  tables,
  type StoredSession,
} from './stored.ts'

const log: Companion = { of: '.sqlite', are: ['.sqlite-wal'] }

/** A session of OpenClaw, in pi's entries: in the database of one of its agents, or as one of its older files. */
export const openClaw: Agent = {
  id: 'openclaw',
  version: 2,
  name: 'OpenClaw',
  label: 'OpenClaw session',
  agent: 'openclaw',
  readSessionId: ({ head }) => readFirstValueText(head, 'id'),
  endings: ['.sqlite', '.jsonl'],
  unread: [],
  // Its schema is longer than the beginning of a file.
  recognises: (head) =>
    describesTables(head, tables) ||
    (isDatabase(head.bytes) && isOwnName(head.name)) ||
    head.values.some(isOwn),
  detect: (source) => source.head()?.values.some(isOwn) === true || hasTables(source, tables),
  sessions: createSessionStore(listStoredSessions),
  companions: [log],
  readSession: readOpenClaw,
  places: (machine) =>
    listStateFolders(machine).map((folder) => ({
      path: joinOn(machine, folder, 'agents'),
      holds: { kind: 'files', endings: ['openclaw-agent.sqlite', '.jsonl'] },
    })),
}

/** Whether a database is called as an agent's is, perhaps with the name of a copy. */
function isOwnName(name: string): boolean {
  const own = (name.split(/[\\/]/).at(-1) ?? '').toLowerCase()
  return own.includes('openclaw-agent') && own.endsWith('.sqlite')
}

/** Its older files begin as those of pi do; fields of its own tell them apart. */
function isOwn(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { type, version, customType, message } = value
  return (
    (type === 'session' && typeof version === 'number' && version > 3) ||
    '__openclaw' in value ||
    (isRecord(message) && '__openclaw' in message) ||
    (type === 'custom' && toTextOrNull(customType)?.startsWith('openclaw') === true)
  )
}

/** Where it keeps its state, also by the names that it had before. */
function listStateFolders(machine: Machine): readonly string[] {
  const { OPENCLAW_HOME: home, OPENCLAW_PROFILE: profile } = machine.environment
  const own = home ? { ...machine, home } : machine
  const usual = profile && profile !== 'default' ? `.openclaw-${profile}` : '.openclaw'
  return [
    findAgentFolder(own, { variable: 'OPENCLAW_STATE_DIR', usual }),
    joinOn(own, own.home, '.clawdbot'),
    joinOn(own, own.home, '.moltbot'),
  ]
}

async function readOpenClaw(source: ParsedSource): Promise<ReadSession> {
  if (!isDatabase(source.head()?.bytes)) {
    const { records, problems } = source.lines(source.only())
    return { ...readEntries(records, null), problems }
  }
  const { key, stored } = readDatabase(source.realPath, (database) => {
    const key = chooseSession(source, {
      has: (one) => hasSession(database, one),
      all: () => listStoredSessions(database),
    })
    return { key, stored: readStoredSession(database, key) }
  })
  const { archive, title, parentId, remarks } = stored
  const { records, leaf, faults } = archive === null ? stored : await readArchive(source, archive)
  const read = readEntries(records, leaf)
  return {
    ...read,
    title: title ?? read.title ?? null,
    parentId,
    remarks: [...(read.remarks ?? []), ...remarks],
    problems: buildLosses(source, key, faults),
  }
}

async function readArchive(
  { beside, path }: ParsedSource,
  name: string,
): Promise<Pick<StoredSession, 'records' | 'leaf' | 'faults'>> {
  for (const place of name === '' ? [] : listArchivePaths(name)) {
    const file = await beside.read(place)
    if (file !== null) return readColdText(file.text)
  }
  throw new ImportFailure({
    code: 'history-missing',
    message: `The session was moved into an archive that is not there: ${name || 'its name is none of a file'}`,
    where: path,
    hint: 'Archives lie in the folder sessions/cold beside that of the database. Put it back from a backup.',
  })
}

/** Other kinds of entries than pi has. */
const ownTypes = ['reset', 'leaf', 'session_info']

function readEntries(records: readonly LineRecord[], leaf: number | null): ReadSession {
  // They name the entry that the session goes on from.
  const tree = buildSessionTree(records.filter(({ value }) => value['type'] !== 'leaf'))
  const end = leaf === null ? undefined : tree.entries.findLast(({ line }) => line === leaf)
  const { session, apartUsd } = readSession(tree, buildFamily(records), end)
  const name = tree.entries.findLast(({ type }) => type === 'session_info')?.value['name']
  return {
    session,
    title: toTextOrNull(name),
    workspace: toTextOrNull(tree.header?.['cwd']),
    usage: apartUsd > 0 ? { apartUsd } : {},
    remarks: [...listPiRemarks(tree, ownTypes), ...describePruned(records)],
  }
}

const cacheEntry = 'openclaw.cache-ttl'

function readCacheList({ customType, data }: Fields, name: string): readonly Fields[] {
  return customType === cacheEntry && isRecord(data) ? readRecordList(data[name]) : []
}

/** Results that were too long are sent with other texts, which the agent writes down to send the same ones again. */
function buildFamily(records: readonly LineRecord[]): PiFamily {
  const texts = new Map<string, readonly string[]>()
  for (const { value } of records)
    for (const { key, texts: sent } of readCacheList(value, 'frozenToolResults'))
      if (Array.isArray(sent)) texts.set(toSafeString(key), sent.map(toSafeString))
  return {
    ...piFamily,
    readMessage: (entry) => {
      const message = readNestedFields(entry.value, 'message')
      const key = `tool:${toSafeString(message['toolCallId'])}:${toSafeString(message['timestamp'])}`
      const sent = message['role'] === 'toolResult' ? texts.get(key) : undefined
      if (sent === undefined) return readEntryMessage(entry)
      const content = sent.map((text) => ({ type: 'text', text }))
      return readEntryMessage({ ...entry, value: { ...entry.value, message: { ...message, content } } })
    },
  }
}

/** Old results are trimmed when they are sent, and what was sent of them is not stored. */
function describePruned(records: readonly LineRecord[]): readonly string[] {
  const keys = new Set<unknown>()
  for (const { value } of records)
    for (const { key } of readCacheList(value, 'prunedToolResults')) keys.add(key)
  return keys.size === 0
    ? []
    : [
        `${formatCountWithNoun(keys.size, 'old result')} ${keys.size === 1 ? 'was' : 'were'} trimmed when sent, and what was sent in place is not stored`,
      ]
}
