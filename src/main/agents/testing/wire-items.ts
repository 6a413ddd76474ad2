import { joinToolName } from '../codex/items.ts'
import { isRecord } from '../json/fields.ts'

/** A part of a history in words that a file of an agent and its requests have in common. */
export type Item = readonly string[]

type Fields = Readonly<Record<string, unknown>>

/** What a request in OpenAI's chat form held, but for its system prompt. */
export function chatItems(body: unknown): readonly Item[] {
  return buildChatItems(body, (texts) => [texts.join('')])
}

/** The same, each text of a message on its own, but for reminders, which are not stored. */
export function chatItemsWithoutReminders(body: unknown): readonly Item[] {
  return buildChatItems(body, (texts) => texts.filter((text) => !text.startsWith('<system-reminder>')))
}

/** The same of OpenClaw, which tells the hour, the session and what runs in each request, and stores none of that. */
export function openClawItems(body: unknown): readonly Item[] {
  return buildChatItems(body, (texts) =>
    texts
      .filter((text) => !/^(?:<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>|Runtime: agent=)/.test(text))
      .map((text) =>
        text.replace(/^\[\w{3} [\d-]{10} [\d:]{5} \w+\] /, '').replace(/\n\nRuntime: agent=.*$/, ''),
      ),
  )
}

function buildChatItems(body: unknown, words: (texts: readonly string[]) => readonly string[]): Item[] {
  return readNestedList(body, 'messages').flatMap((message): Item[] => {
    const { role, content, reasoning_content: thinking } = message
    const texts = readContentTexts(content)
    if (role === 'system' || role === 'developer') return []
    if (role === 'tool') return [['result', String(message['tool_call_id']), texts.join('')]]
    return [
      ...(typeof thinking === 'string' && thinking !== '' ? [['thinking', thinking]] : []),
      ...words(texts)
        .filter((text) => text !== '')
        .map((text) => [String(role), text]),
      ...readNestedList(message, 'tool_calls').map(({ id, function: called }) => {
        const { name, arguments: input } = isRecord(called) ? called : {}
        return callItem(id, name, JSON.parse(String(input)))
      }),
    ]
  })
}

/** What a request in OpenAI's Responses form held. */
export function responsesItems(body: unknown): readonly Item[] {
  return readNestedList(body, 'input').flatMap((item): Item[] => {
    const { type, role, call_id: id, name } = item
    switch (type) {
      case 'message':
        return readContentTexts(item['content']).map((text) => [
          role === 'assistant' ? 'assistant' : 'user',
          text,
        ])
      case 'reasoning':
        return [['thinking', readContentTexts(item['summary']).join('\n'), String(item['encrypted_content'])]]
      case 'function_call':
        return [callItem(id, readToolName(item), JSON.parse(String(item['arguments'])))]
      case 'custom_tool_call':
        return [callItem(id, name, { input: item['input'] })]
      case 'tool_search_call':
        return [callItem(id, 'tool_search', item['arguments'])]
      case 'tool_search_output':
        return [['result', String(id), JSON.stringify(item['tools'])]]
      case 'function_call_output':
      case 'custom_tool_call_output':
        return [['result', String(id), readContentTexts(item['output']).join('\n')]]
      default:
        return [['unknown', String(type)]]
    }
  })
}

/** Tools of MCP servers have a namespace beside their name. */
function readToolName({ name, namespace }: Fields): unknown {
  return typeof namespace === 'string' ? joinToolName(namespace, String(name)) : name
}

/** What a request in Gemini's form held. */
export function geminiItems(body: unknown): readonly Item[] {
  return readNestedList(body, 'contents').flatMap((content) => {
    const role = content['role'] === 'model' ? 'assistant' : 'user'
    return readNestedList(content, 'parts').map(
      ({ text, functionCall: call, functionResponse: response }): Item => {
        if (isRecord(call)) return callItem(call['id'], call['name'], call['args'])
        if (!isRecord(response)) return [role, String(text)]
        const answer = isRecord(response['response']) ? response['response'] : {}
        return ['result', String(response['id']), String(answer['output'] ?? answer['error'])]
      },
    )
  })
}

/** A call as an item. */
export function callItem(id: unknown, name: unknown, input: unknown): Item {
  return ['call', String(id), String(name), JSON.stringify(input)]
}

/** The texts of a content that is a string or a list of parts. */
export function readContentTexts(content: unknown): string[] {
  if (typeof content === 'string') return [content]
  return Array.isArray(content) ? content.filter(isRecord).map(({ text }) => String(text)) : []
}

function readNestedList(value: unknown, key: string): readonly Fields[] {
  const list = isRecord(value) ? value[key] : []
  return Array.isArray(list) ? list.filter(isRecord) : []
}
