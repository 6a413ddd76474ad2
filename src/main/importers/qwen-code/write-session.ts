import type { ContentBlock, Message } from '../../../shared/domain/message.ts'
import { joinOn, type Machine } from '../discovery/editors.ts'
import { partsOfBlocks } from '../gemini-cli/parts-of-blocks.ts'
import { textOf } from '../json/fields.ts'
import type { SessionDraft, SessionInput, SessionWriter } from '../session-writer.ts'
import { blocksIn, risingTimes, runsIn, toolsByCall } from '../writing/content-of.ts'
import { recordsIn } from '../writing/records-in.ts'

/** Writes a session that `qwen --resume` goes on with: one chain of records under new ids. */
export const qwenCodeWriter: SessionWriter = {
  format: 'qwen-code',
  agent: 'Qwen Code',
  triedWith: '0.24.4',
  carriage: { reasoning: 'none', images: 'inline' },
  draft,
}

function draft(input: SessionInput): SessionDraft {
  const { messages, task, cwd, newUuid, now, machine, title } = input
  const sessionId = newUuid()
  const surroundings = { cwd, ...lastSurroundings(input.sourceText) }
  const tools = toolsByCall(messages)
  const times = risingTimes(messages, now)
  let parentUuid: string | null = null
  const line = (ts: number, record: Readonly<Record<string, unknown>>): string => {
    const uuid = newUuid()
    const timestamp = new Date(ts).toISOString()
    const text = JSON.stringify({ uuid, parentUuid, sessionId, timestamp, ...surroundings, ...record })
    parentUuid = uuid
    return text
  }
  const lines = messages.flatMap((message, at) =>
    recordsOf(message, task.model ?? 'unknown', tools).map((record) => line(times[at] ?? now, record)),
  )
  lines.push(
    line(times.at(-1) ?? now, {
      type: 'system',
      provenance: 'system',
      subtype: 'custom_title',
      systemPayload: { customTitle: title, titleSource: 'manual' },
    }),
  )
  return {
    sessionId,
    folder: joinOn(machine, rootOf(machine), 'projects', folderName(cwd, machine), 'chats'),
    files: [{ name: `${sessionId}.jsonl`, text: `${lines.join('\n')}\n` }],
    commands: () => [['qwen', '--resume', sessionId]],
    isListed: true,
  }
}

function recordsOf(
  message: Message,
  model: string,
  tools: ReadonlyMap<string, string>,
): readonly Readonly<Record<string, unknown>>[] {
  if (message.role === 'assistant') {
    const parts = partsOfBlocks(blocksIn(message), tools)
    return [{ type: 'assistant', provenance: 'assistant_output', model, message: { role: 'model', parts } }]
  }
  return runsIn(message).map((blocks) => {
    const kept = { message: { role: 'user', parts: partsOfBlocks(blocks, tools) } }
    const [first] = blocks
    return first?.type === 'tool_result'
      ? { type: 'tool_result', provenance: 'tool_result', ...kept, toolCallResult: outcomeOf(first) }
      : { type: 'user', provenance: 'real_user', ...kept }
  })
}

function outcomeOf(block: ContentBlock): Readonly<Record<string, unknown>> {
  return { callId: block['tool_use_id'], status: block['is_error'] === true ? 'error' : 'success' }
}

/** Version and branch as the last record of the source that names them does. */
function lastSurroundings(text: string): Readonly<Record<string, string>> {
  const records = recordsIn(text)
  const last = (key: string): Readonly<Record<string, string>> => {
    const value = textOf(records.findLast((record) => textOf(record[key]) !== null)?.[key])
    return value === null ? {} : { [key]: value }
  }
  return { version: '0.0.0', ...last('version'), ...last('gitBranch') }
}

function rootOf(machine: Machine): string {
  return machine.environment['QWEN_HOME'] || joinOn(machine, machine.home, '.qwen')
}

function folderName(cwd: string, { platform }: Machine): string {
  return (platform === 'win32' ? cwd.toLowerCase() : cwd).replaceAll(/[^a-zA-Z0-9]/g, '-')
}
