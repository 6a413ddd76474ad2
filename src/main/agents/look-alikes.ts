import type { FileHead } from './file-head.ts'
import { isRecord, toTextOrNull, type Fields } from './json/fields.ts'

/** Which file of an agent looks like a history and is none, and what to open instead. */
export type LookAlike = Readonly<{ what: string; hint: string }>

type Sign = LookAlike & Readonly<{ fits: (record: Fields) => boolean }>

/** Files of known agents that people have at hand beside a history, known by a record of theirs. */
const signs: readonly Sign[] = [
  {
    what: 'holds the events that `codex exec --json` prints',
    hint: 'Open the rollout of that thread, which Codex keeps below ~/.codex/sessions.',
    fits: ({ type, thread_id: thread }) => type === 'thread.started' && typeof thread === 'string',
  },
  {
    what: 'holds what `droid exec --output-format stream-json` prints',
    hint: 'Open the session, which Droid keeps below ~/.factory/sessions.',
    fits: ({ type, role, text, session_id: session, sessionId, toolName, finalText }) =>
      (type === 'message' &&
        toTextOrNull(role) !== null &&
        toTextOrNull(text) !== null &&
        toTextOrNull(session ?? sessionId) !== null) ||
      (type === 'tool_call' && toTextOrNull(toolName) !== null) ||
      (type === 'completion' && typeof finalText === 'string'),
  },
  {
    what: 'holds what `claude --output-format stream-json` prints',
    hint: 'Open the transcript of that session, which Claude Code keeps below ~/.claude/projects.',
    fits: ({ type, subtype, session_id: session }) =>
      type === 'system' && subtype === 'init' && typeof session === 'string',
  },
  {
    what: 'holds what a command line of Gemini or Qwen prints as stream-json',
    hint: 'Open the chat of that session, which is kept below ~/.gemini/tmp or ~/.qwen/projects.',
    fits: ({ type, session_id: session }) => type === 'init' && typeof session === 'string',
  },
  {
    what: 'holds the events that `opencode run --format json` prints',
    hint: 'Open the database of OpenCode, or what `opencode export <session>` writes.',
    fits: ({ type, sessionID, part }) =>
      typeof type === 'string' && (toTextOrNull(sessionID) ?? '').startsWith('ses_') && isRecord(part),
  },
  {
    what: 'holds what stood in a session of Kimi CLI before it was compacted or set back',
    hint: 'Open the file of the session, context.jsonl beside it: what stood there before is read with it. Under another name it is read by itself.',
    fits: ({ role }) => /^_(?:checkpoint|usage|system_prompt)$/.test(toTextOrNull(role) ?? ''),
  },
  {
    what: 'is the log of events of a session of Kimi CLI',
    hint: 'Open context.jsonl beside it, with which it is read.',
    fits: (record) =>
      (record['type'] === 'metadata' && 'protocol_version' in record) ||
      (typeof record['timestamp'] === 'number' &&
        isRecord(record['message']) &&
        isRecord(record['message']['payload'])),
  },
  {
    what: 'is a transcript of Cursor, in which results of calls are missing',
    hint: 'Open the history of an agent that keeps them.',
    fits: ({ role, message, uuid }) =>
      typeof role === 'string' &&
      uuid === undefined &&
      isRecord(message) &&
      Array.isArray(message['content']),
  },
  {
    what: 'is a session of Muse Code, which is not read yet',
    hint: 'Write its messages into a JSON array in the form of OpenAI’s or Anthropic’s.',
    fits: (record) => record['payload_type'] === 'runtime.session' && isRecord(record['payload']),
  },
  {
    what: 'is a chat of Kiro, which is not read yet',
    hint: 'Write its messages into a JSON array in the form of OpenAI’s or Anthropic’s.',
    fits: (record) =>
      (typeof record['executionId'] === 'string' &&
        (Array.isArray(record['chat']) || 'messages' in record)) ||
      typeof pickFirstRecord(record['executions'])['executionId'] === 'string',
  },
]

/** Which file of an agent a file is instead of a history; null where nobody here knows. */
export function findLookAlike({ text, values }: FileHead): LookAlike | null {
  if (/^\s*# aider chat started at/.test(text))
    return {
      what: 'is a chat of Aider, which is Markdown without calls and results',
      hint: 'Open the history of an agent that keeps them.',
    }
  const records = values
    .flatMap((value) => (Array.isArray(value) ? value.slice(0, 3) : [value]))
    .filter(isRecord)
  return signs.find(({ fits }) => records.some(fits)) ?? null
}

function pickFirstRecord(value: unknown): Fields {
  const first: unknown = Array.isArray(value) ? value[0] : null
  return isRecord(first) ? first : {}
}

/** Keys of a record, the first of them, as they are said to a person. */
export function describeKeys(record: Fields): string {
  const keys = Object.keys(record)
  const first = keys.slice(0, 5).map((key) => `"${key.slice(0, 40)}"`)
  return first.length === 0 ? 'no fields' : `${first.join(', ')}${keys.length > 5 ? ', …' : ''}`
}
