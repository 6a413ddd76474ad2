import { readFileSync } from 'node:fs'
import type { Message } from '../../../shared/domain/message.ts'
import { walkContextLog } from '../../engine/history/context-log.ts'
import type { ImportedTask } from '../imported-task.ts'

/** A part of a history in words that a file of an agent and its requests have in common. */
export type Item = readonly string[]

type ChatMessage = {
  readonly role: string
  readonly content: string | readonly { readonly text: string }[] | null
  readonly reasoning_content?: string
  readonly tool_calls?: readonly {
    readonly id: string
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
  readonly tool_call_id?: string
}

/** A recorded request in OpenAI's chat form. */
export type ChatRequest = {
  readonly kind: string
  readonly body: { readonly messages: readonly ChatMessage[] }
}

/** Reads recorded requests, one a line. */
export function chatRequestsOf(path: string): readonly ChatRequest[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  return lines.map((line): ChatRequest => JSON.parse(line))
}

/** What a request held, but for its system prompt. */
export function sentItems({ body }: ChatRequest): readonly Item[] {
  return body.messages.flatMap((message): Item[] => {
    const { role, content, reasoning_content: thinking, tool_calls: calls = [], tool_call_id: id } = message
    const words = typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('')
    if (role === 'system' || role === 'developer') return []
    if (role === 'tool') return [['result', String(id), words]]
    return [
      ...(thinking === undefined ? [] : [['thinking', thinking]]),
      ...(words === '' ? [] : [[role, words]]),
      ...calls.map((call) => callItem(call.id, call.function.name, JSON.parse(call.function.arguments))),
    ]
  })
}

/** What each request of a task sent, as its reader tells it. */
export function readItems({ messages, contexts }: ImportedTask): readonly (readonly Item[])[] {
  if (contexts === undefined) return []
  const walk = walkContextLog(contexts)
  return contexts.requests.map(({ before }, request) => {
    walk.to(request, before)
    return walk.indices().flatMap((index) => itemsOf(messages[index]))
  })
}

function itemsOf(message: Message | undefined): readonly Item[] {
  const { role = '', content = '' } = message ?? {}
  if (typeof content === 'string') return [[role, content]]
  return content.map((block): Item => {
    switch (block.type) {
      case 'tool_use':
        return callItem(String(block['id']), String(block['name']), block['input'])
      case 'tool_result':
        return ['result', String(block['tool_use_id']), textOf(block['content'])]
      case 'thinking':
        return ['thinking', String(block['thinking'])]
      default:
        return [role, String(block['text'])]
    }
  })
}

function callItem(id: string, name: string, input: unknown): Item {
  return ['call', id, name, JSON.stringify(input)]
}

function textOf(content: unknown): string {
  return Array.isArray(content)
    ? content.map((block: { readonly text: string }) => block.text).join('\n')
    : String(content)
}
