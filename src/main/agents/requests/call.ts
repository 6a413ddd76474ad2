import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import {
  isRecord,
  readNestedFields,
  toNumberOrNull,
  toTextOrNull,
  toTimeOrNull,
  type Fields,
} from '../json/fields.ts'
import type { Api, ServedAnswer } from './api.ts'
import { readModelAnswer, findApi, hasOwnForm } from './apis.ts'
import { isItems, type Exchange } from './exchanges.ts'
import { parseJsonOrText, readBodyObject, readBodyText } from './recorded-body.ts'

/** A call of a model as a log has it. */
export type Call = Readonly<{
  line: number
  api: Api
  body: Fields
  /** As the log names it; null where it does not. */
  conversation: string | null
  /** Id of the response, and of the one that the server puts before this request. */
  responseId: string | null
  previousId: string | null
  response: unknown
  facts: Pick<RequestUsage, 'ts' | 'costUsd' | 'modelId' | 'failureText'>
}>

/** What records of agents and of traces have, which other readers read. */
const foreignKeys = [
  'dewpoint',
  'dotted_order',
  'eval',
  'history',
  'info',
  'parentObservationId',
  'parentUuid',
  'projectHash',
  'resourceSpans',
  'scopeSpans',
  'sessionId',
  'traceId',
  'trajectory',
  'trajectory_format',
  'uuid',
]

/** Options of a request that a list of messages alone does not have. */
const requestKeys = [
  'model',
  'system',
  'tools',
  'stream',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
]

/** The call that a record is; null where it is none. */
export function readCall({ fields, line, isAlone }: Exchange): Call | null {
  const body = findRequestBody(fields, isAlone)
  const api = findApi(body)
  if (body === null || api === null) return null
  const response = findResponse(fields, body)
  const status = readStatus(fields)
  const url = readUrl(fields)
  const ts = readCallTime(fields)
  const costUsd = toNumberOrNull(fields['response_cost'] ?? fields['cost'] ?? fields['spend'])
  const model =
    toTextOrNull(body['model']) ??
    toTextOrNull(fields['model']) ??
    toTextOrNull(fields['modelId']) ??
    readUrlModel(url)
  const failureText = describeCallFailure(response, status)
  return {
    line,
    api,
    body,
    conversation: readConversationId(fields, body),
    responseId: isRecord(response) ? toTextOrNull(response['id']) : null,
    previousId: toTextOrNull(body['previous_response_id']) ?? readServerConversation(body),
    response,
    facts: {
      ...(ts === null ? {} : { ts }),
      ...(costUsd !== null && costUsd >= 0 ? { costUsd } : {}),
      ...(model === null ? {} : { modelId: model }),
      ...(failureText === null ? {} : { failureText }),
    },
  }
}

/** The answer to a call; null where there is none. */
export function readCallAnswer({ response, facts }: Call): ServedAnswer | null {
  if (facts.failureText !== undefined || response === null) return null
  return readModelAnswer(response)
}

/** Whether a record is an exchange with a model of which only the answer was recorded. */
export function isAnswerAlone({ fields }: Exchange): boolean {
  return (
    /\/(?:chat\/completions|v1\/messages|responses|completions)\b|enerateContent/.test(
      readUrl(fields) ?? '',
    ) && readModelAnswer(findResponse(fields, {})) !== null
  )
}

function findRequestBody(fields: Fields, isAlone: boolean): Fields | null {
  const { request, method } = fields
  const http = isRecord(request) ? request : {}
  const wrapped = [
    http['parsed_body'],
    http['body'],
    http['postData'],
    http['json'],
    request,
    fields['body'],
    fields['request_body'],
    fields['requestBody'],
    readNestedFields(fields, 'proxy_server_request')['body'],
    fields['payload'],
    fields['params'],
    readNestedFields(fields, 'input')['inputBodyJson'],
  ]
  for (const value of wrapped) {
    const body = readBodyObject(value)
    if (body !== null && isRequest(body)) return body
  }
  // A record with a method is an exchange whose body is no request of a model.
  if (typeof method === 'string' || 'postData' in http || foreignKeys.some((key) => key in fields))
    return null
  // A row of a data set of conversations, which may name the model.
  const row = { messages: fields['conversation'] }
  if (holdsMessages(row)) return row
  if (requestKeys.some((key) => key in fields) || 'contents' in fields || 'prompt' in fields) return fields
  if ('response' in fields) return fields
  if (hasOwnForm(fields) || isItems(fields['input'])) return fields
  return (isAlone ? isOfChat(fields) : holdsMessages(fields)) ? fields : null
}

/** Whether a record of a log is one conversation, as files to tune models with have them. */
function holdsMessages({ messages }: Fields): boolean {
  return (
    Array.isArray(messages) &&
    messages.length > 0 &&
    messages.every(
      (message) => isRecord(message) && typeof message['role'] === 'string' && !('ts' in message),
    )
  )
}

function isRequest(body: Fields): boolean {
  return findApi(body) !== null && !foreignKeys.some((key) => key in body)
}

/** Whether messages alone show that they are a request: Anthropic's are also how agents store theirs. */
function isOfChat({ messages }: Fields): boolean {
  const list: readonly unknown[] = Array.isArray(messages) ? messages : []
  return list.some(
    (message) =>
      isRecord(message) &&
      (message['role'] === 'tool' ||
        message['role'] === 'developer' ||
        Array.isArray(message['tool_calls']) ||
        (Array.isArray(message['content']) && message['content'].some(isChatMedia)) ||
        (message['content'] === undefined && Array.isArray(message['parts']))),
  )
}

function isChatMedia(part: unknown): boolean {
  return isRecord(part) && (part['type'] === 'image_url' || part['type'] === 'input_audio')
}

function findResponse(fields: Fields, body: Fields): unknown {
  const { response } = fields
  const http = isRecord(response) ? response : {}
  const candidates = [
    http['parsed_body'],
    http['body'],
    isRecord(http['content']) ? http['content'] : null,
    response,
    fields['response_body'],
    fields['responseBody'],
    body === fields ? null : fields['answer'],
    readNestedFields(fields, 'output')['outputBodyJson'],
    body === fields ? null : fields['output'],
    fields['raw_response'],
    fields['completion'],
  ]
  for (const value of candidates) {
    const text = readBodyText(value)
    if (text !== null && text !== '') return parseJsonOrText(text)
    if (Array.isArray(value) || (isRecord(value) && value !== response)) return value
    if (isRecord(value) && !('status' in value && 'headers' in value)) return value
  }
  return null
}

function readStatus(fields: Fields): number | null {
  const { response, status } = fields
  const own = isRecord(response) ? (response['status'] ?? response['status_code']) : null
  return toNumberOrNull(isRecord(own) ? own['code'] : own) ?? toNumberOrNull(status ?? fields['status_code'])
}

/** Why a call failed, without what it may tell of a key. */
function describeCallFailure(response: unknown, status: number | null): string | null {
  const error = isRecord(response) ? response['error'] : null
  const isFailed = (status !== null && status >= 400) || (error !== null && error !== undefined)
  if (!isFailed) return null
  const inner = isRecord(error) ? error : {}
  const reason = toTextOrNull(inner['message']) ?? toTextOrNull(error) ?? ''
  const kind = toTextOrNull(inner['type']) ?? toTextOrNull(inner['code']) ?? ''
  const words = [status === null ? '' : `HTTP ${status}`, kind, reason].filter((word) => word !== '')
  return words.join(' ').replaceAll(secret, '…').slice(0, 500) || 'error'
}

const secret = /\b(?:sk|pk|rk|xai|gsk|AIza|Bearer |key)[-_A-Za-z0-9*]{8,}/g

function readUrl(fields: Fields): string | null {
  const http = readNestedFields(fields, 'request')
  return (
    toTextOrNull(http['url']) ??
    toTextOrNull(http['uri']) ??
    toTextOrNull(fields['url']) ??
    toTextOrNull(fields['path'])
  )
}

/** The model that an address names, as Gemini's do. */
function readUrlModel(url: string | null): string | null {
  const found = /\/models?\/([^/:?#]+)[:/]/.exec(url ?? '')
  return found?.[1] === undefined ? null : decodeURIComponentSafe(found[1])
}

function decodeURIComponentSafe(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const timeKeys = [
  'startedDateTime',
  'start_time',
  'startTime',
  'request_time',
  'time',
  'timestamp',
  'ts',
  'created_at',
  'createdAt',
]

function readCallTime(fields: Fields): number | null {
  for (const key of timeKeys) {
    const value = fields[key]
    // In a HAR file `time` is how long it took.
    const ts = key === 'time' && typeof value === 'number' && value < 1e8 ? null : toTimeOrNull(value)
    // Seconds are too small to be milliseconds of this century.
    if (ts !== null) return ts > 1e8 && ts < 1e11 ? Math.round(ts * 1000) : ts
  }
  return null
}

const conversationKeys = [
  'conversation_id',
  'conversationId',
  'session_id',
  'thread_id',
  'litellm_session_id',
]

/** The id of the conversation that a call belongs to. */
function readConversationId(fields: Fields, body: Fields): string | null {
  const metadata = readNestedFields(body, 'metadata')
  const places = [
    fields,
    readNestedFields(fields, 'metadata'),
    metadata,
    readNestedFields(body, 'client_metadata'),
  ]
  for (const place of places)
    for (const key of conversationKeys) if (toTextOrNull(place[key]) !== null) return toTextOrNull(place[key])
  // Claude Code puts it at the end of the id of its user.
  const session = /session_([0-9a-f-]{36})/.exec(toTextOrNull(metadata['user_id']) ?? '')
  return session?.[1] ?? toTextOrNull(body['prompt_cache_key'])
}

/** A conversation that is kept by the server has its history there. */
function readServerConversation({ conversation }: Fields): string | null {
  return toTextOrNull(conversation) ?? (isRecord(conversation) ? toTextOrNull(conversation['id']) : null)
}
