import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ContentBlock, Message } from '../../../shared/domain/message.ts'

const dataFolder = resolve(import.meta.dirname, '../../../../../shared/data')

/** True where the folder of real histories lies beside the checkout; tests on them are skipped elsewhere. */
export const hasRealHistories = existsSync(dataFolder)

/** Paths of Roo tasks and of sessions of Cline's SDK: those that record requests. */
export function realTaskPaths(): string[] {
  if (!hasRealHistories) return [absent]
  const roo = foldersIn('roo-task').map(({ folder }) => folder)
  const cline = foldersIn('cline-sdk-session').map(({ folder }) => join(folder, 'session.messages.json'))
  return [...roo, ...cline]
}

const absent = '(the folder of real histories is not here)'

export type RealHistory = { readonly name: string; readonly messages: readonly Message[] }

/** Roo tasks (XML era), a session of Cline's SDK and Claude Code transcripts (native era). */
export function realHistories(): RealHistory[] {
  if (!hasRealHistories) return [{ name: absent, messages: [] }]
  const roo = foldersIn('roo-task').map(({ name, folder }) => {
    const text = readFileSync(join(folder, 'api_conversation_history.json'), 'utf8')
    return { name, messages: toMessages(JSON.parse(text.replace(/^\uFEFF/, ''))) }
  })
  const cline = foldersIn('cline-sdk-session').map(({ name, folder }) => {
    const session: { messages?: unknown } = JSON.parse(
      readFileSync(join(folder, 'session.messages.json'), 'utf8'),
    )
    return { name, messages: toMessages(session.messages) }
  })
  const claude = foldersIn('claude-code').flatMap(({ name, folder }) => {
    const file = join(folder, 'full.jsonl')
    return existsSync(file) ? [{ name, messages: transcript(readFileSync(file, 'utf8')) }] : []
  })
  return [...roo, ...cline, ...claude]
}

function foldersIn(format: string): { readonly name: string; readonly folder: string }[] {
  const folder = join(dataFolder, format)
  return readdirSync(folder).map((name) => ({ name, folder: join(folder, name) }))
}

function toMessages(value: unknown): Message[] {
  // Test data whose shape other tests prove through the importer.
  return value as Message[]
}

/** Messages of a Claude Code transcript: records of one `message.id` are one message. */
function transcript(text: string): Message[] {
  const messages: { role: string; content: ContentBlock[] | string }[] = []
  let lastId: string | undefined
  for (const row of text.split('\n')) {
    if (!row.startsWith('{')) continue
    const record: {
      type?: string
      isSidechain?: boolean
      message?: { id?: string; role: string; content: ContentBlock[] | string }
    } = JSON.parse(row)
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
