import type { FileHead } from './file-head.ts'
import { toTextOrNull, type Fields } from './json/fields.ts'
import { isRecord } from './json/read-json.ts'

/** What a file is that looks like a history and is none, and what to open instead. */
export type LookAlike = Readonly<{
  what: string
  hint: string
  /** `unreadable` for what is no JSON; a format that nobody knows where it is absent. */
  code?: 'unreadable'
}>

type Sign = LookAlike & Readonly<{ fits: (record: Fields) => boolean }>

/** Files that people have at hand beside a history, known by a record of theirs. */
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
    what: 'holds runs of LangSmith',
    hint: 'Write the messages of a run into a JSON array: messages of LangChain are read in its own forms.',
    fits: (record) => 'dotted_order' in record && 'run_type' in record,
  },
  {
    what: 'holds messages of Pydantic AI',
    hint: 'Write them as a JSON array of messages of OpenAI or Anthropic, which are read.',
    fits: ({ parts }) => pickFirstRecord(parts)['part_kind'] !== undefined,
  },
  {
    what: 'holds messages of AutoGen',
    hint: 'Write them as a JSON array of messages of OpenAI, which are read.',
    fits: (record) => 'models_usage' in record && 'source' in record,
  },
  {
    what: 'is an export of ChatGPT, in which calls of tools are missing',
    hint: 'Open the history of an agent.',
    fits: ({ mapping, current_node: node }) => isRecord(mapping) && node !== undefined,
  },
  {
    what: 'is an export of claude.ai, which holds chats and no history of an agent',
    hint: 'Open the history of an agent.',
    fits: ({ chat_messages: messages }) => Array.isArray(messages),
  },
  {
    what: 'is a prompt of AI Studio',
    hint: 'Write it as a request of Gemini, with its contents, which is read.',
    fits: ({ chunkedPrompt }) => isRecord(chunkedPrompt),
  },
  {
    what: 'holds the messages of a thread of OpenAI’s Assistants, without its calls',
    hint: 'Record the steps of its runs as a request of OpenAI, which is read.',
    fits: (record) =>
      record['object'] === 'thread.message' || pickFirstRecord(record['data'])['object'] === 'thread.message',
  },
  {
    what: 'holds the answers of a batch, without what was sent',
    hint: 'Open the file with the requests of the batch.',
    fits: (record) => 'custom_id' in record && ('response' in record || 'result' in record),
  },
  {
    what: 'holds the answer of a model, without what was sent',
    hint: 'Record what was sent too: a request beside each answer.',
    fits: (record) =>
      record['object'] === 'response' ||
      Array.isArray(record['choices']) ||
      (record['type'] === 'message' && record['role'] === 'assistant' && typeof record['id'] === 'string'),
  },
  {
    what: 'holds items of OpenAI’s Responses as its API lists them, the last one first',
    hint: 'Write its data into a JSON array, in the order in which it was said.',
    fits: (record) =>
      record['object'] === 'list' && typeof pickFirstRecord(record['data'])['type'] === 'string',
  },
  {
    what: 'holds what stood in a session of Kimi CLI before it was compacted or set back',
    hint: 'Open the file of the session, context.jsonl beside it: what stood there before is read with it. Under another name it is read by itself.',
    fits: ({ role }) => /^_(?:checkpoint|usage|system_prompt)$/.test(toTextOrNull(role) ?? ''),
  },
  {
    what: 'is a session of Kimi Code, the successor of Kimi CLI, which is not read yet',
    hint: 'Write its messages into a JSON array in the form of OpenAI’s.',
    fits: (record) => record['type'] === 'metadata' && 'protocol_version' in record && 'created_at' in record,
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
    what: 'holds rows of an evaluation, each with a history',
    hint: 'Write the history of one row into a file of its own: a JSON array of messages, or of events of OpenHands, is read.',
    fits: ({ instance_id: instance, history, trajectory }) =>
      instance !== undefined && (Array.isArray(history) || Array.isArray(trajectory)),
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
  {
    what: 'holds pairs of answers of which one was preferred, and no history',
    hint: 'Write one of the two as messages: a line with messages is read.',
    fits: (record) => 'chosen' in record && 'rejected' in record,
  },
  {
    what: 'holds rows of instructions or texts, and no history',
    hint: 'A data set is read where each row has messages with role and content, or conversations with from and value.',
    fits: (record) =>
      ('instruction' in record && 'output' in record) || Object.keys(record).join() === 'text',
  },
]

/** What a file is instead of a history; null where nobody here knows. */
export function findLookAlike({ name, text, values, bytes }: FileHead): LookAlike | null {
  if (text.startsWith('PAR1'))
    return { what: 'is a Parquet file', hint: 'Write its rows as lines of JSON first.' }
  // UTF-16 that was read as UTF-8 begins with what stands for its mark, and has a word of its own.
  if (values.length === 0 && isBinary(bytes) && !text.startsWith('\uFFFD'))
    return {
      what: 'is no text, and none of the packed forms that are read',
      hint: 'Open the file that the agent keeps.',
    }
  if (/^\s*# aider chat started at/.test(text))
    return {
      what: 'is a chat of Aider, which is Markdown without calls and results',
      hint: 'Open the history of an agent that keeps them.',
    }
  if (values.length === 0 && text.trim() !== '' && /\.(?:csv|tsv|ya?ml|xml|html?|md|txt|log)$/i.test(name))
    return {
      code: 'unreadable',
      what: 'is no JSON',
      hint: 'A history is JSON, or lines of JSON. `dewpoint discover` lists where agents keep theirs.',
    }
  const records = values
    .flatMap((value) => (Array.isArray(value) ? value.slice(0, 3) : [value]))
    .filter(isRecord)
  return signs.find(({ fits }) => records.some(fits)) ?? null
}

function isBinary(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 512)
  return start.includes(0) && start.some((byte) => byte !== 0)
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
