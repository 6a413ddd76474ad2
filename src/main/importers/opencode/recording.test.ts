import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { walkContextLog } from '../../engine/history/context-log.ts'
import { importTask } from '../import-task.ts'
import type { ImportedTask } from '../imported-task.ts'

const folder = resolve(import.meta.dirname, '../../../../../shared/data/recorded/opencode')
const isPresent = existsSync(folder)

type WireMessage = {
  readonly role: string
  readonly content: string
  readonly reasoning_content?: string
  readonly tool_call_id?: string
  readonly tool_calls?: readonly {
    readonly id: string
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
}
type Request = {
  readonly n: number
  readonly kind: string
  readonly body: { readonly messages: readonly WireMessage[] }
}
type Block = Readonly<Record<string, unknown>>

/** A message as both sides have it: one thing after the other. */
type Neutral = readonly (string | undefined)[]

function fromWire({ role, content, ...message }: WireMessage): Neutral[] {
  if (role === 'tool') return [['result', message.tool_call_id, content]]
  return [
    ...(message.reasoning_content ? [['reasoning', message.reasoning_content]] : []),
    ...(content === '' ? [] : [[role, content]]),
    ...(message.tool_calls ?? []).map((call) => [
      'call',
      call.id,
      call.function.name,
      call.function.arguments,
    ]),
  ]
}

function fromTask({ messages }: ImportedTask, index: number): Neutral[] {
  const { role, content } = messages[index] ?? { role: '', content: '' }
  if (typeof content === 'string') return [[role, content]]
  return content.map((block: Block): Neutral => {
    if (block['type'] === 'tool_use')
      return ['call', String(block['id']), String(block['name']), JSON.stringify(block['input'])]
    if (block['type'] === 'tool_result')
      return ['result', String(block['tool_use_id']), String(block['content'])]
    if (block['type'] === 'thinking') return ['reasoning', String(block['thinking'])]
    return [role, String(block['text'])]
  })
}

describe.skipIf(!isPresent)('a recorded session of OpenCode', () => {
  it('sent what the reader says that each request sent', async () => {
    const task = await importTask(join(folder, 'storage/export.json'))
    const requests = readFileSync(join(folder, 'requests.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line): Request => JSON.parse(line))
    const turns = requests.filter(({ kind }) => kind === 'turn')
    const { contexts = { requests: [], changes: [], copies: [] } } = task
    expect(contexts.requests).toHaveLength(turns.length)
    const walk = walkContextLog(contexts)
    contexts.requests.forEach(({ before }, request) => {
      walk.to(request, before)
      const sent = turns[request]?.body.messages.filter(({ role }) => role !== 'system') ?? []
      expect(walk.indices().flatMap((index) => fromTask(task, index))).toEqual(sent.flatMap(fromWire))
    })
  })

  it('has its two summaries where they were made, with what they cost', async () => {
    const { usage, contexts } = await importTask(join(folder, 'storage/export.json'))
    expect(usage.condensations).toMatchObject([
      {
        trigger: 'auto',
        tokensBefore: 56_000,
        usage: { tokensIn: 20_160, cacheReads: 30_240, tokensOut: 420 },
      },
      { trigger: 'manual', usage: { tokensIn: 20_160, cacheReads: 30_240, tokensOut: 420 } },
    ])
    expect(contexts?.changes.map(({ request }) => request)).toEqual([17, 28])
    const sum = usage.requests.reduce((all, { tokensIn = 0 }) => all + tokensIn, 0)
    // The agent's own sum has its summaries in it.
    expect(sum + 2 * 20_160).toBe(338_544)
  })
})
