import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import {
  isRecord,
  omitUnknown,
  omitZero,
  readNestedFields,
  toNumberOrNull,
  toTextOrNull,
  toTimeOrNull,
  type Fields,
} from '../json/fields.ts'
import {
  readContentBlocks,
  buildToolCallBlock,
  buildImageBlock,
  buildToolResultBlock,
} from '../messages/blocks.ts'
import { readOpenAiChatMessage } from '../messages/read-open-ai-chat-message.ts'
import { separateCached } from '../usage/figures.ts'
import { buildMarks, type AgentEvent, type EventPart, type StoredConversation } from './events.ts'
import { readOldObservationBlocks } from './old-observations.ts'

/** Events that have no place in what the agent remembers. */
const apart: ReadonlySet<string> = new Set(['null', 'change_agent_state', 'agent_state_changed'])

/** The events of the first OpenHands, `action` and `observation` records counted up. */
export function readOldEvents(records: readonly Fields[]): StoredConversation {
  const usage = new Map<string, RequestUsage>()
  const asked = new Map<string, string>()
  let delegate: string | null = null
  const events: AgentEvent[] = []
  for (const record of records) {
    const id = toSafeString(record['id'])
    // What another agent does in between is not remembered by the one that asked it to.
    if (delegate !== null && !(record['observation'] === 'delegate')) continue
    if (record['action'] === 'delegate') delegate = id
    if (record['observation'] === 'delegate') delegate = null
    const responseId = readResponseId(record)
    if (responseId !== null && !usage.has(responseId)) usage.set(responseId, readActionUsage(record))
    const part = record['action'] === undefined ? readObservationPart(record, asked) : readActionPart(record)
    if (part.kind === 'calls') for (const callId of part.callIds) asked.set(id, callId)
    events.push({ id, ts: toTimeOrNull(record['timestamp']), responseId, part })
  }
  return { events, isOld: true, usage, unknown: new Set() }
}

/** Agents' events without a response of their own are taken as one each. */
function readResponseId(record: Fields): string | null {
  const action = toTextOrNull(record['action'])
  if (record['source'] !== 'agent' || action === null || apart.has(action)) return null
  if (/^(?:system|condensation.*|recall)$/.test(action)) return null
  const response = readNestedFields(record, 'tool_call_metadata', 'model_response')
  return toTextOrNull(response['id']) ?? `event ${toSafeString(record['id'])}`
}

function readActionPart(record: Fields): EventPart {
  const action = toSafeString(record['action'])
  const args = readNestedFields(record, 'args')
  const isUser = record['source'] === 'user'
  if (apart.has(action)) return { kind: 'none' }
  switch (action) {
    case 'system':
      return { kind: 'place', isSystem: true }
    case 'message': {
      const text = toTextOrNull(args['content']) ?? toTextOrNull(record['message']) ?? ''
      const content = [...readContentBlocks(text), ...readImageBlocks(args['image_urls'])]
      return {
        kind: 'message',
        isPrompt: isUser,
        message: { role: isUser ? 'user' : 'assistant', content, ...buildMarks(record) },
      }
    }
    case 'condensation':
      return readCondensationPart(args)
    case 'condensation_request':
      return { kind: 'condensation-request', reason: 'request' }
    case 'finish':
      return finishPart(record, args)
    case 'recall':
      return { kind: 'place', isSystem: false }
    default:
      return isUser ? readUserAction(action, args, record) : buildCallsPart(action, args, record)
  }
}

/** The agent's last words; the call that they came in is not sent again. */
function finishPart(record: Fields, args: Fields): EventPart {
  const said = toTextOrNull(readAnswerMessage(record)['content']) ?? ''
  const thought = toTextOrNull(args['thought']) ?? toTextOrNull(args['final_thought']) ?? ''
  const text = thought === '' || thought === said ? said || thought : `${thought}\n${said}`
  const role = record['source'] === 'user' ? 'user' : 'assistant'
  return {
    kind: 'message',
    isPrompt: false,
    message: { role, content: [...readContentBlocks(text)], ...buildMarks(record) },
  }
}

function readUserAction(action: string, args: Fields, record: Fields): EventPart {
  if (action !== 'run') return { kind: 'place', isSystem: false }
  const text = `User executed the command:\n${toTextOrNull(args['command']) ?? ''}`
  return {
    kind: 'message',
    isPrompt: false,
    message: { role: 'user', content: [{ type: 'text', text }], ...buildMarks(record) },
  }
}

function buildCallsPart(action: string, args: Fields, record: Fields): EventPart {
  const metadata = readNestedFields(record, 'tool_call_metadata')
  const own = readOpenAiChatMessage({ ...readAnswerMessage(record), role: 'assistant' })
  const callIds = (typeof own?.content === 'string' ? [] : (own?.content ?? [])).flatMap((block) =>
    block.type === 'tool_use' ? [toSafeString(block['id'])] : [],
  )
  if (own !== null && callIds.length > 0)
    return { kind: 'calls', message: { ...own, ...buildMarks(record) }, callIds }
  // The response was not kept: what the action holds is what the call asked for.
  const id = toTextOrNull(metadata['tool_call_id']) ?? `call-${toSafeString(record['id'])}`
  const { thought, ...input } = args
  const call = buildToolCallBlock(id, metadata['function_name'] ?? action, input)
  const content = [...readContentBlocks(toTextOrNull(thought) ?? ''), call]
  return { kind: 'calls', message: { role: 'assistant', content, ...buildMarks(record) }, callIds: [id] }
}

function readAnswerMessage(record: Fields): Fields {
  const response = readNestedFields(record, 'tool_call_metadata', 'model_response')
  const choices = response['choices']
  const choice: unknown = Array.isArray(choices) ? choices[0] : null
  return isRecord(choice) ? readNestedFields(choice, 'message') : {}
}

function readObservationPart(record: Fields, asked: ReadonlyMap<string, string>): EventPart {
  const kind = toSafeString(record['observation'])
  if (apart.has(kind) || kind === 'undefined') return { kind: 'none' }
  const metadata = record['tool_call_metadata']
  const callId = isRecord(metadata)
    ? toTextOrNull(metadata['tool_call_id'])
    : (asked.get(toSafeString(record['cause'])) ?? null)
  const content = readOldObservationBlocks(record, callId !== null)
  if (content.length === 0) return { kind: 'place', isSystem: false }
  if (callId === null) {
    const isOwn = kind === 'recall' ? { isBoilerplate: true } : {}
    return {
      kind: 'message',
      isPrompt: false,
      message: { role: 'user', content: [...content], ...buildMarks(record), ...isOwn },
    }
  }
  const [only] = content
  const given = content.length === 1 && only?.type === 'text' ? only['text'] : content
  const error = kind === 'error' || kind === 'user_rejected' ? { is_error: true } : {}
  const message: Message = {
    role: 'user',
    content: [buildToolResultBlock(callId, given, error)],
    ...buildMarks(record),
  }
  return { kind: 'result', callId, message }
}

function readCondensationPart(args: Fields): EventPart {
  const listed = args['forgotten_event_ids']
  const ids = new Set(Array.isArray(listed) ? listed.map(toSafeString) : [])
  const [from, to] = [
    toNumberOrNull(args['forgotten_events_start_id']),
    toNumberOrNull(args['forgotten_events_end_id']),
  ]
  const isInRange = (id: number): boolean => from !== null && to !== null && id >= from && id <= to
  return {
    kind: 'condensation',
    condensation: {
      isForgotten: (id) => ids.has(id) || isInRange(Number(id)),
      summary: toTextOrNull(args['summary']),
      offset: toNumberOrNull(args['summary_offset']),
      responseId: null,
    },
  }
}

function readImageBlocks(urls: unknown): readonly ContentBlock[] {
  return Array.isArray(urls) ? urls.filter((url) => typeof url === 'string').map(buildImageBlock) : []
}

/** Usage of the response that an action came in; cached tokens are part of its input. */
function readActionUsage(record: Fields): RequestUsage {
  const response = readNestedFields(record, 'tool_call_metadata', 'model_response')
  const usage = readNestedFields(response, 'usage')
  const input = toNumberOrNull(usage['prompt_tokens'])
  const reads = toNumberOrNull(readNestedFields(usage, 'prompt_tokens_details')['cached_tokens']) ?? 0
  const writes = toNumberOrNull(usage['cache_creation_input_tokens']) ?? 0
  const thoughts = readNestedFields(usage, 'completion_tokens_details')['reasoning_tokens']
  return {
    ts: toTimeOrNull(record['timestamp']),
    ...omitUnknown({
      modelId: toTextOrNull(response['model']),
      tokensIn: input === null ? null : separateCached(input, reads + writes),
      isCacheApart: input === null ? null : true,
      tokensOut: toNumberOrNull(usage['completion_tokens']),
      cacheReads: reads > 0 ? reads : null,
      cacheWrites: writes > 0 ? writes : null,
      reasoningTokens: omitZero(toNumberOrNull(thoughts)),
    }),
  }
}
