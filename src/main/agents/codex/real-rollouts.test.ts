import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { selectNextContext, walkContextLog } from '../../kernel/history/context-log.ts'
import { importTask } from '../import-task.ts'
import type { ImportedTask } from '../imported-task.ts'

const data = resolve(import.meta.dirname, '../../../../../shared/data/codex-rollout')
const isPresent = existsSync(data)
const names = isPresent ? readdirSync(data, { recursive: true, encoding: 'utf8' }) : []
const files = isPresent ? names.filter((name) => name.endsWith('full.jsonl')) : ['absent']
const small = names.filter((name) => /codex-small.*\.jsonl$/.test(name))

type Payload = Readonly<{
  type?: string
  role?: string
  call_id?: string
  info?: Readonly<{
    total_token_usage: Record<string, number>
    last_token_usage: Record<string, number>
  }> | null
  replacement_history?: readonly Payload[]
  content?: readonly Readonly<{ text?: string }>[]
}>
type Line = Readonly<{ type: string; payload: Payload }>

const readTestLines = (file: string): Line[] =>
  readFileSync(join(data, file), 'utf8')
    .trim()
    .split('\n')
    .map((line): Line => JSON.parse(line))

/** Messages that no agent recorded are left out. */
function recorded({ messages, contexts }: ImportedTask) {
  const copies = new Set(
    contexts!.copies.flatMap(([from, to]) => Array.from({ length: to - from }, (_, at) => from + at)),
  )
  return messages.filter((_, index) => !copies.has(index))
}

const selectBlocks = (messages: ImportedTask['messages'], type: string) =>
  messages
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .filter((block) => block.type === type)

/** Growth of the totals; reports whose total is that of the one before are the same one. */
function sumUsageGrowth(lines: readonly Line[]) {
  const infos = lines.flatMap(({ payload }) =>
    payload.type === 'token_count' && payload.info ? [payload.info] : [],
  )
  const totals = infos.map(({ total_token_usage }) => total_token_usage)
  const fresh = infos.filter((_, at) => totals[at]!['total_tokens'] !== totals[at - 1]?.['total_tokens'])
  const sum = (key: string): number => fresh.reduce((all, info) => all + (info.last_token_usage[key] ?? 0), 0)
  return {
    reports: fresh.length,
    input: sum('input_tokens'),
    cached: sum('cached_input_tokens'),
    output: sum('output_tokens'),
    reasoning: sum('reasoning_output_tokens'),
  }
}

describe.skipIf(!isPresent)('real rollouts of Codex', () => {
  it.each(files)('%s has every message, call and result, and each usage once', async (file) => {
    const task = await importTask(join(data, file))
    const items = readTestLines(file).flatMap(({ type, payload }) =>
      type === 'response_item' ? [payload] : [],
    )
    const own = recorded(task)
    const counted = (suffix: string): number => items.filter(({ type }) => type?.endsWith(suffix)).length
    const searches = items.filter(({ type }) => type === 'web_search_call').length
    expect(selectBlocks(own, 'tool_use')).toHaveLength(counted('_call') - searches)
    expect(selectBlocks(own, 'tool_result')).toHaveLength(counted('_output'))
    expect(selectBlocks(own, 'web_search_call')).toHaveLength(searches)
    expect(selectBlocks(own, 'reasoning').length + selectBlocks(own, 'thinking').length).toBe(
      items.filter(({ type }) => type === 'reasoning').length,
    )
    const said = new Set(selectBlocks(own, 'text').map((block) => block['text']))
    const texts = items.flatMap(({ type, content }) => (type === 'message' ? (content ?? []) : []))
    expect(texts.filter(({ text }) => text !== undefined && !said.has(text))).toEqual([])

    const wanted = sumUsageGrowth(readTestLines(file))
    const { requests } = task.usage
    const sum = (key: 'tokensIn' | 'cacheReads' | 'tokensOut' | 'reasoningTokens'): number =>
      requests.reduce((all, request) => all + (request[key] ?? 0), 0)
    expect(requests.filter(({ tokensIn }) => tokensIn !== undefined)).toHaveLength(wanted.reports)
    expect(sum('tokensIn') + sum('cacheReads')).toBe(wanted.input)
    expect([sum('cacheReads'), sum('tokensOut'), sum('reasoningTokens')]).toEqual([
      wanted.cached,
      wanted.output,
      wanted.reasoning,
    ])
  })

  it.each(files)('%s has a result for every call that was sent, or names the call', async (file) => {
    const task = await importTask(join(data, file))
    const answered = new Set(selectBlocks(task.messages, 'tool_result').map((block) => block['tool_use_id']))
    const open = selectBlocks(task.messages, 'tool_use').filter((block) => !answered.has(block['id']))
    const named = task.problems.map(({ reason }) => reason).join('\n')
    expect(open.filter((block) => !named.includes(String(block['id'])))).toEqual([])
  })

  it.each(files)('%s ends in what Codex stored at its last compaction, and all since', async (file) => {
    const task = await importTask(join(data, file))
    const lines = readTestLines(file)
    const at = lines.findLastIndex(({ type }) => type === 'compacted')
    const since = lines
      .slice(at + 1)
      .flatMap(({ type, payload }) => (type === 'response_item' ? [payload] : []))
    const wanted = [...(lines[at]?.payload.replacement_history ?? []), ...since].flatMap(
      ({ type, content }) => (type === 'message' ? (content ?? []).flatMap(({ text }) => text ?? []) : []),
    )
    const last = selectNextContext(task.contexts!, task.messages.length).map((index) => task.messages[index]!)
    expect(selectBlocks(last, 'text').map((block) => block['text'])).toEqual(wanted)
    expect(task.usage.condensations).toHaveLength(lines.filter(({ type }) => type === 'compacted').length)
  })

  it.each(files)('%s grows with what the vendor counted', async (file) => {
    const task = await importTask(join(data, file))
    const walk = walkContextLog(task.contexts!)
    const sizes = task.contexts!.requests.map(({ before }, request) => {
      walk.to(request, before)
      const { tokensIn, cacheReads } = task.usage.requests[request]!
      return { messages: walk.indices().length, tokens: (tokensIn ?? 0) + (cacheReads ?? 0) }
    })
    // What is sent shrinks where the vendor's count does, and nowhere else.
    const known = sizes.filter(({ tokens }) => tokens > 0)
    const falls = known.filter(({ messages }, at) => messages < (known[at - 1]?.messages ?? 0))
    expect(falls).toHaveLength(task.usage.condensations.length)
    for (const fall of falls) expect(fall.tokens).toBeLessThan(known[known.indexOf(fall) - 1]!.tokens / 2)
  })

  it.each(small.filter((name) => !name.includes('codex_05')))('%s is read', async (file) => {
    expect(await importTask(join(data, file))).toMatchObject({ format: 'codex' })
  })

  it.each(small.filter((name) => name.includes('codex_05')))(
    '%s is said to hold no message',
    async (file) => {
      await expect(importTask(join(data, file))).rejects.toThrow(/holds no message/)
    },
  )
})
