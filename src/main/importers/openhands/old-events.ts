import type { ContentBlock, Message } from '../../../shared/domain/message.ts'
import type { RequestUsage } from '../../../shared/domain/usage.ts'
import { fieldsAt, numberOf, textOf, timeOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { blocksOf, callOf, imageOf, resultOf } from '../messages/blocks.ts'
import { fromOpenAiChat } from '../messages/from-open-ai-chat.ts'
import type { AgentEvent, EventPart, StoredConversation } from './events.ts'
import { observationBlocks } from './old-observations.ts'
import { stringOf } from '../../../shared/lib/string-of.ts'

/** Events that have no place in what the agent remembers. */
const apart: ReadonlySet<string> = new Set(['null', 'change_agent_state', 'agent_state_changed'])

/** The events of the first OpenHands, `action` and `observation` records counted up. */
export function readOldEvents(records: readonly Fields[]): StoredConversation {
  const usage = new Map<string, RequestUsage>()
  const asked = new Map<string, string>()
  let delegate: string | null = null
  const events: AgentEvent[] = []
  for (const record of records) {
    const id = stringOf(record['id'])
    // What another agent does in between is not remembered by the one that asked it to.
    if (delegate !== null && !(record['observation'] === 'delegate')) continue
    if (record['action'] === 'delegate') delegate = id
    if (record['observation'] === 'delegate') delegate = null
    const responseId = responseOf(record)
    if (responseId !== null && !usage.has(responseId)) usage.set(responseId, usageOf(record))
    const part = record['action'] === undefined ? observationPart(record, asked) : actionPart(record)
    if (part.kind === 'calls') for (const callId of part.callIds) asked.set(id, callId)
    events.push({ id, ts: timeOf(record['timestamp']), responseId, part })
  }
  return { events, isOld: true, usage, unknown: new Set() }
}

/** Agents' events without a response of their own are taken as one each. */
function responseOf(record: Fields): string | null {
  const action = textOf(record['action'])
  if (record['source'] !== 'agent' || action === null || apart.has(action)) return null
  if (/^(?:system|condensation.*|recall)$/.test(action)) return null
  const response = fieldsAt(fieldsAt(record, 'tool_call_metadata'), 'model_response')
  return textOf(response['id']) ?? `event ${stringOf(record['id'])}`
}

function actionPart(record: Fields): EventPart {
  const action = stringOf(record['action'])
  const args = fieldsAt(record, 'args')
  const isUser = record['source'] === 'user'
  if (apart.has(action)) return { kind: 'none' }
  switch (action) {
    case 'system':
      return { kind: 'place', isSystem: true }
    case 'message': {
      const text = textOf(args['content']) ?? textOf(record['message']) ?? ''
      const content = [...blocksOf(text), ...imagesOf(args['image_urls'])]
      return {
        kind: 'message',
        isPrompt: isUser,
        message: { role: isUser ? 'user' : 'assistant', content, ...marks(record) },
      }
    }
    case 'condensation':
      return condensationPart(args)
    case 'condensation_request':
      return { kind: 'condensation-request', reason: 'request' }
    case 'finish':
      return finishPart(record, args)
    case 'recall':
      return { kind: 'place', isSystem: false }
    default:
      return isUser ? userAction(action, args, record) : callsPart(action, args, record)
  }
}

/** The agent's last words; the call that they came in is not sent again. */
function finishPart(record: Fields, args: Fields): EventPart {
  const said = textOf(answerOf(record)['content']) ?? ''
  const thought = textOf(args['thought']) ?? textOf(args['final_thought']) ?? ''
  const text = thought === '' || thought === said ? said || thought : `${thought}\n${said}`
  const role = record['source'] === 'user' ? 'user' : 'assistant'
  return {
    kind: 'message',
    isPrompt: false,
    message: { role, content: [...blocksOf(text)], ...marks(record) },
  }
}

function userAction(action: string, args: Fields, record: Fields): EventPart {
  if (action !== 'run') return { kind: 'place', isSystem: false }
  const text = `User executed the command:\n${textOf(args['command']) ?? ''}`
  return {
    kind: 'message',
    isPrompt: false,
    message: { role: 'user', content: [{ type: 'text', text }], ...marks(record) },
  }
}

function callsPart(action: string, args: Fields, record: Fields): EventPart {
  const metadata = fieldsAt(record, 'tool_call_metadata')
  const own = fromOpenAiChat({ ...answerOf(record), role: 'assistant' })
  const callIds = (typeof own?.content === 'string' ? [] : (own?.content ?? [])).flatMap((block) =>
    block.type === 'tool_use' ? [stringOf(block['id'])] : [],
  )
  if (own !== null && callIds.length > 0)
    return { kind: 'calls', message: { ...own, ...marks(record) }, callIds }
  // The response was not kept: what the action holds is what the call asked for.
  const id = textOf(metadata['tool_call_id']) ?? `call-${stringOf(record['id'])}`
  const { thought, ...input } = args
  const call = callOf(id, metadata['function_name'] ?? action, input)
  const content = [...blocksOf(textOf(thought) ?? ''), call]
  return { kind: 'calls', message: { role: 'assistant', content, ...marks(record) }, callIds: [id] }
}

function answerOf(record: Fields): Fields {
  const response = fieldsAt(fieldsAt(record, 'tool_call_metadata'), 'model_response')
  const choices = response['choices']
  const choice: unknown = Array.isArray(choices) ? choices[0] : null
  return isRecord(choice) ? fieldsAt(choice, 'message') : {}
}

function observationPart(record: Fields, asked: ReadonlyMap<string, string>): EventPart {
  const kind = stringOf(record['observation'])
  if (apart.has(kind) || kind === 'undefined') return { kind: 'none' }
  const metadata = record['tool_call_metadata']
  const callId = isRecord(metadata)
    ? textOf(metadata['tool_call_id'])
    : (asked.get(stringOf(record['cause'])) ?? null)
  const content = observationBlocks(record, callId !== null)
  if (content.length === 0) return { kind: 'place', isSystem: false }
  if (callId === null) {
    const isOwn = kind === 'recall' ? { isBoilerplate: true } : {}
    return {
      kind: 'message',
      isPrompt: false,
      message: { role: 'user', content: [...content], ...marks(record), ...isOwn },
    }
  }
  const [only] = content
  const given = content.length === 1 && only?.type === 'text' ? only['text'] : content
  const error = kind === 'error' || kind === 'user_rejected' ? { is_error: true } : {}
  const message: Message = { role: 'user', content: [resultOf(callId, given, error)], ...marks(record) }
  return { kind: 'result', callId, message }
}

function condensationPart(args: Fields): EventPart {
  const listed = args['forgotten_event_ids']
  const ids = new Set(Array.isArray(listed) ? listed.map(stringOf) : [])
  const [from, to] = [numberOf(args['forgotten_events_start_id']), numberOf(args['forgotten_events_end_id'])]
  const isInRange = (id: number): boolean => from !== null && to !== null && id >= from && id <= to
  return {
    kind: 'condensation',
    condensation: {
      isForgotten: (id) => ids.has(id) || isInRange(Number(id)),
      summary: textOf(args['summary']),
      offset: numberOf(args['summary_offset']),
      responseId: null,
    },
  }
}

function imagesOf(urls: unknown): readonly ContentBlock[] {
  return Array.isArray(urls) ? urls.filter((url) => typeof url === 'string').map(imageOf) : []
}

function marks(record: Fields): Pick<Message, 'ts'> & { readonly origin: { readonly id: string } } {
  const ts = timeOf(record['timestamp'])
  return { ...(ts === null ? {} : { ts }), origin: { id: stringOf(record['id']) } }
}

/** Usage of the response that an action came in; cached tokens are part of its input. */
function usageOf(record: Fields): RequestUsage {
  const response = fieldsAt(fieldsAt(record, 'tool_call_metadata'), 'model_response')
  const usage = fieldsAt(response, 'usage')
  const [input, output] = [numberOf(usage['prompt_tokens']), numberOf(usage['completion_tokens'])]
  const reads = numberOf(fieldsAt(usage, 'prompt_tokens_details')['cached_tokens']) ?? 0
  const writes = numberOf(usage['cache_creation_input_tokens']) ?? 0
  const thoughts = numberOf(fieldsAt(usage, 'completion_tokens_details')['reasoning_tokens'])
  const model = textOf(response['model'])
  const cached = reads + writes
  return {
    ts: timeOf(record['timestamp']),
    ...(model === null ? {} : { modelId: model }),
    ...(input === null ? {} : { tokensIn: cached > input ? input : input - cached, isCacheApart: true }),
    ...(output === null ? {} : { tokensOut: output }),
    ...(reads > 0 ? { cacheReads: reads } : {}),
    ...(writes > 0 ? { cacheWrites: writes } : {}),
    ...(thoughts === null || thoughts === 0 ? {} : { reasoningTokens: thoughts }),
  }
}
