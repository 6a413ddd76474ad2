import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { walkContextLog } from '../../kernel/history/context-log.ts'
import { importTask } from '../import-task.ts'

const data = resolve(import.meta.dirname, '../../../../../shared/data/pi-session')
const isPresent = existsSync(data)
const files = isPresent
  ? readdirSync(data, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join(data, name))
  : ['absent']

type Usage = Readonly<Record<'input' | 'output' | 'cacheRead' | 'cacheWrite', number>> & {
  readonly cost: { readonly total: number }
}

type Line = {
  readonly type: string
  readonly message?: {
    readonly role: string
    readonly stopReason?: string
    readonly content?: string | readonly { readonly type: string }[]
    readonly usage?: Usage
  }
}

const readFileLines = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): Line => JSON.parse(line))

describe.skipIf(!isPresent)('real sessions of pi', () => {
  it.each(files)('%s has every message, call, result and figure once', async (file) => {
    const task = await importTask(file)
    const lines = readFileLines(file)
    const messages = lines.flatMap(({ message }) => message ?? [])
    const copies = new Set(
      task.contexts?.copies.flatMap(([from, to]) => Array.from({ length: to - from }, (_, at) => from + at)),
    )
    const own = task.messages.filter((message, index) => !copies.has(index) && message.isSummary !== true)
    expect(own).toHaveLength(messages.length)
    const blocks = own.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    const calls = messages.flatMap(({ content = [] }) =>
      typeof content === 'string' ? [] : content.filter(({ type }) => type === 'toolCall'),
    )
    expect(blocks.filter(({ type }) => type === 'tool_use')).toHaveLength(calls.length)
    expect(blocks.filter(({ type }) => type === 'tool_result')).toHaveLength(
      messages.filter(({ role }) => role === 'toolResult').length,
    )
    const sum = (one: (usage: Usage) => number): number =>
      messages.reduce((all, { usage }) => all + (usage === undefined ? 0 : one(usage)), 0)
    const total = (key: 'tokensIn' | 'tokensOut' | 'cacheReads' | 'cacheWrites' | 'costUsd'): number =>
      task.usage.requests.reduce((all, request) => all + (request[key] ?? 0), 0)
    expect(total('tokensIn')).toBe(sum(({ input }) => input))
    expect(total('tokensOut')).toBe(sum(({ output }) => output))
    expect(total('cacheReads')).toBe(sum(({ cacheRead }) => cacheRead))
    expect(total('cacheWrites')).toBe(sum(({ cacheWrite }) => cacheWrite))
    expect(total('costUsd')).toBeCloseTo(sum(({ cost }) => cost.total))
    expect(task.usage.condensations).toHaveLength(lines.filter(({ type }) => type === 'compaction').length)
    expect(task.usage.requests.filter(({ cancelled }) => cancelled)).toHaveLength(
      messages.filter(({ stopReason }) => stopReason === 'aborted').length,
    )
    expect(task.problems).toEqual([])
  })

  it.each(files)('%s sends a result for each call, whatever it sends', async (file) => {
    const { messages, contexts } = await importTask(file)
    if (contexts === undefined) throw new Error('it has no log')
    const walk = walkContextLog(contexts)
    const unpaired = contexts.requests.flatMap(({ before }, request) => {
      walk.to(request, before)
      const blocks = walk.indices().flatMap((index) => {
        const content = messages[index]?.content ?? ''
        return typeof content === 'string' ? [] : content
      })
      const answered = new Set(blocks.map((block) => block['tool_use_id']))
      return blocks.filter((block) => block.type === 'tool_use' && !answered.has(block['id']))
    })
    expect(unpaired).toEqual([])
  })

  it('keeps of the first version what its compactions name', async () => {
    const file = files.find((name) => name.includes('before-compaction')) ?? ''
    const { messages, contexts } = await importTask(file)
    if (contexts === undefined) throw new Error('it has no log')
    const kept = readFileLines(file)
      .slice(551)
      .filter(({ message }) => message !== undefined)
    const failed = kept.filter(({ message }) => ['error', 'aborted'].includes(message?.stopReason ?? ''))
    const walk = walkContextLog(contexts)
    walk.to(contexts.requests.length, messages.length)
    expect(kept).toHaveLength(445)
    // The summary is one more, and so is the result of a call that nobody answered.
    expect(walk.indices()).toHaveLength(kept.length - failed.length + 2)
  })
})
