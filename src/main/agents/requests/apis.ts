import { append } from '../../../shared/kernel/append.ts'
import { parseJson } from '../../../shared/kernel/json-values.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { readGeminiBlocks } from '../gemini-cli/parts.ts'
import { isRecord, readNestedFields, readRecordList, toTextOrNull, type Fields } from '../json/fields.ts'
import { parseRecord } from '../json/fields.ts'
import { readResponseTerms } from '../usage/read-service-terms.ts'
import { readGeminiUsage } from '../usage/response-usage.ts'
import { aiSdk } from './ai-sdk.ts'
import { anthropic } from './anthropic.ts'
import type { Api, ServedAnswer } from './api.ts'
import { bedrock } from './bedrock.ts'
import { buildCallBlock, buildTextBlocks, createLocalIds, readSystemText, readToolNames } from './blocks.ts'
import { chat } from './chat.ts'
import { langChain } from './lang-chain.ts'
import { responses } from './responses.ts'
import { shareGpt } from './share-gpt.ts'

/** Gemini's `generateContent`, also as Code Assist wraps it. */
const gemini: Api = {
  isRequest: (body) =>
    readRecordList(unwrapBody(body, 'request')['contents']).some(({ parts }) => Array.isArray(parts)),
  read: (body) => {
    const own = unwrapBody(body, 'request')
    const ids = createLocalIds()
    return {
      system: readSystemText(own['systemInstruction'] ?? own['system_instruction']),
      tools: readToolNames(own['tools']),
      messages: readRecordList(own['contents']).map(({ role, parts }) => ({
        role: role === 'model' ? 'assistant' : 'user',
        content: [...readGeminiBlocks(parts ?? [], ids)],
      })),
    }
  },
  isResponse: (response) => Array.isArray(unwrapBody(response, 'response')['candidates']),
  answer: (response) => {
    const own = unwrapBody(response, 'response')
    const [first] = readRecordList(own['candidates'])
    return {
      blocks: readGeminiBlocks(readNestedFields(first ?? {}, 'content')['parts'] ?? [], createLocalIds()),
      usage: readGeminiUsage(own['usageMetadata']),
      modelId: toTextOrNull(own['modelVersion']),
    }
  },
  gather: (events) => {
    const chunks = events.map((event) => unwrapBody(event, 'response'))
    const isOwn = chunks.some(
      (chunk) => Array.isArray(chunk['candidates']) || isRecord(chunk['usageMetadata']),
    )
    return isOwn ? joinChunks(chunks) : null
  },
}

/** The first that knows a body reads it, so the narrow ones come first. */
const apis: readonly Api[] = [gemini, responses, shareGpt, langChain, bedrock, aiSdk, anthropic, chat]

/** Those whose messages alone show what they are. */
const ownForms: readonly Api[] = [shareGpt, langChain, bedrock, aiSdk]

/** Whether a body is known by the form of its messages, whatever else it has. */
export function hasOwnForm(body: Fields): boolean {
  return ownForms.some((api) => api.isRequest(body))
}

/** The interface whose request a body is; null for anything else. */
export function findApi(body: unknown): Api | null {
  return isRecord(body) ? (apis.find((api) => api.isRequest(body)) ?? null) : null
}

/** The answer in a response: an object, the text of a stream, or its pieces as a list. Null where there is none. */
export function readModelAnswer(value: unknown): ServedAnswer | null {
  if (typeof value === 'string') return parseAnswerText(value)
  if (Array.isArray(value))
    return gatherAnswer(readRecordList(value)) ?? readListedAnswer(readRecordList(value))
  if (!isRecord(value)) return null
  const whole = apis.find((api) => api.isResponse(value))
  if (whole !== undefined) return readServed(whole, value)
  return gatherAnswer([value]) ?? readScriptedAnswer(value)
}

function parseAnswerText(text: string): ServedAnswer | null {
  const start = text.trimStart().charAt(0)
  if (start !== '{' && start !== '[') return gatherAnswer(readStreamEvents(text))
  try {
    const value: unknown = parseJson(text)
    return typeof value === 'string' ? null : readModelAnswer(value)
  } catch {
    return gatherAnswer(readStreamEvents(text))
  }
}

function readServed(api: Api, response: Fields): ServedAnswer {
  return { ...api.answer(response), served: readResponseTerms(response) }
}

function gatherAnswer(events: readonly Fields[]): ServedAnswer | null {
  for (const api of apis) {
    const response = api.gather(events)
    if (response !== null) return readServed(api, response)
  }
  return null
}

/** The answer of a row that has its messages in two lists. */
function readListedAnswer(messages: readonly Fields[]): ServedAnswer | null {
  const message = messages.find(({ role }) => role === 'assistant')
  return message === undefined ? null : readServed(chat, { choices: [{ message }] })
}

/** An answer in words of a recorder's own: a text and calls. */
function readScriptedAnswer({ text, thinking, calls, usage }: Fields): ServedAnswer | null {
  if (typeof text !== 'string' || !Array.isArray(calls)) return null
  const words = toTextOrNull(thinking)
  const figures = isRecord(usage) ? usage : {}
  return {
    blocks: [
      ...(words === null ? [] : [{ type: 'thinking' as const, thinking: words }]),
      ...buildTextBlocks(text),
      ...readRecordList(calls).map((call) =>
        buildCallBlock(toTextOrNull(call['id']) ?? 'unknown', call['name'], readNestedFields(call, 'args')),
      ),
    ],
    usage: chat.answer({
      usage: {
        prompt_tokens: figures['in'],
        completion_tokens: figures['out'],
        prompt_cache_hit_tokens: figures['cached'],
      },
    }).usage,
    modelId: null,
    served: null,
  }
}

/** The data of server-sent events, as far as they are JSON objects; also of lines that are bare JSON. */
function readStreamEvents(text: string): readonly Fields[] {
  const events: Fields[] = []
  let data: string[] = []
  const flush = (): void => {
    const whole = data.length > 0 ? parseRecord(data.join('\n')) : []
    // Recorders leave the empty lines between events out.
    append(events, whole.length > 0 || data.length < 2 ? whole : data.flatMap(parseRecord))
    data = []
  }
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line.startsWith('data:')) data.push(line.slice(line.charAt(5) === ' ' ? 6 : 5))
    else if (line.startsWith('{')) append(events, parseRecord(line))
    else if (line === '') flush()
  }
  flush()
  return events
}

function unwrapBody(body: Fields, key: 'request' | 'response'): Fields {
  const wrapped = body[key]
  return isRecord(wrapped) && ('contents' in wrapped || 'candidates' in wrapped) ? wrapped : body
}

/** Pieces of one response together; words that follow each other are one part. */
function joinChunks(chunks: readonly Fields[]): Fields {
  const parts: Fields[] = []
  for (const chunk of chunks) {
    const [candidate] = readRecordList(chunk['candidates'])
    for (const part of readRecordList(readNestedFields(candidate ?? {}, 'content')['parts'])) {
      const last = parts.at(-1)
      if (last !== undefined && isWords(last) && isWords(part) && last['thought'] === part['thought'])
        parts[parts.length - 1] = {
          ...last,
          ...part,
          text: `${toSafeString(last['text'])}${toSafeString(part['text'])}`,
        }
      else parts.push(part)
    }
  }
  const findLastValue = (key: string): unknown => chunks.findLast((chunk) => chunk[key] !== undefined)?.[key]
  return {
    candidates: [{ content: { role: 'model', parts } }],
    usageMetadata: findLastValue('usageMetadata'),
    modelVersion: findLastValue('modelVersion'),
  }
}

function isWords(part: Fields): boolean {
  return typeof part['text'] === 'string' && part['functionCall'] === undefined
}
