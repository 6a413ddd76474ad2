import { fieldsAt, textOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { aiSdk } from './ai-sdk.ts'
import { anthropic } from './anthropic.ts'
import type { Api, ModelAnswer } from './api.ts'
import { callBlock, recordsOf, textBlocks } from './blocks.ts'
import { chat } from './chat.ts'
import { eventsIn } from './events.ts'
import { gemini } from './gemini.ts'
import { responses } from './responses.ts'

/** The first that knows a body reads it, so the narrow ones come first. */
const apis: readonly Api[] = [gemini, responses, aiSdk, anthropic, chat]

/** The interface whose request a body is; null for anything else. */
export function apiOf(body: unknown): Api | null {
  return isRecord(body) ? (apis.find((api) => api.isRequest(body)) ?? null) : null
}

/** The answer in a response: an object, the text of a stream, or its pieces as a list. Null where there is none. */
export function answerIn(value: unknown): ModelAnswer | null {
  if (typeof value === 'string') return answerInText(value)
  if (Array.isArray(value)) return gathered(recordsOf(value))
  if (!isRecord(value)) return null
  const whole = apis.find((api) => api.isResponse(value))
  if (whole !== undefined) return whole.answer(value)
  return gathered([value]) ?? scripted(value)
}

function answerInText(text: string): ModelAnswer | null {
  const start = text.trimStart().charAt(0)
  if (start !== '{' && start !== '[') return gathered(eventsIn(text))
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? null : answerIn(value)
  } catch {
    return gathered(eventsIn(text))
  }
}

function gathered(events: readonly Fields[]): ModelAnswer | null {
  for (const api of apis) {
    const response = api.gather(events)
    if (response !== null) return api.answer(response)
  }
  return null
}

/** An answer in words of a recorder's own: a text and calls. */
function scripted({ text, thinking, calls, usage }: Fields): ModelAnswer | null {
  if (typeof text !== 'string' || !Array.isArray(calls)) return null
  const words = textOf(thinking)
  const figures = isRecord(usage) ? usage : {}
  return {
    blocks: [
      ...(words === null ? [] : [{ type: 'thinking' as const, thinking: words }]),
      ...textBlocks(text),
      ...recordsOf(calls).map((call) =>
        callBlock(textOf(call['id']) ?? 'unknown', call['name'], fieldsAt(call, 'args')),
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
  }
}
