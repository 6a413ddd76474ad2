import { posix, win32 } from 'node:path'
import pMap from 'p-map'
import type { ImportProblem } from '../../../shared/library/task-types.ts'
import type { Agent } from '../agent.ts'
import { readFirstValueText } from '../build-session-key.ts'
import { databaseLog, describesTables, hasRow, hasTables, createSessionStore } from '../database-tables.ts'
import { readDatabase, type AgentDatabase } from '../database.ts'
import { findDataFolder, joinOn, type Machine } from '../discovery/editors.ts'
import type { FindPlaces } from '../discovery/storage-place.ts'
import { headBytes, type FileHead } from '../file-head.ts'
import { isRecord, parseJsonText, toTextOrNull } from '../json/fields.ts'
import { isDatabase } from '../packed-file.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { buildRemark, type ReadSession } from '../session/build-session-task.ts'
import { chooseSession } from '../session/choose-session.ts'
import { readDatabaseSession, listDatabaseSessions, markAsOlder } from './from-database.ts'
import { readStored } from './read-session.ts'
import { type StoredSession, createStoredReading } from './stored-session.ts'
import { type StoredMessage, readStoredInfo } from './stored.ts'
import {
  hasNewerSession,
  listNewerSessions,
  newerTables,
  readNewerExport,
  readNewerSession,
  type NewerSession,
} from './v2/from-database.ts'
import { readRows } from './v2/read-session.ts'
import { openCodeWriter } from './write-session.ts'

/** Files that are read at the same time. */
const atOnce = 16

/** A session of OpenCode or of Kilo, which is made of it: in its database, as an export, or as a tree of files. */
export const openCode: Agent = {
  id: 'opencode',
  version: 7,
  name: 'OpenCode',
  label: 'OpenCode session',
  readSessionId: ({ head }) => readFirstValueText(head, 'info', 'id') ?? readFirstValueText(head, 'id'),
  endings: ['.db', '.json', '.jsonl'],
  recognises: (head) => isStore(head) || isExport(head) || isDescription(head),
  detect: isOpenCodeSource,
  sessions: createSessionStore(listDatabaseSessions),
  companions: [databaseLog],
  readSession: readOpenCode,
  places: (machine) => [
    ...findStoragePlaces(machine, { agent: 'OpenCode', name: 'opencode', variable: 'OPENCODE_DB' }),
    ...findStoragePlaces(machine, { agent: 'Kilo Code', name: 'kilo', variable: 'KILO_DB' }),
  ],
  writer: openCodeWriter,
}

async function readOpenCode(source: ParsedSource): Promise<ReadSession> {
  const head = source.head()
  if (isDatabase(head?.bytes)) return readDatabase(source.realPath, (database) => readStore(source, database))
  if (head === null || !isExport(head)) return describeSession(source, await readTreeSession(source))
  const { object, items } = source.json(source.only())
  const values = items.map(({ value }) => value)
  const isNewer = values.some((value) => isRecord(value) && typeof value['type'] === 'string')
  const info = isRecord(object?.['info']) ? object['info'] : {}
  return isNewer
    ? describeNewerSession(source, readNewerExport(info, values))
    : describeSession(source, readExportedSession(source))
}

function readStore(source: ParsedSource, database: AgentDatabase): ReadSession {
  const key = chooseSession(source, {
    has: (one) => hasNewerSession(database, one) || hasOlderSession(database, one),
    all: () => listDatabaseSessions(database),
  })
  if (hasNewerSession(database, key)) return describeNewerSession(source, readNewerSession(database, key))
  const read = describeSession(source, readDatabaseSession(database, key))
  return listNewerSessions(database).length === 0 ? read : { ...read, title: markAsOlder(read.title ?? null) }
}

function hasOlderSession(database: AgentDatabase, key: string): boolean {
  return database.tables.has('message') && hasRow(database, 'message', 'session_id', key)
}

function describeNewerSession(source: ParsedSource, newer: NewerSession): ReadSession {
  const session = readRows(newer)
  const { info, childIds, model, costUsd, faults } = newer
  const { requests, condensations } = session.usage
  const told = [...requests, ...condensations].reduce((sum, one) => sum + (one.costUsd ?? 0), 0)
  // Of condensations by the first versions the session alone has the cost, and of what was taken back.
  const apartUsd = (costUsd ?? 0) - told
  return {
    session,
    agent: 'opencode-2',
    title: info.title,
    workspace: info.directory,
    usualModel: model,
    parentId: info.parentId,
    childIds,
    usage: apartUsd > smallestUsd ? { apartUsd } : {},
    problems: listProblems(source, faults),
  }
}

function listProblems(source: ParsedSource, faults: readonly string[]): readonly ImportProblem[] {
  const file = source.only()
  return [
    ...(isDatabase(source.head()?.bytes) ? [] : source.json(file).problems),
    ...faults.map((reason) => buildRemark(file.name, reason, source.session ?? '')),
  ]
}

/** Less is what rounding leaves of a sum. */
const smallestUsd = 1e-9

function describeSession(source: ParsedSource, { info, messages, faults }: StoredSession): ReadSession {
  return {
    session: readStored(messages, info),
    agent: isOfKilo(source, messages) ? 'kilo' : 'opencode',
    title: info.title ?? findTypedText(messages),
    workspace: info.directory ?? messages.findLast(({ cwd }) => cwd !== null)?.cwd ?? null,
    parentId: info.parentId,
    childIds: findSubagentSessions(messages),
    problems: listProblems(source, faults),
  }
}

/** The first words that a person typed; what the agent wrote of a file that was attached stands before them. */
function findTypedText(messages: readonly StoredMessage[]): string | null {
  const parts = messages.filter(({ role }) => role === 'user').flatMap((message) => message.parts)
  const typed = parts.find(
    ({ type, value }) => type === 'text' && value['synthetic'] !== true && value['ignored'] !== true,
  )
  return toTextOrNull(typed?.value['text'])
}

/** What the tables of a database are, but for those of the oldest copies, in which only messages are left. */
const tables = { message: ['session_id', 'data'], part: ['message_id', 'data'] }
const messagesAlone = { message: ['id', 'session_id', 'data'] }

function isStore(head: FileHead): boolean {
  if (describesTables(head, tables) || describesTables(head, newerTables)) return true
  return isNamedSo(head.name) && (describesTables(head, messagesAlone) || isDescribedBehind(head))
}

/** Whether the tables may be described behind the beginning, where migrations of a grown database put them. */
function isDescribedBehind({ bytes, text }: FileHead): boolean {
  return isDatabase(bytes) && bytes.length === headBytes && !goTable.test(text)
}

/** A table of the first OpenCode, whose database has the same name. */
const goTable = /CREATE TABLE (?:IF NOT EXISTS )?["'`[]?(?:sessions|messages)\b/i

function isNamedSo(name: string): boolean {
  return /^(?:opencode|kilo)[^/\\]*\.db$/i.test(name)
}

function isOpenCodeSource(source: ParsedSource): boolean {
  const head = source.head()
  if (head === null) return false
  if (!isDatabase(head.bytes)) return isExport(head) || isDescription(head)
  return (
    hasTables(source, tables) ||
    hasTables(source, newerTables) ||
    (isNamedSo(source.only().name) && hasTables(source, messagesAlone))
  )
}

function isExport({ values: [first] }: FileHead): boolean {
  return isRecord(first) && isDescribed(first['info'])
}

function isDescription({ values: [first] }: FileHead): boolean {
  return isDescribed(first)
}

function isDescribed(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { id, time, version, title, projectID } = value
  return (
    typeof id === 'string' &&
    id.startsWith('ses_') &&
    (isRecord(time) || typeof version === 'string') &&
    (typeof title === 'string' || typeof projectID === 'string')
  )
}

/** Both write the same: only the folder, and the provider that Kilo runs itself, tell them apart. */
function isOfKilo({ path }: ParsedSource, messages: readonly StoredMessage[]): boolean {
  return (
    /$(?<=[/\\]kilo[/\\][^#]*?)|[/\\]kilo[^/\\#]*\.db(?:#|$)/.test(path) ||
    messages.some(({ providerId }) => providerId === 'kilo')
  )
}

/** Sessions that were begun by calls of the tool for subtasks. */
function findSubagentSessions(messages: readonly StoredMessage[]): string[] {
  const ids = messages.flatMap(({ parts }) =>
    parts.flatMap(({ value: { tool, state } }) => {
      const metadata = tool === 'task' && isRecord(state) ? state['metadata'] : null
      const id = isRecord(metadata) ? (metadata['sessionId'] ?? metadata['sessionID']) : null
      return typeof id === 'string' ? [id] : []
    }),
  )
  return [...new Set(ids)]
}

type Installation = { readonly agent: string; readonly name: string; readonly variable: string }

/** The folder is the same on every system. Early versions keep a tree of files beside the database. */
function findStoragePlaces(
  machine: Machine,
  { agent, name, variable }: Installation,
): ReturnType<FindPlaces> {
  const { environment, platform } = machine
  const paths = platform === 'win32' ? win32 : posix
  const data = findDataFolder(machine, name)
  const named = environment[variable] || `${name}.db`
  return [
    {
      agent,
      path: paths.isAbsolute(named) ? named : joinOn(machine, data, named),
      holds: { kind: 'database' },
    },
    {
      agent,
      path: joinOn(machine, data, 'storage', 'session'),
      holds: { kind: 'files', endings: ['.json'] },
    },
  ]
}

/** Reads an export: the session and its messages in one file. */
function readExportedSession(source: ParsedSource): StoredSession {
  const { object, items } = source.json(source.only())
  const reading = createStoredReading()
  for (const { value, index } of items) {
    const { info, parts } = isRecord(value) ? value : { info: null, parts: null }
    reading.message(
      info,
      `message ${index ?? '?'}`,
      (Array.isArray(parts) ? parts : []).map((part: unknown, at) => ({
        id: `${index ?? '?'} ${at}`,
        value: part,
      })),
    )
  }
  // Of a damaged file the beginning may still say whose it is.
  const [head] = source.head()?.values ?? []
  return reading.finish(readStoredInfo(object?.['info'] ?? (isRecord(head) ? head['info'] : null)))
}

/** Reads a session of the tree of files that came before the database, from the file that describes it. */
async function readTreeSession(source: ParsedSource): Promise<StoredSession> {
  const info = readStoredInfo(source.json(source.only()).object)
  const reading = createStoredReading()
  const session = info.id ?? source.only().name.replace(/\.json$/, '')
  for (const { messages, parts } of listLayouts(session)) {
    const names = await listFileNames(source, messages)
    const read = await pMap(
      names,
      async (name) => {
        const id = name.replace(/\.json$/, '')
        const folder = parts(id)
        const own = await pMap(await listFileNames(source, folder), async (part) => ({
          id: part.replace(/\.json$/, ''),
          value: await readFileValue(source, `${folder}/${part}`),
        }))
        return { id, value: await readFileValue(source, `${messages}/${name}`), own }
      },
      { concurrency: atOnce },
    )
    for (const { id, value, own } of read) reading.message(value, id, own)
    if (names.length > 0) break
  }
  return reading.finish(info)
}

/** Where messages and their parts lie, from the folder of the session; the second is that of the first months. */
function listLayouts(session: string) {
  return [
    { messages: `../../message/${session}`, parts: (message: string) => `../../part/${message}` },
    { messages: `../message/${session}`, parts: (message: string) => `../part/${session}/${message}` },
  ]
}

async function listFileNames({ beside }: ParsedSource, folder: string): Promise<readonly string[]> {
  return (await beside.names(folder)).filter((name) => name.endsWith('.json')).toSorted()
}

async function readFileValue({ beside }: ParsedSource, path: string): Promise<unknown> {
  return parseJsonText((await beside.read(path))?.text)
}
