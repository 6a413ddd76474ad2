import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/domain/message.ts'
import { walkContextLog } from '../../engine/history/context-log.ts'
import { importTask } from '../import-task.ts'
import type { ImportedTask } from '../imported-task.ts'

const data = resolve(import.meta.dirname, '../../../../../shared/data')
const recorded = ['pi', 'pi-0.87'].map((name) => join(data, 'recorded', name))
const isPresent = existsSync(join(data, 'recorded', 'pi'))

/** A part of a history in words that both sides have. */
type Item = readonly string[]

type WireMessage = {
  readonly role: string
  readonly content: string | readonly { readonly text: string }[] | null
  readonly reasoning_content?: string
  readonly tool_calls?: readonly {
    readonly id: string
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
  readonly tool_call_id?: string
}

type Sent = { readonly kind: string; readonly body: { readonly messages: readonly WireMessage[] } }

function sentItems(message: WireMessage): Item[] {
  const { role, content, reasoning_content: thinking, tool_calls: calls = [], tool_call_id: id } = message
  const words = typeof content === 'string' ? content : (content ?? []).map(({ text }) => text).join('')
  if (role === 'system' || role === 'developer') return []
  if (role === 'tool') return [['result', String(id), words]]
  return [
    ...(thinking === undefined ? [] : [['thinking', thinking]]),
    ...(words === '' ? [] : [[role, words]]),
    ...calls.map((call) => [
      'call',
      call.id,
      call.function.name,
      JSON.stringify(JSON.parse(call.function.arguments)),
    ]),
  ]
}

function readItems({ role, content }: Message): Item[] {
  if (typeof content === 'string') return [[role, content]]
  return content.map((block): Item => {
    switch (block.type) {
      case 'tool_use':
        return ['call', String(block['id']), String(block['name']), JSON.stringify(block['input'])]
      case 'tool_result':
        return ['result', String(block['tool_use_id']), textOf(block['content'])]
      case 'thinking':
        return ['thinking', String(block['thinking'])]
      default:
        return [role, String(block['text'])]
    }
  })
}

function textOf(content: unknown): string {
  return Array.isArray(content)
    ? content.map((block: { text: string }) => block.text).join('\n')
    : String(content)
}

function historiesOf({ messages, contexts }: ImportedTask): Item[][] {
  if (contexts === undefined) return []
  const walk = walkContextLog(contexts)
  return contexts.requests.map(({ before }, request) => {
    walk.to(request, before)
    return walk.indices().flatMap((index) => readItems(messages[index] ?? { role: '', content: [] }))
  })
}

describe.skipIf(!isPresent)('sessions that pi recorded while its requests were', () => {
  it.each(recorded)('%s has the history of each request as it was sent', async (folder) => {
    const sessions = join(folder, 'storage/.pi/agent/sessions')
    const [name] = readdirSync(sessions, { recursive: true, encoding: 'utf8' }).filter((one) =>
      one.endsWith('.jsonl'),
    )
    const task = await importTask(join(sessions, String(name)))
    const requests = readFileSync(join(folder, 'requests.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line): Sent => JSON.parse(line))
    const turns = requests.filter(({ kind }) => kind === 'turn')
    expect(historiesOf(task)).toEqual(turns.map(({ body }) => body.messages.flatMap(sentItems)))
    expect(task.usage.condensations).toHaveLength(requests.filter(({ kind }) => kind === 'summary').length)
    expect(task.problems).toEqual([])
  })
})
