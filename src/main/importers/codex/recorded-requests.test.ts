import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { walkContextLog } from '../../engine/history/context-log.ts'
import { importTask } from '../import-task.ts'
import type { ImportedTask } from '../imported-task.ts'

const recorded = resolve(import.meta.dirname, '../../../../../shared/data/recorded/codex')
const isPresent = existsSync(recorded)

type WireItem = Readonly<{
  type: string
  role?: string
  content?: readonly Readonly<{ type: string; text?: string }>[] | null
  summary?: readonly Readonly<{ text: string }>[]
  encrypted_content?: string
  call_id?: string
  name?: string
  arguments?: string
  input?: string
  output?: string
}>
type Sent = Readonly<{
  n: number
  kind: string
  body: Readonly<{ input: readonly WireItem[] }>
  answer: Readonly<{ usage: Readonly<{ in: number; out: number }> }>
}>

/** What both sides are turned into: one line for each block, with who said it. */
function wireLines(item: WireItem): string[] {
  const said = JSON.stringify
  switch (item.type) {
    case 'message':
      return (item.content ?? []).map(
        ({ text }) => `${item.role === 'assistant' ? 'assistant' : 'user'} text ${said(text)}`,
      )
    case 'reasoning':
      return [
        `assistant thinking ${said(item.summary?.map(({ text }) => text).join('\n'))} ${item.encrypted_content}`,
      ]
    case 'function_call':
      return [`assistant call ${item.call_id} ${item.name} ${said(JSON.parse(item.arguments ?? ''))}`]
    case 'custom_tool_call':
      return [`assistant call ${item.call_id} ${item.name} ${said({ input: item.input })}`]
    case 'function_call_output':
    case 'custom_tool_call_output':
      return [`user result ${item.call_id} ${said(item.output)}`]
    default:
      return [`unknown ${item.type}`]
  }
}

function messageLines({ role, content }: ImportedTask['messages'][number]): string[] {
  const said = JSON.stringify
  if (typeof content === 'string') return [`${role} text ${said(content)}`]
  return content.map((block) => {
    switch (block.type) {
      case 'text':
        return `${role} text ${said(block['text'])}`
      case 'thinking':
        return `${role} thinking ${said(block['thinking'])} ${String(block['encrypted_content'])}`
      case 'tool_use':
        return `${role} call ${String(block['id'])} ${String(block['name'])} ${said(block['input'])}`
      case 'tool_result':
        return `${role} result ${String(block['tool_use_id'])} ${said(block['content'])}`
      default:
        return `unknown ${block.type}`
    }
  })
}

describe.skipIf(!isPresent)('what the recorded Codex sent', () => {
  let sent: Sent[] = []
  let task: ImportedTask
  beforeAll(async () => {
    const lines = readFileSync(join(recorded, 'requests.jsonl'), 'utf8').trim().split('\n')
    sent = lines.map((line): Sent => JSON.parse(line))
    const [rollout] = readdirSync(join(recorded, 'storage'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.jsonl'),
    )
    task = await importTask(join(recorded, 'storage', rollout ?? ''))
  })

  it('is the history of each request, message by message', () => {
    const turns = sent.filter(({ kind }) => kind === 'turn')
    const contexts = task.contexts!
    expect(contexts.requests).toHaveLength(turns.length)
    const walk = walkContextLog(contexts)
    for (const [at, { body }] of turns.entries()) {
      walk.to(at, contexts.requests[at]!.before)
      // The first item is the system prompt, which this version sends as a message and stores in its head.
      const wanted = body.input.slice(1).flatMap(wireLines)
      expect(walk.indices().flatMap((index) => messageLines(task.messages[index]!))).toEqual(wanted)
    }
  })

  it('has the usage of each request, and of each summary apart', () => {
    const usageOf = ({ kind, answer }: Sent) => [kind, answer.usage.in, answer.usage.out]
    const input = (usage: ImportedTask['usage']['requests'][number] = {}): number =>
      (usage.tokensIn ?? 0) + (usage.cacheReads ?? 0) + (usage.cacheWrites ?? 0)
    expect([
      ...task.usage.requests.map((usage) => ['turn', input(usage), usage.tokensOut]),
      ...task.usage.condensations.map(({ usage }) => ['summary', input(usage), usage?.tokensOut]),
    ]).toEqual(
      [...sent.filter(({ kind }) => kind === 'turn'), ...sent.filter(({ kind }) => kind === 'summary')].map(
        usageOf,
      ),
    )
  })

  it('has its compactions, with what was before and what Codex reckoned after', () => {
    expect(task.usage.condensations).toMatchObject([
      { kind: 'summary', trigger: 'auto', tokensBefore: 108_001, tokensAfter: 7141 },
      { kind: 'summary', trigger: 'manual', tokensBefore: 60_660, tokensAfter: 7129 },
    ])
    expect(task.messages.filter(({ isSummary }) => isSummary)).toHaveLength(2)
    expect(task.problems).toEqual([])
  })
})
