import { isDeepStrictEqual } from 'node:util'
import type { ContentBlock, Message } from '../../../shared/domain/message.ts'
import { joinOn } from '../discovery/editors.ts'
import { type Fields, fieldsAt, textOf } from '../json/fields.ts'
import type { SessionDraft, SessionInput, SessionWriter } from '../session-writer.ts'
import { blocksIn, inlineImage, resultParts, risingTimes } from '../writing/content-of.ts'
import { recordsIn } from '../writing/records-in.ts'
import { isContextual, isFragment } from './fragments.ts'
import { itemOf } from './items.ts'

/** Writes a rollout that `codex resume` goes on with: a head, then the items of the history as they are sent. */
export const codexWriter: SessionWriter = {
  format: 'codex',
  agent: 'Codex',
  triedWith: '0.169.0',
  // Reasoning is encrypted for one account and model.
  carriage: { reasoning: 'none', images: true },
  draft,
}

function draft(input: SessionInput): SessionDraft {
  const { messages, now, machine, newUuid, title } = input
  const records = recordsIn(input.sourceText)
  const sessionId = timedUuid(now, newUuid())
  const itemsBySource = callsIn(records)
  const times = risingTimes(messages, now)
  const items = messages.map((message) => itemsOf(message, itemsBySource))
  const line = (ts: number, type: string, payload: Fields): string =>
    JSON.stringify({ timestamp: new Date(ts).toISOString(), type, payload })
  const start = times[0] ?? now
  const lines = [
    line(start, 'session_meta', headOf(input, records, sessionId)),
    ...messages.flatMap((message, at) => {
      const ts = times[at] ?? now
      return [
        ...(items[at] ?? []).map((item) => line(ts, 'response_item', item)),
        ...eventsOf(message).map((event) => line(ts, 'event_msg', event)),
      ]
    }),
    line(times.at(-1) ?? now, 'event_msg', sizeOf(items.flat(), records)),
    line(times.at(-1) ?? now, 'event_msg', {
      type: 'thread_name_updated',
      thread_id: sessionId,
      thread_name: title,
    }),
  ]
  const { day, second } = localTime(now)
  const home = machine.environment['CODEX_HOME'] || joinOn(machine, machine.home, '.codex')
  return {
    sessionId,
    folder: joinOn(machine, home, 'sessions', ...day.split('-')),
    files: [{ name: `rollout-${second}-${sessionId}.jsonl`, text: `${lines.join('\n')}\n` }],
    commands: () => [['codex', 'resume', sessionId]],
    isListed: true,
  }
}

/** Codex refuses a provider that its settings do not name, so it is the one of the source. */
function headOf({ cwd, now }: SessionInput, records: readonly Fields[], sessionId: string): Fields {
  const [first] = records
  const source = first?.['type'] === 'session_meta' ? fieldsAt(first, 'payload') : {}
  const kept = Object.fromEntries(
    ['base_instructions', 'dynamic_tools', 'git']
      .filter((key) => source[key] !== undefined && source[key] !== null)
      .map((key) => [key, source[key]]),
  )
  return {
    id: sessionId,
    session_id: sessionId,
    timestamp: new Date(now).toISOString(),
    cwd,
    originator: textOf(source['originator']) ?? 'codex_cli_rs',
    cli_version: textOf(source['cli_version']) ?? '0.0.0',
    source: 'cli',
    model_provider: textOf(source['model_provider']) ?? 'openai',
    ...kept,
  }
}

/** Calls of the source by their ids: how a call is written cannot be told from what it says. */
function callsIn(records: readonly Fields[]): ReadonlyMap<string, Fields> {
  return new Map(
    records.flatMap((record) => {
      const payload = record['type'] === 'response_item' ? fieldsAt(record, 'payload') : record
      const id = textOf(payload['call_id'])
      return id !== null && String(payload['type']).endsWith('_call') ? [[id, payload] as const] : []
    }),
  )
}

function itemsOf(message: Message, calls: ReadonlyMap<string, Fields>): readonly Fields[] {
  const items: Fields[] = []
  let parts: Fields[] = []
  const endText = (): void => {
    if (parts.length > 0) items.push({ type: 'message', role: roleOf(message), content: parts })
    parts = []
  }
  for (const block of blocksIn(message)) {
    switch (block.type) {
      case 'tool_use':
        endText()
        items.push(callItem(block, calls.get(String(block['id']))))
        break
      case 'tool_result':
        endText()
        items.push(resultItem(block, calls.get(String(block['tool_use_id']))))
        break
      default:
        parts.push(partOf(block, message.role === 'assistant' ? 'output_text' : 'input_text'))
    }
  }
  endText()
  return items
}

/** What Codex writes for itself is a developer's, but for texts that it puts among those of the person. */
function roleOf(message: Message): string {
  if (message.role === 'assistant') return 'assistant'
  const isOfUser = blocksIn(message).every(
    (block) => typeof block['text'] === 'string' && isFragment(block['text']),
  )
  return message.isBoilerplate === true && !isOfUser ? 'developer' : 'user'
}

function partOf(block: ContentBlock, textType: string): Fields {
  if (block.type === 'text') return { type: textType, text: block['text'] }
  const { type, url } = fieldsAt(block, 'source')
  const { mimeType, data } = inlineImage(block)
  const address = type === 'url' ? url : `data:${mimeType};base64,${data}`
  return { type: 'input_image', image_url: address }
}

function callItem(block: ContentBlock, source: Fields | undefined): Fields {
  const { id, name, input } = block
  const read = source === undefined ? null : itemOf(source, { own: '', call: null })
  const own = read?.kind === 'answer' ? read.blocks[0] : undefined
  // A call that nobody touched is written as it was, but for ids of items, which go with their reasoning.
  if (source !== undefined && own?.['name'] === name && isDeepStrictEqual(own?.['input'], input)) {
    const { id: _, metadata: __, internal_chat_message_metadata_passthrough: ___, ...rest } = source
    return rest
  }
  return { type: 'function_call', name, arguments: JSON.stringify(input ?? {}), call_id: id }
}

const resultTypes: ReadonlyMap<string, string> = new Map([
  ['custom_tool_call', 'custom_tool_call_output'],
  ['tool_search_call', 'tool_search_output'],
])

function resultItem(block: ContentBlock, call: Fields | undefined): Fields {
  const parts = resultParts(block)
  const output = parts.every(({ type }) => type === 'text')
    ? parts.map((part) => part['text']).join('\n')
    : parts.map((part) => partOf(part, 'input_text'))
  const type = resultTypes.get(String(call?.['type'])) ?? 'function_call_output'
  return { type, call_id: block['tool_use_id'], output }
}

/** What its terminal shows of a message; the first prompt is what its list of sessions shows. */
function eventsOf(message: Message): readonly Fields[] {
  return blocksIn(message).flatMap((block): Fields[] => {
    const { type, text } = block
    if (type !== 'text' || typeof text !== 'string') return []
    if (message.role === 'assistant') return [{ type: 'agent_message', message: text }]
    return message.isBoilerplate === true || isContextual(text)
      ? []
      : [{ type: 'user_message', message: text, images: [] }]
  })
}

/** Without a report of its size a history counts as empty, and Codex does not condense it before the first answer. */
function sizeOf(items: readonly Fields[], records: readonly Fields[]): Fields {
  const estimate = Math.ceil(JSON.stringify(items).length / 4)
  const usage = {
    input_tokens: estimate,
    cached_input_tokens: 0,
    output_tokens: 0,
    reasoning_output_tokens: 0,
    total_tokens: estimate,
  }
  const window = records
    .map((record) => fieldsAt(fieldsAt(record, 'payload'), 'info')['model_context_window'])
    .findLast((size) => typeof size === 'number')
  const info = { total_token_usage: usage, last_token_usage: usage, model_context_window: window ?? null }
  return { type: 'token_count', info, rate_limits: null }
}

/** An id that sorts by time, as Codex makes them. */
function timedUuid(ms: number, uuid: string): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${uuid.slice(15)}`
}

/** Names of folders and files have the time of the place. */
function localTime(ms: number): { readonly day: string; readonly second: string } {
  const local = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
  return { day: local.slice(0, 10), second: local.replaceAll(':', '-') }
}
