import { basename, dirname } from 'node:path'
import type { Agent } from '../agent.ts'
import { readFirstValueText } from '../build-session-key.ts'
import { joinOn } from '../discovery/editors.ts'
import type { StoragePlace } from '../discovery/storage-place.ts'
import { isRecord, type Fields } from '../json/fields.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { readChatSession } from './read-session.ts'
import { readChat, type ChatFile } from './records.ts'
import { findGeminiRoot, geminiCliWriter } from './write-session.ts'

/** A chat of Gemini CLI: a log of lines, the one object of older versions, or a checkpoint with a bare history. */
export const geminiCli: Agent = {
  id: 'gemini-cli',
  version: 6,
  name: 'Gemini CLI',
  label: 'Gemini CLI session',
  agent: 'gemini-cli',
  readSessionId: ({ head }) => readFirstValueText(head, 'sessionId'),
  endings: ['.jsonl', '.json'],
  unread: [],
  recognises: ({ values: [first] }) =>
    isRecord(first) ? isChat(first) || isCheckpoint(first['history']) : isBareCheckpoint(first),
  readSession: async (source) => {
    const chat = readChat(source)
    const { facts, events, problems } = chat
    return {
      session: readChatSession(events),
      agent: isOfQwen(chat) ? 'qwen-code' : 'gemini-cli',
      title: typeof facts['summary'] === 'string' ? facts['summary'] : null,
      workspace: await findWorkspace(source, chat),
      // Chats of subagents lie in a folder of the session that they belong to.
      parentId: facts['kind'] === 'subagent' ? basename(dirname(source.path)) || null : null,
      childIds: findSubagentSessions(chat),
      problems,
    }
  },
  places: (machine) => [
    { path: findGeminiRoot(machine), holds: chatFiles },
    { agent: 'Qwen Code', path: joinOn(machine, machine.home, '.qwen', 'tmp'), holds: chatFiles },
  ],
  writer: geminiCliWriter,
}

const chatFiles: StoragePlace['holds'] = {
  kind: 'files',
  endings: ['.jsonl', '.json'],
  except: ['logs.json'],
}

function isChat(first: Fields): boolean {
  return (
    typeof first['sessionId'] === 'string' && typeof first['projectHash'] === 'string' && !('uuid' in first)
  )
}

function isCheckpoint(history: unknown): boolean {
  if (!Array.isArray(history)) return false
  const first: unknown = history[0]
  return isRecord(first) && typeof first['role'] === 'string' && Array.isArray(first['parts'])
}

/** Early versions of Qwen Code, which is made of Gemini CLI, name themselves in each answer alone. */
function isOfQwen({ events }: ChatFile): boolean {
  return events.some((event) => event.kind === 'message' && event.message.value['type'] === 'qwen')
}

/** Early checkpoints are the history alone. Messages of user interfaces have parts too, but each names its kind. */
function isBareCheckpoint(history: unknown): boolean {
  if (!Array.isArray(history) || !isCheckpoint(history)) return false
  // Of a long file the last message is cut.
  return history.slice(0, Math.max(1, history.length - 1)).every((message: unknown) => {
    if (!isRecord(message)) return false
    const { role, parts } = message
    const own: readonly unknown[] = Array.isArray(parts) ? parts : []
    return (
      (role === 'user' || role === 'model') &&
      own.every((part) => !isRecord(part) || part['type'] === undefined)
    )
  })
}

const contextFolder = /\*\*Workspace Directories:\*\*[^\S\n]*\n\s*- ([^\n]+)/

/** The folder beside the chats names its project; else the message with which the agent begins does. */
async function findWorkspace(source: ParsedSource, { facts, events }: ChatFile): Promise<string | null> {
  const { directories } = facts
  const [first]: readonly unknown[] = Array.isArray(directories) ? directories : []
  if (typeof first === 'string') return first
  const up = facts['kind'] === 'subagent' ? '../..' : '..'
  const root = (await source.beside.read(`${up}/.project_root`))?.text.trim()
  if (root !== undefined && root !== '') return root
  for (const event of events.slice(0, 5)) {
    const messages =
      event.kind === 'history' ? event.messages : event.kind === 'message' ? [event.message] : []
    const [, found] =
      contextFolder.exec(messages.map(({ value }) => readContentText(value['content'])).join('\n')) ?? []
    if (found !== undefined) return found.trim()
  }
  return null
}

function readContentText(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : ''
  return content
    .flatMap((part) => (isRecord(part) && typeof part['text'] === 'string' ? part['text'] : []))
    .join('\n')
}

/** Sessions of subagents, as the calls that began them name them. */
function findSubagentSessions({ events }: ChatFile): string[] {
  const ids = events.flatMap((event) => {
    const calls: unknown = event.kind === 'message' ? event.message.value['toolCalls'] : []
    return Array.isArray(calls) ? calls.flatMap((call) => (isRecord(call) ? call['agentId'] : [])) : []
  })
  return [...new Set(ids.flatMap((id) => (typeof id === 'string' && id !== '' ? id : [])))]
}
