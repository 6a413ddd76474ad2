import { readFile } from 'node:fs/promises'
import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { joinOn, type Machine } from '../discovery/editors.ts'
import { isRecord, parseFields, parseJsonText, toTextOrNull, type Fields } from '../json/fields.ts'
import { findClineData } from '../roo/task-folders.ts'
import { buildRisingTimes, mapToolsByCall, toContentBlocks } from '../writing/content-of.ts'
import { isAlive } from '../writing/is-alive.ts'
import type { SessionDraft, SessionInput, SessionWriter } from '../writing/session-writer.ts'
import { readTypedText } from './user-input.ts'

const ending = '.messages.json'

/**
 * Writes a session of Cline's SDK: its messages and a manifest, no compaction, in a folder of its own. Cline finds it by
 * that, without a row in its database.
 */
export const clineSdkWriter: SessionWriter = {
  triedWith: '3.0.65',
  carriage: { reasoning: 'text', images: true },
  draft: draftSession,
  isOpen: async (path) => {
    if (!path.endsWith(ending)) return false
    const text = await readFile(`${path.slice(0, -ending.length)}.json`, 'utf8').catch(() => '')
    const { pid, status } = parseFields(text)
    return status === 'running' && typeof pid === 'number' && isAlive(pid)
  },
}

function draftSession(input: SessionInput): SessionDraft {
  const { cwd, machine, now, newUuid, title, task, sourceText } = input
  const sessionId = `${now}_${newUuid().replaceAll('-', '').slice(-5)}`
  const folder = joinOn(machine, findSessionsFolder(machine), sessionId)
  const source = parseFields(sourceText)
  const model = findLastModel(source, task.model)
  const date = new Date(now).toISOString()
  const messages = {
    version: 1,
    updated_at: date,
    agent: 'lead',
    sessionId,
    messages: buildStoredMessages(input),
    ...(typeof source['system_prompt'] === 'string' ? { system_prompt: source['system_prompt'] } : {}),
  }
  const manifest = {
    version: 1,
    session_id: sessionId,
    source: 'cli',
    pid: process.pid,
    started_at: date,
    ended_at: date,
    exit_code: 0,
    status: 'completed',
    interactive: true,
    provider: model.provider,
    model: model.id,
    cwd,
    workspace_root: cwd,
    enable_tools: true,
    enable_spawn: true,
    enable_teams: true,
    prompt: title,
    metadata: { title },
    messages_path: joinOn(machine, folder, `${sessionId}${ending}`),
  }
  return {
    sessionId,
    folder,
    files: [
      { name: `${sessionId}${ending}`, text: `${JSON.stringify(messages, null, 2)}\n` },
      { name: `${sessionId}.json`, text: `${JSON.stringify(manifest, null, 2)}\n` },
    ],
    commands: () => [['cline', '--id', sessionId]],
    isListed: true,
  }
}

/** The folder in which Cline's SDK keeps its sessions, in a folder each. */
export function findSessionsFolder(machine: Machine): string {
  return machine.environment['CLINE_SESSION_DATA_DIR'] || joinOn(machine, findClineData(machine), 'sessions')
}

function buildStoredMessages({ messages, now, newUuid }: SessionInput): readonly Fields[] {
  const times = buildRisingTimes(messages, now)
  const tools = mapToolsByCall(messages)
  return messages.map((message, at) => {
    const blocks = toContentBlocks(message)
    const isTyped = isPrompt(message, blocks)
    return {
      id: newUuid(),
      role: message.role,
      content: blocks.map((block) => toStoredBlock(block, isTyped, tools)),
      ts: times[at] ?? now,
      ...(message.isBoilerplate === true ? { metadata: { displayRole: 'system' } } : {}),
    }
  })
}

function isPrompt({ role, isBoilerplate, isSummary }: Message, blocks: readonly ContentBlock[]): boolean {
  const hasResults = blocks.some(({ type }) => type === 'tool_result')
  return role === 'user' && isBoilerplate !== true && isSummary !== true && !hasResults
}

function toStoredBlock(block: ContentBlock, isTyped: boolean, names: ReadonlyMap<string, string>): Fields {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: isTyped ? wrapInTags(toSafeString(block['text'])) : block['text'] }
    case 'image':
      return toStoredImage(block)
    case 'tool_result': {
      const id = toSafeString(block['tool_use_id'])
      return {
        type: 'tool_result',
        tool_use_id: id,
        name: names.get(id) ?? '',
        content: toStoredContent(block['content']),
        is_error: block['is_error'] === true,
      }
    }
    default:
      return block
  }
}

/** Typed text in the tags that Cline stores it in and takes off again, unless it has such tags in it. */
function wrapInTags(text: string): string {
  const stored = `<user_input mode="act">${text}</user_input>`
  return readTypedText(text) === text && readTypedText(stored) === text ? stored : text
}

/** Results of Cline's own tools as the lists that they are, since it cuts each long text in them and not the whole. */
function toStoredContent(content: unknown): unknown {
  if (Array.isArray(content))
    return content.map((part: ContentBlock) => (part.type === 'image' ? toStoredImage(part) : part))
  if (typeof content !== 'string' || !content.startsWith('[')) return content ?? ''
  const value = parseJsonText(content)
  return JSON.stringify(value) === content && isOfTools(value) ? value : content
}

function isOfTools(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((one) => isRecord(one) && !('type' in one))
}

function toStoredImage(block: ContentBlock): Fields {
  const source = block['source']
  return isRecord(source) && typeof source['data'] === 'string'
    ? { type: 'image', data: source['data'], mediaType: source['media_type'] }
    : block
}

/** The model that answered last. */
function findLastModel(
  source: Fields,
  known: string | null,
): { readonly id: string; readonly provider: string } {
  const messages = Array.isArray(source['messages']) ? source['messages'] : []
  const infos = messages.flatMap((one: unknown) =>
    isRecord(one) && isRecord(one['modelInfo']) ? [one['modelInfo']] : [],
  )
  const last = infos.at(-1)
  return {
    id: toTextOrNull(last?.['id']) ?? known ?? 'unknown',
    provider: toTextOrNull(last?.['provider']) ?? 'cline',
  }
}
