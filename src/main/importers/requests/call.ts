import type { RequestUsage } from '../../../shared/domain/usage.ts'
import { fieldsAt, numberOf, textOf, timeOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import type { Api, ModelAnswer } from './api.ts'
import { answerIn, apiOf, hasOwnForm } from './apis.ts'
import { isItems, type Exchange } from './exchanges.ts'
import { jsonOrText, objectIn, textIn } from './recorded-body.ts'

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
export function callOf({ fields, line, isAlone }: Exchange): Call | null {
  const body = bodyIn(fields, isAlone)
  const api = apiOf(body)
  if (body === null || api === null) return null
  const response = responseIn(fields, body)
  const status = statusOf(fields)
  const url = urlOf(fields)
  const ts = tsOf(fields)
  const costUsd = numberOf(fields['response_cost'] ?? fields['cost'] ?? fields['spend'])
  const model = textOf(body['model']) ?? textOf(fields['model']) ?? textOf(fields['modelId']) ?? modelIn(url)
  const failureText = failureIn(response, status)
  return {
    line,
    api,
    body,
    conversation: conversationOf(fields, body),
    responseId: isRecord(response) ? textOf(response['id']) : null,
    previousId: textOf(body['previous_response_id']) ?? serverSideOf(body),
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
export function answerTo({ response, facts }: Call): ModelAnswer | null {
  if (facts.failureText !== undefined || response === null) return null
  return answerIn(response)
}

/** Whether a record is an exchange with a model of which only the answer was recorded. */
export function isAnswerAlone({ fields }: Exchange): boolean {
  return (
    /\/(?:chat\/completions|v1\/messages|responses|completions)\b|enerateContent/.test(urlOf(fields) ?? '') &&
    answerIn(responseIn(fields, {})) !== null
  )
}

function bodyIn(fields: Fields, isAlone: boolean): Fields | null {
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
    fieldsAt(fields, 'proxy_server_request')['body'],
    fields['payload'],
    fields['params'],
    fieldsAt(fields, 'input')['inputBodyJson'],
  ]
  for (const value of wrapped) {
    const body = objectIn(value)
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
  return apiOf(body) !== null && !foreignKeys.some((key) => key in body)
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

function responseIn(fields: Fields, body: Fields): unknown {
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
    fieldsAt(fields, 'output')['outputBodyJson'],
    body === fields ? null : fields['output'],
    fields['raw_response'],
    fields['completion'],
  ]
  for (const value of candidates) {
    const text = textIn(value)
    if (text !== null && text !== '') return jsonOrText(text)
    if (Array.isArray(value) || (isRecord(value) && value !== response)) return value
    if (isRecord(value) && !('status' in value && 'headers' in value)) return value
  }
  return null
}

function statusOf(fields: Fields): number | null {
  const { response, status } = fields
  const own = isRecord(response) ? (response['status'] ?? response['status_code']) : null
  return numberOf(isRecord(own) ? own['code'] : own) ?? numberOf(status ?? fields['status_code'])
}

/** Why a call failed, without what it may tell of a key. */
function failureIn(response: unknown, status: number | null): string | null {
  const error = isRecord(response) ? response['error'] : null
  const isFailed = (status !== null && status >= 400) || (error !== null && error !== undefined)
  if (!isFailed) return null
  const inner = isRecord(error) ? error : {}
  const reason = textOf(inner['message']) ?? textOf(error) ?? ''
  const kind = textOf(inner['type']) ?? textOf(inner['code']) ?? ''
  const words = [status === null ? '' : `HTTP ${status}`, kind, reason].filter((word) => word !== '')
  return words.join(' ').replaceAll(secret, '…').slice(0, 500) || 'error'
}

const secret = /\b(?:sk|pk|rk|xai|gsk|AIza|Bearer |key)[-_A-Za-z0-9*]{8,}/g

function urlOf(fields: Fields): string | null {
  const http = fieldsAt(fields, 'request')
  return textOf(http['url']) ?? textOf(http['uri']) ?? textOf(fields['url']) ?? textOf(fields['path'])
}

/** The model that an address names, as Gemini's do. */
function modelIn(url: string | null): string | null {
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

function tsOf(fields: Fields): number | null {
  for (const key of timeKeys) {
    const value = fields[key]
    // In a HAR file `time` is how long it took.
    const ts = key === 'time' && typeof value === 'number' && value < 1e8 ? null : timeOf(value)
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
function conversationOf(fields: Fields, body: Fields): string | null {
  const metadata = fieldsAt(body, 'metadata')
  const places = [fields, fieldsAt(fields, 'metadata'), metadata, fieldsAt(body, 'client_metadata')]
  for (const place of places)
    for (const key of conversationKeys) if (textOf(place[key]) !== null) return textOf(place[key])
  // Claude Code puts it at the end of the id of its user.
  const session = /session_([0-9a-f-]{36})/.exec(textOf(metadata['user_id']) ?? '')
  return session?.[1] ?? textOf(body['prompt_cache_key'])
}

/** A conversation that is kept by the server has its history there. */
function serverSideOf({ conversation }: Fields): string | null {
  return textOf(conversation) ?? (isRecord(conversation) ? textOf(conversation['id']) : null)
}
