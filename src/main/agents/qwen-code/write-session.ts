import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { findAgentFolder, joinOn, type Machine } from '../discovery/editors.ts'
import { buildGeminiParts } from '../gemini-cli/build-gemini-parts.ts'
import type { Fields } from '../json/fields.ts'
import { toContentBlocks, buildRisingTimes, splitResultRuns, mapToolsByCall } from '../writing/content-of.ts'
import { findLastTexts, parseRecordLines } from '../writing/parse-record-lines.ts'
import type { SessionDraft, SessionInput, SessionWriter } from '../writing/session-writer.ts'

/** Writes a session that `qwen --resume` goes on with: one chain of records under new ids. */
export const qwenCodeWriter: SessionWriter = {
  triedWith: '0.24.4',
  carriage: { reasoning: 'none', images: 'inline' },
  draft: draftSession,
}

function draftSession(input: SessionInput): SessionDraft {
  const { messages, task, cwd, newUuid, now, machine, title } = input
  const sessionId = newUuid()
  const surroundings = {
    cwd,
    // As the last record of the source that names them does.
    version: '0.0.0',
    ...findLastTexts(parseRecordLines(input.sourceText), ['version', 'gitBranch']),
  }
  const tools = mapToolsByCall(messages)
  const times = buildRisingTimes(messages, now)
  let parentUuid: string | null = null
  const writeLine = (ts: number, record: Fields): string => {
    const uuid = newUuid()
    const timestamp = new Date(ts).toISOString()
    const text = JSON.stringify({ uuid, parentUuid, sessionId, timestamp, ...surroundings, ...record })
    parentUuid = uuid
    return text
  }
  const lines = messages.flatMap((message, at) =>
    buildRecords(message, task.model ?? 'unknown', tools).map((record) =>
      writeLine(times[at] ?? now, record),
    ),
  )
  lines.push(
    writeLine(times.at(-1) ?? now, {
      type: 'system',
      provenance: 'system',
      subtype: 'custom_title',
      systemPayload: { customTitle: title, titleSource: 'manual' },
    }),
  )
  return {
    sessionId,
    folder: joinOn(machine, findProjectsFolder(machine), buildFolderName(cwd, machine), 'chats'),
    files: [{ name: `${sessionId}.jsonl`, text: `${lines.join('\n')}\n` }],
    commands: () => [['qwen', '--resume', sessionId]],
    isListed: true,
  }
}

function buildRecords(
  message: Message,
  model: string,
  tools: ReadonlyMap<string, string>,
): readonly Fields[] {
  if (message.role === 'assistant') {
    const parts = buildGeminiParts(toContentBlocks(message), tools)
    return [{ type: 'assistant', provenance: 'assistant_output', model, message: { role: 'model', parts } }]
  }
  return splitResultRuns(message).map((blocks) => {
    const kept = { message: { role: 'user', parts: buildGeminiParts(blocks, tools) } }
    const [first] = blocks
    return first?.type === 'tool_result'
      ? { type: 'tool_result', provenance: 'tool_result', ...kept, toolCallResult: buildOutcome(first) }
      : { type: 'user', provenance: 'real_user', ...kept }
  })
}

function buildOutcome(block: ContentBlock): Fields {
  return { callId: block['tool_use_id'], status: block['is_error'] === true ? 'error' : 'success' }
}

/** The folder in which Qwen Code keeps its sessions, in a folder for each working directory. */
export function findProjectsFolder(machine: Machine): string {
  return findAgentFolder(machine, { variable: 'QWEN_HOME', usual: '.qwen' }, 'projects')
}

function buildFolderName(cwd: string, { platform }: Machine): string {
  return (platform === 'win32' ? cwd.toLowerCase() : cwd).replaceAll(/[^a-zA-Z0-9]/g, '-')
}
