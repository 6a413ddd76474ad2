import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importTask } from '../import-task.ts'
import { sourceOfText } from '../testing/source-of-text.ts'
import { merged, wireSentBy, type WireMessage } from '../testing/wire-messages.ts'
import { requests } from './requests.ts'

const recorded = resolve(import.meta.dirname, '../../../../../shared/data/recorded')
const isPresent = existsSync(recorded)

type Fields = Record<string, unknown>
type Line = { readonly kind: string; readonly body: Fields }

// The lines are the recordings' own, whose form is known.
const list = (value: unknown): readonly Fields[] => value as readonly Fields[]
const readLogLines = (path: string): readonly Line[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Line => JSON.parse(line))

function readParts(content: unknown): readonly unknown[] {
  if (content === null || content === undefined || content === '') return []
  if (typeof content === 'string') return [{ text: content }]
  return list(content).map(({ text }) => ({ text }))
}

const parsed = (text: unknown): unknown => JSON.parse(String(text))

function chatMessage(message: Fields): WireMessage {
  const { role, content, tool_calls: calls = [] } = message
  if (role === 'tool')
    return {
      role: 'user',
      parts: [{ result: message['tool_call_id'], content: readResult(content) }],
    }
  const own = list(calls).map(({ id, function: call }) => {
    const { name, arguments: input } = call as Fields
    return { call: id, name, input: parsed(input) }
  })
  return { role: role === 'assistant' ? 'assistant' : 'user', parts: [...readParts(content), ...own] }
}

const readResult = (content: unknown): unknown =>
  typeof content === 'string' ? content : list(content).map(({ text }) => ({ type: 'text', text }))

function responsesItem(item: Fields): WireMessage | null {
  const { type, role, content } = item
  switch (type) {
    case 'message':
      return { role: role === 'assistant' ? 'assistant' : 'user', parts: readParts(content) }
    case 'function_call':
      return {
        role: 'assistant',
        parts: [{ call: item['call_id'], name: item['name'], input: parsed(item['arguments']) }],
      }
    case 'custom_tool_call':
      return {
        role: 'assistant',
        parts: [{ call: item['call_id'], name: item['name'], input: { input: item['input'] } }],
      }
    case 'function_call_output':
    case 'custom_tool_call_output':
      return { role: 'user', parts: [{ result: item['call_id'], content: item['output'] }] }
    case 'reasoning':
      return null
    default:
      throw new Error(`the test does not know ${String(type)}`)
  }
}

function geminiMessage({ role, parts }: Fields): WireMessage {
  return {
    role: role === 'model' ? 'assistant' : 'user',
    parts: list(parts).flatMap(({ text, thought, functionCall, functionResponse }): readonly unknown[] => {
      const [call, result] = [functionCall as Fields | undefined, functionResponse as Fields | undefined]
      if (call !== undefined) return [{ call: call['id'], name: call['name'], input: call['args'] }]
      if (result !== undefined) {
        const { output, error } = result['response'] as Fields
        return [{ result: result['id'], content: output ?? error }]
      }
      return thought === true || text === '' ? [] : [{ text }]
    }),
  }
}

/** What a body says, read anew: its system prompt aside, and messages of one role together. */
function readSentMessages(body: Fields): readonly WireMessage[] {
  if ('contents' in body) return merged(list(body['contents']).map(geminiMessage))
  const messages = list(body['messages'] ?? body['input'])
  const first = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer')
  const own = messages.slice(first)
  return merged(
    own.flatMap((message) => ('messages' in body ? chatMessage(message) : (responsesItem(message) ?? []))),
  )
}

const withoutReasoning = (messages: readonly WireMessage[]): readonly WireMessage[] =>
  merged(
    messages.map(({ role, parts }) => ({
      role,
      parts: parts.filter((part) => !(part as Fields)['type']?.toString().includes('reasoning')),
    })),
  )

async function readSessionKeys(path: string): Promise<readonly (string | null)[]> {
  const source = sourceOfText('requests.jsonl', readFileSync(path, 'utf8'), null)
  const heads = (await requests.sessions?.list(source)) ?? []
  return heads.length === 0 ? [null] : heads.map(({ key }) => key)
}

describe.skipIf(!isPresent)('requests that real agents sent', () => {
  it.each([
    ['cline', 31, ['summary', 'summary']],
    ['codex', 31, ['summary', 'summary']],
    ['gemini', 34, ['summary']],
    ['opencode', 32, ['summary', 'summary']],
    ['pi', 33, ['summary', 'summary']],
    ['pi-0.87', 30, ['summary']],
    ['qwen', 32, ['summary', 'summary']],
  ])('of %s are read as they were sent, every one', async (agent, count, kinds) => {
    const path = join(recorded, agent, 'requests.jsonl')
    const lines = readLogLines(path)
    expect(lines).toHaveLength(count)
    const keys = await readSessionKeys(path)
    const sessions = await Promise.all(keys.map((key) => importTask(key === null ? path : `${path}#${key}`)))
    const queues = sessions.map((task) =>
      wireSentBy(task).map((one) => JSON.stringify(withoutReasoning(one))),
    )
    const unread = lines.filter(({ body }) => {
      const wanted = JSON.stringify(readSentMessages(body))
      const queue = queues.find(([next]) => next === wanted)
      return queue?.shift() === undefined
    })
    expect(unread.map(({ kind }) => kind)).toEqual([])
    expect(queues.flat()).toEqual([])
    const main = await importTask(path)
    const turns = lines.filter(({ kind }) => kind === 'turn')
    expect(main.contexts?.requests.length).toBeGreaterThanOrEqual(turns.length)
    expect(main.usage.condensations.map(({ kind }) => kind)).toEqual(kinds)
  })
})
