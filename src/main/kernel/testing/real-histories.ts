import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { deepFreeze } from '../../../shared/kernel/json-values.ts'
import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { isWholeRun } from './shares.ts'

const dataFolder = resolve(import.meta.dirname, '../../../../../shared/data')

/** True where the folder of real histories lies beside the checkout; tests on them are skipped elsewhere. */
export const hasRealHistories = existsSync(dataFolder)

/** Paths of Roo tasks and of sessions of Cline's SDK: those that record requests. */
export function realTaskPaths(): string[] {
  if (!hasRealHistories) return [absent]
  const roo = listHistoryFolders('roo-task').map(({ folder }) => folder)
  const cline = listHistoryFolders('cline-sdk-session').map(({ folder }) =>
    join(folder, 'session.messages.json'),
  )
  return [...roo, ...cline]
}

/** Paths of sessions of an agent whose folder names begin so. */
export function realSessionPaths(agent: string, start: string): string[] {
  return listHistoryFolders(agent)
    .filter(({ name }) => name.startsWith(start))
    .map(({ folder }) => join(folder, 'full.jsonl'))
    .filter((path) => existsSync(path))
}

const absent = '(the folder of real histories is not here)'

/**
 * Histories that ordinary runs of the tests take: with all providers they reach 97 of 100 blocks of the engine that all of
 * them reach, in a fifth of the time. `DEWPOINT_ALL_HISTORIES=1` takes every one.
 */
const representative: ReadonlySet<string> = new Set([
  'EntityProcess__agentv__7a-d2528cc37f-0',
  'JanDeDobbeleer__oh-my-posh__02-54bffa0c17-0',
  'PackmindHub__context-evaluator__36-bccd745309-0',
  'RooCodeInc__Roo-Code__187700e7-7712-4d52-a24b-f4882ca71ef9',
  'RooCodeInc__Roo-Code__6a716972-c33f-444f-a8f2-613f03410ace',
  'RooCodeInc__Roo-Code__natural-already-condensed',
  'RooCodeInc__Roo-Code__synthetic-3-tool-dedup',
  'RooCodeInc__Roo-Code__synthetic-4-mixed-ops',
  'cline__cline__session-1784094124598',
  'entireio__cli__ec-38b74f08e3-3',
  'entireio__skills__3f-c8a587fcc7-0',
  'jsboige__jsboige-mcp-servers__305b3f90',
  'jsboige__jsboige-mcp-servers__b423bff7',
  'jsboige__jsboige-mcp-servers__bc93a6f7',
  'jsboige__jsboige-mcp-servers__e73ea764',
])

export type RealHistory = { readonly name: string; readonly messages: readonly Message[] }

type KeptHistory = { readonly name: string; readonly read: () => readonly Message[] }

/** What was read once, as test files share their threads; changing a message throws, as it is frozen. */
const readBefore = new Map<string, RealHistory>()

/** Roo tasks (XML era), a session of Cline's SDK and Claude Code transcripts (native era): a representative few. */
export function realHistories(): RealHistory[] {
  if (isWholeRun) return allRealHistories()
  const all = keptHistories()
  const few = all.filter(({ name }) => representative.has(name))
  // A folder of others is taken whole.
  return (few.length === representative.size ? few : all).map(readOnce)
}

/** The same, every one of them. */
export function allRealHistories(): RealHistory[] {
  return keptHistories().map(readOnce)
}

function readOnce({ name, read }: KeptHistory): RealHistory {
  const known = readBefore.get(name) ?? { name, messages: deepFreeze(read()) }
  readBefore.set(name, known)
  return known
}

function keptHistories(): KeptHistory[] {
  if (!hasRealHistories) return [{ name: absent, read: () => [] }]
  const roo = listHistoryFolders('roo-task').map(({ name, folder }) => {
    const path = join(folder, 'api_conversation_history.json')
    return {
      name,
      read: () => toMessages(JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))),
    }
  })
  const cline = listHistoryFolders('cline-sdk-session').map(({ name, folder }) => ({
    name,
    read: () => {
      const session: { messages?: unknown } = JSON.parse(
        readFileSync(join(folder, 'session.messages.json'), 'utf8'),
      )
      return toMessages(session.messages)
    },
  }))
  const claude = listHistoryFolders('claude-code').flatMap(({ name, folder }) => {
    const path = join(folder, 'full.jsonl')
    return existsSync(path) ? [{ name, read: () => transcript(readFileSync(path, 'utf8')) }] : []
  })
  return [...roo, ...cline, ...claude]
}

function listHistoryFolders(format: string): { readonly name: string; readonly folder: string }[] {
  const folder = join(dataFolder, format)
  return readdirSync(folder).map((name) => ({ name, folder: join(folder, name) }))
}

function toMessages(value: unknown): Message[] {
  // Test data whose shape other tests prove through the importer.
  return value as Message[]
}

type TranscriptRow = {
  readonly type?: string
  readonly isSidechain?: boolean
  readonly message?: { id?: string; role: string; content: ContentBlock[] | string }
}

/** A row of a transcript; null where it is damaged, which the reader's own tests are about. */
function parseRow(row: string): TranscriptRow | null {
  try {
    const parsed: TranscriptRow = JSON.parse(row)
    return parsed
  } catch {
    return null
  }
}

/** Messages of a Claude Code transcript: records of one `message.id` are one message. */
function transcript(text: string): Message[] {
  const messages: { role: string; content: ContentBlock[] | string }[] = []
  let lastId: string | undefined
  for (const row of text.split('\n')) {
    if (!row.startsWith('{')) continue
    const record = parseRow(row)
    if (record === null) continue
    const { message } = record
    if (
      message === undefined ||
      record.isSidechain === true ||
      (record.type !== 'user' && record.type !== 'assistant')
    )
      continue
    const last = messages.at(-1)
    const isSame = record.type === 'assistant' && message.id !== undefined && message.id === lastId
    lastId = message.id
    if (isSame && last !== undefined && Array.isArray(last.content) && Array.isArray(message.content))
      last.content.push(...message.content)
    else
      messages.push({
        role: message.role,
        content: Array.isArray(message.content) ? [...message.content] : message.content,
      })
  }
  return messages
}
