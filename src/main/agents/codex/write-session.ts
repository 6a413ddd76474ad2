import { isDeepStrictEqual } from 'node:util'
import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { findAgentFolder, joinOn, type Machine } from '../discovery/editors.ts'
import { isRecord, parseJsonText, readNestedFields, toTextOrNull, type Fields } from '../json/fields.ts'
import { toContentBlocks, inlineImage, readResultParts, buildRisingTimes } from '../writing/content-of.ts'
import { parseRecordLines } from '../writing/parse-record-lines.ts'
import type { SessionDraft, SessionInput, SessionWriter } from '../writing/session-writer.ts'
import { isContextual, isFragment } from './fragments.ts'
import { joinToolName, readRolloutItem } from './items.ts'

/** Writes a rollout that `codex resume` goes on with: a head, then the items of the history as they are sent. */
export const codexWriter: SessionWriter = {
  triedWith: '0.171.0',
  // Reasoning is encrypted for one account and model.
  carriage: { reasoning: 'none', images: true },
  draft: draftSession,
}

function draftSession(input: SessionInput): SessionDraft {
  const { messages, now, machine, newUuid, title } = input
  const records = parseRecordLines(input.sourceText)
  const sessionId = createTimedUuid(now, newUuid())
  const kept = findKeptCalls(records, messages)
  const times = buildRisingTimes(messages, now)
  const items = messages.map((message) => buildItems(message, kept))
  const writeLine = (ts: number, type: string, payload: Fields): string =>
    JSON.stringify({ timestamp: new Date(ts).toISOString(), type, payload })
  const start = times[0] ?? now
  const events = messages.map(buildEvents)
  const isPrompted = events.flat().some(({ type }) => type === 'user_message')
  const lines = [
    writeLine(start, 'session_meta', buildSessionHead(input, records, sessionId)),
    // Its list leaves out sessions without a prompt. Events are shown and never sent.
    ...(isPrompted ? [] : [writeLine(start, 'event_msg', buildPromptEvent(title))]),
    ...messages.flatMap((_, at) => {
      const ts = times[at] ?? now
      return [
        ...(items[at] ?? []).map((item) => writeLine(ts, 'response_item', item)),
        ...(events[at] ?? []).map((event) => writeLine(ts, 'event_msg', event)),
      ]
    }),
    writeLine(times.at(-1) ?? now, 'event_msg', buildSizeReport(items.flat(), records)),
    writeLine(times.at(-1) ?? now, 'event_msg', {
      type: 'thread_name_updated',
      thread_id: sessionId,
      thread_name: title,
    }),
  ]
  const { day, second } = formatLocalTime(now)
  return {
    sessionId,
    folder: joinOn(machine, findCodexFolder(machine, 'sessions'), day.replaceAll('-', '/')),
    files: [{ name: `rollout-${second}-${sessionId}.jsonl`, text: `${lines.join('\n')}\n` }],
    commands: () => [['codex', 'resume', sessionId]],
    isListed: true,
  }
}

/** A folder of Codex, beside its settings. */
export function findCodexFolder(machine: Machine, name: string): string {
  return findAgentFolder(machine, { variable: 'CODEX_HOME', usual: '.codex' }, name)
}

/** Codex refuses a provider that its settings do not name, so it is the one of the source. */
function buildSessionHead({ cwd, now }: SessionInput, records: readonly Fields[], sessionId: string): Fields {
  const [first] = records
  const source = first?.['type'] === 'session_meta' ? readNestedFields(first, 'payload') : {}
  const kept = Object.fromEntries(
    Object.entries(keptShapes)
      .filter(([key, isKept]) => isKept(source[key]))
      .map(([key]) => [key, source[key]]),
  )
  return {
    id: sessionId,
    session_id: sessionId,
    timestamp: new Date(now).toISOString(),
    cwd,
    originator: toTextOrNull(source['originator']) ?? 'codex_cli_rs',
    cli_version: toTextOrNull(source['cli_version']) ?? '0.0.0',
    source: 'cli',
    model_provider: toTextOrNull(source['model_provider']) ?? 'openai',
    ...kept,
  }
}

const isText = (value: unknown): boolean => typeof value === 'string'

/** What of the head of the source is kept: Codex reads no session in whose head one of these is anything else. */
const keptShapes: Readonly<Record<string, (value: unknown) => boolean>> = {
  base_instructions: (value) => isRecord(value) && isText(value['text']),
  dynamic_tools: (value) =>
    Array.isArray(value) && value.every((tool: unknown) => isRecord(tool) && isText(tool['name'])),
  git: (value) => isRecord(value) && Object.values(value).every((one) => one === null || isText(one)),
}

/** Calls of the source by their ids: how a call is written cannot be told from what it says. */
function indexCalls(records: readonly Fields[]): ReadonlyMap<string, Fields> {
  return new Map(
    records.flatMap((record) => {
      const payload = record['type'] === 'response_item' ? readNestedFields(record, 'payload') : record
      const id = toTextOrNull(payload['call_id'])
      return id !== null && toSafeString(payload['type']).endsWith('_call') ? [[id, payload] as const] : []
    }),
  )
}

/**
 * The calls of the source that nobody touched. A search for tools is one of them as long as its result is a list of tools:
 * the result of a function may be any text.
 */
function findKeptCalls(
  records: readonly Fields[],
  messages: readonly Message[],
): ReadonlyMap<string, Fields> {
  const sources = indexCalls(records)
  const blocks = messages.flatMap(toContentBlocks)
  const results = new Map(
    blocks
      .filter(({ type }) => type === 'tool_result')
      .map((block) => [toSafeString(block['tool_use_id']), block] as const),
  )
  return new Map(
    blocks.flatMap((block): [string, Fields][] => {
      const id = toSafeString(block['id'])
      const source = block.type === 'tool_use' ? sources.get(id) : undefined
      if (source === undefined || !isSameCall(block, source)) return []
      const result = results.get(id)
      const isKept =
        source['type'] !== 'tool_search_call' || (result !== undefined && readFoundTools(result) !== null)
      return isKept ? [[id, source]] : []
    }),
  )
}

function isSameCall({ name, input }: ContentBlock, source: Fields): boolean {
  const read = readRolloutItem(source, { own: '', call: null })
  const own = read.kind === 'answer' ? read.blocks[0] : undefined
  return own?.['name'] === name && isDeepStrictEqual(own?.['input'], input)
}

/** The tools that a search has found; null where the result is anything else. */
function readFoundTools(result: ContentBlock): readonly unknown[] | null {
  const [part, ...more] = readResultParts(result)
  if (part?.type !== 'text' || more.length > 0) return null
  const tools = parseJsonText(part['text'])
  return Array.isArray(tools) && tools.every(isRecord) ? tools : null
}

function buildItems(message: Message, calls: ReadonlyMap<string, Fields>): readonly Fields[] {
  const items: Fields[] = []
  let parts: Fields[] = []
  const endText = (): void => {
    if (parts.length > 0) items.push({ type: 'message', role: pickRole(message), content: parts })
    parts = []
  }
  for (const block of toContentBlocks(message)) {
    switch (block.type) {
      case 'tool_use':
        endText()
        items.push(buildCallItem(block, calls.get(toSafeString(block['id']))))
        break
      case 'tool_result':
        endText()
        items.push(buildResultItem(block, calls.get(toSafeString(block['tool_use_id']))))
        break
      default:
        parts.push(buildPart(block, message.role === 'assistant' ? 'output_text' : 'input_text'))
    }
  }
  endText()
  return items
}

/** What Codex writes for itself is a developer's, but for texts that it puts among those of the person. */
function pickRole(message: Message): string {
  if (message.role === 'assistant') return 'assistant'
  const isOfUser = toContentBlocks(message).every(
    (block) => typeof block['text'] === 'string' && isFragment(block['text']),
  )
  return message.isBoilerplate === true && !isOfUser ? 'developer' : 'user'
}

function buildPart(block: ContentBlock, textType: string): Fields {
  if (block.type === 'text') return { type: textType, text: block['text'] }
  const { type, url } = readNestedFields(block, 'source')
  const { mimeType, data } = inlineImage(block)
  const address = type === 'url' ? url : `data:${mimeType};base64,${data}`
  return { type: 'input_image', image_url: address }
}

/** A call that was kept is written as it was, but for ids of items, which go with their reasoning. */
function buildCallItem({ id, name, namespace, input }: ContentBlock, source: Fields | undefined): Fields {
  if (source === undefined) {
    // The namespace of a tool stands beside its name.
    const inSpace =
      typeof namespace === 'string' && toSafeString(name).slice(joinToolName(namespace, '').length)
    const own = typeof inSpace === 'string' && joinToolName(toSafeString(namespace), inSpace) === name
    const called = own ? { name: inSpace, namespace } : { name }
    return { type: 'function_call', ...called, arguments: JSON.stringify(input ?? {}), call_id: id }
  }
  const { id: _, metadata: __, internal_chat_message_metadata_passthrough: ___, ...rest } = source
  return rest
}

function buildResultItem(block: ContentBlock, call: Fields | undefined): Fields {
  const id = block['tool_use_id']
  if (call?.['type'] === 'tool_search_call') {
    const { status = 'completed', execution = 'client' } = call
    return { type: 'tool_search_output', call_id: id, status, execution, tools: readFoundTools(block) }
  }
  const parts = readResultParts(block)
  const output = parts.every(({ type }) => type === 'text')
    ? parts.map((part) => part['text']).join('\n')
    : parts.map((part) => buildPart(part, 'input_text'))
  const isCustom = call?.['type'] === 'custom_tool_call'
  return { type: isCustom ? 'custom_tool_call_output' : 'function_call_output', call_id: id, output }
}

/** What its terminal shows of a message; the first prompt is what its list of sessions shows. */
function buildEvents(message: Message): readonly Fields[] {
  return toContentBlocks(message).flatMap((block): Fields[] => {
    const { type, text } = block
    if (type !== 'text' || typeof text !== 'string') return []
    if (message.role === 'assistant') return [{ type: 'agent_message', message: text }]
    return message.isBoilerplate === true || isContextual(text) ? [] : [buildPromptEvent(text)]
  })
}

const buildPromptEvent = (text: string): Fields => ({ type: 'user_message', message: text, images: [] })

/** Without a report of its size a history counts as empty, and Codex does not condense it before the first answer. */
function buildSizeReport(items: readonly Fields[], records: readonly Fields[]): Fields {
  const estimate = Math.ceil(JSON.stringify(items).length / 4)
  const usage = {
    input_tokens: estimate,
    cached_input_tokens: 0,
    output_tokens: 0,
    reasoning_output_tokens: 0,
    total_tokens: estimate,
  }
  const window = records
    .map((record) => readNestedFields(record, 'payload', 'info')['model_context_window'])
    .findLast((size) => typeof size === 'number')
  const info = { total_token_usage: usage, last_token_usage: usage, model_context_window: window ?? null }
  return { type: 'token_count', info, rate_limits: null }
}

/** An id that sorts by time, as Codex makes them. */
function createTimedUuid(ms: number, uuid: string): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${uuid.slice(15)}`
}

/** Names of folders and files have the time of the place. */
function formatLocalTime(ms: number): { readonly day: string; readonly second: string } {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
  return { day: local.slice(0, 10), second: local.replaceAll(':', '-') }
}
