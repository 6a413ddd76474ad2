import { blocksOfParts } from '../gemini-cli/parts.ts'
import { fieldsAt, textOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { geminiUsage } from '../usage/response-usage.ts'
import type { Api } from './api.ts'
import { createLocalIds, recordsOf, systemText, toolNames } from './blocks.ts'

/** Gemini's `generateContent`, also as Code Assist wraps it. */
export const gemini: Api = {
  isRequest: (body) =>
    recordsOf(inner(body, 'request')['contents']).some(({ parts }) => Array.isArray(parts)),
  read: (body) => {
    const own = inner(body, 'request')
    const ids = createLocalIds()
    return {
      system: systemText(own['systemInstruction'] ?? own['system_instruction']),
      tools: toolNames(own['tools']),
      messages: recordsOf(own['contents']).map(({ role, parts }) => ({
        role: role === 'model' ? 'assistant' : 'user',
        content: [...blocksOfParts(parts ?? [], ids)],
      })),
    }
  },
  isResponse: (response) => Array.isArray(inner(response, 'response')['candidates']),
  answer: (response) => {
    const own = inner(response, 'response')
    const [first] = recordsOf(own['candidates'])
    return {
      blocks: blocksOfParts(fieldsAt(first ?? {}, 'content')['parts'] ?? [], createLocalIds()),
      usage: geminiUsage(own['usageMetadata']),
      modelId: textOf(own['modelVersion']),
    }
  },
  gather: (events) => {
    const chunks = events.map((event) => inner(event, 'response'))
    const isOwn = chunks.some(
      (chunk) => Array.isArray(chunk['candidates']) || isRecord(chunk['usageMetadata']),
    )
    return isOwn ? responseIn(chunks) : null
  },
}

function inner(body: Fields, key: 'request' | 'response'): Fields {
  const wrapped = body[key]
  return isRecord(wrapped) && ('contents' in wrapped || 'candidates' in wrapped) ? wrapped : body
}

/** Pieces of one response together; words that follow each other are one part. */
function responseIn(chunks: readonly Fields[]): Fields {
  const parts: Fields[] = []
  for (const chunk of chunks) {
    const [candidate] = recordsOf(chunk['candidates'])
    for (const part of recordsOf(fieldsAt(candidate ?? {}, 'content')['parts'])) {
      const last = parts.at(-1)
      if (last !== undefined && isWords(last) && isWords(part) && last['thought'] === part['thought'])
        parts[parts.length - 1] = { ...last, ...part, text: `${String(last['text'])}${String(part['text'])}` }
      else parts.push(part)
    }
  }
  const last = (key: string): unknown => chunks.findLast((chunk) => chunk[key] !== undefined)?.[key]
  return {
    candidates: [{ content: { role: 'model', parts } }],
    usageMetadata: last('usageMetadata'),
    modelVersion: last('modelVersion'),
  }
}

function isWords(part: Fields): boolean {
  return typeof part['text'] === 'string' && part['functionCall'] === undefined
}
