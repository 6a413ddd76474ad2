import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importTask } from '../import-task.ts'

const data = resolve(import.meta.dirname, '../../../../../shared/data/opencode-export')
const isPresent = existsSync(data)
const files = isPresent ? readdirSync(data).map((name) => join(data, name, 'full.jsonl')) : ['absent']

type Tokens = {
  readonly input: number
  readonly output: number
  readonly reasoning: number
  readonly cache: { readonly read: number; readonly write: number }
}
type Export = {
  readonly info: { readonly title: string; readonly directory: string }
  readonly messages: readonly {
    readonly info: {
      readonly role: string
      readonly tokens: Tokens
      readonly cost: number
      readonly error?: object
    }
    readonly parts: readonly { readonly type: string; readonly text: string }[]
  }[]
}

describe.skipIf(!isPresent)('real exports of OpenCode', () => {
  it.each(files)('%s has every message, call and result, and each usage once', async (file) => {
    const task = await importTask(file)
    const { info, messages }: Export = JSON.parse(readFileSync(file, 'utf8'))
    const parts = messages.flatMap((message) => message.parts)
    const answers = messages.filter((message) => message.info.role === 'assistant')
    expect(task.problems).toEqual([])
    expect(task.workspace).toBe(info.directory)
    expect(task.usage.requests).toHaveLength(answers.length)
    const blocks = task.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    const ids = (type: string, key: string) =>
      blocks.filter((block) => block.type === type).map((block) => String(block[key]))
    expect(ids('tool_use', 'id')).toHaveLength(parts.filter(({ type }) => type === 'tool').length)
    expect(ids('tool_result', 'tool_use_id')).toEqual(ids('tool_use', 'id'))
    const texts = parts.filter(({ type, text }) => type === 'text' && text !== '').map(({ text }) => text)
    expect(blocks.flatMap((block) => (block.type === 'text' ? [block['text']] : []))).toEqual(texts)
    const sum = (of: (tokens: Tokens) => number): number =>
      answers.reduce((all, answer) => all + of(answer.info.tokens), 0)
    const total = (key: 'tokensIn' | 'tokensOut' | 'cacheReads' | 'cacheWrites' | 'costUsd'): number =>
      task.usage.requests.reduce((all, request) => all + (request[key] ?? 0), 0)
    expect([total('tokensIn'), total('tokensOut'), total('cacheReads'), total('cacheWrites')]).toEqual([
      sum(({ input }) => input),
      sum(({ output, reasoning }) => output + reasoning),
      sum(({ cache }) => cache.read),
      sum(({ cache }) => cache.write),
    ])
    expect(total('costUsd')).toBeCloseTo(answers.reduce((all, answer) => all + answer.info.cost, 0))
  })
})
