import type { Message, ToolResultBlock } from '../../../../shared/kernel/message.ts'
import { toSafeString } from '../../../../shared/kernel/to-safe-string.ts'
import { findDataFolder } from '../../discovery/editors.ts'
import { isRecord, type Fields } from '../../json/fields.ts'
import { buildRisingTimes, inlineImage, readResultParts, toContentBlocks } from '../../writing/content-of.ts'
import type { SessionDraft, SessionInput } from '../../writing/session-writer.ts'
import { findLastModel, findResultsBehind, type Results } from '../drafted-history.ts'
import { createIds } from '../new-ids.ts'

/** Writes what `opencode2 session export` would: the command of OpenCode 2 that reads it gives it a project and a place. */
export function draftNewerSession(input: SessionInput): SessionDraft {
  const { cwd, machine, messages, now, title } = input
  const ids = createIds(input)
  const sessionId = ids.session()
  const { providerID, modelID } = findLastModel(input)
  const surroundings = { agent: 'build', model: { providerID, id: modelID } }
  const times = buildRisingTimes(messages, now)
  const rows = messages.flatMap((message, at): readonly Fields[] => {
    const created = times[at] ?? now
    const parts =
      message.role === 'assistant'
        ? buildAnswer(message, findResultsBehind(messages, at), created)
        : buildPrompt(message)
    if (parts === null) return []
    const base = { id: ids.message(), type: parts['type'], time: { created, completed: created } }
    return [
      parts['type'] === 'assistant'
        ? { ...base, ...surroundings, ...nothingUsed, ...parts }
        : { ...base, ...parts },
    ]
  })
  const info = {
    id: sessionId,
    projectID: 'global',
    ...surroundings,
    ...nothingUsed,
    title,
    location: { directory: cwd },
    time: { created: times[0] ?? now, updated: now },
  }
  return {
    sessionId,
    folder: findDataFolder(machine, 'dewpoint', 'opencode'),
    files: [{ name: `${sessionId}.json`, text: `${JSON.stringify({ info, messages: rows }, null, 2)}\n` }],
    commands: (file) => [
      ['opencode2', 'session', 'import', file],
      ['opencode2', '--session', sessionId],
    ],
    isListed: false,
  }
}

/** The copy has cost nothing yet. */
const nothingUsed = { cost: 0, tokens: { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } } }

/** What was typed, or what the agent said as if it had been; null where nothing is left of it. */
function buildPrompt(message: Message): Fields | null {
  const blocks = toContentBlocks(message)
  const words = blocks.filter(({ type }) => type === 'text').map(({ text }) => toSafeString(text))
  const files = blocks.filter(({ type }) => type === 'image').map(buildFile)
  const text = words.join('\n\n')
  if (text === '' && files.length === 0) return null
  if (message.isBoilerplate === true && files.length === 0) return { type: 'synthetic', text }
  return { type: 'user', text, ...(files.length === 0 ? {} : { files }) }
}

function buildFile(block: Fields & { readonly type: string }): Fields {
  const { mimeType, data } = inlineImage(block)
  return { mime: mimeType, data, source: { type: 'inline' } }
}

function buildAnswer(message: Message, results: Results, created: number): Fields | null {
  const time = { created, completed: created }
  const content = toContentBlocks(message).flatMap((block): readonly Fields[] => {
    switch (block.type) {
      case 'text':
        return [{ type: 'text', text: block['text'] }]
      case 'thinking':
        return [{ type: 'reasoning', text: block['thinking'], time }]
      case 'tool_use': {
        const input = isRecord(block['input']) ? block['input'] : {}
        const state = { input, ...buildOutcome(results.get(toSafeString(block['id']))) }
        return [{ type: 'tool', id: block['id'], name: block['name'], state, time }]
      }
      default:
        return []
    }
  })
  if (content.length === 0) return null
  const hasCalls = content.some(({ type }) => type === 'tool')
  return { type: 'assistant', content, finish: hasCalls ? 'tool-calls' : 'stop' }
}

function buildOutcome(result: ToolResultBlock | undefined): Fields {
  const parts = result === undefined ? [] : readResultParts(result)
  const content = parts.flatMap((part): readonly Fields[] => {
    if (part.type === 'text') return [{ type: 'text', text: toSafeString(part['text']) }]
    if (part.type !== 'image') return []
    const { mimeType, data } = inlineImage(part)
    return [{ type: 'file', mime: mimeType, uri: `data:${mimeType};base64,${data}` }]
  })
  const shown = content.length === 0 ? [{ type: 'text', text: '' }] : content
  if (result?.is_error !== true) return { status: 'completed', content: shown }
  const message = shown.map(({ text }) => toSafeString(text ?? '')).join('\n')
  return { status: 'error', error: { type: 'unknown', message } }
}
