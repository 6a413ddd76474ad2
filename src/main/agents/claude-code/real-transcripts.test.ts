import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { selectNextContext } from '../../kernel/history/context-log.ts'
import { importTask } from '../import-task.ts'
import { isRecord } from '../json/fields.ts'

const data = resolve(import.meta.dirname, '../../../../../shared/data/claude-code')
const isPresent = existsSync(data)
const files = isPresent
  ? readdirSync(data, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join(data, name))
  : ['absent']

type Block = { readonly type: string }

type Line = {
  readonly type: string
  readonly subtype: string
  readonly uuid?: string
  readonly isSidechain?: boolean
  readonly isApiErrorMessage?: boolean
  readonly message: {
    readonly id: string
    readonly model: string
    readonly content: string | readonly Block[]
    readonly usage?: Readonly<Record<string, number>>
  }
}

/** The lines of a file that belong to its session, by a reading of their own. */
function readSessionLines(file: string): Line[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim().startsWith('{'))
    .flatMap((line): Line[] => {
      try {
        return [JSON.parse(line)]
      } catch {
        // Two lines of these files were damaged before they were made public.
        return []
      }
    })
  const isMain = lines.some((line) => line.isSidechain === false)
  const own = lines.filter((line) => line.uuid !== undefined && (!isMain || line.isSidechain !== true))
  return [...new Map(own.map((line) => [line.uuid, line])).values()]
}

const selectBlocks = (lines: Line[], type: string): Block[] =>
  lines
    .flatMap((line) => (typeof line.message.content === 'string' ? [] : line.message.content))
    .filter((block) => block.type === type)

/** Id of the line or response that a message was made of. */
function readOriginId(message: Message | undefined): string {
  const origin = message?.['origin']
  return isRecord(origin) ? String(origin['id']) : ''
}

describe.skipIf(!isPresent)('real transcripts of Claude Code', () => {
  it.each(files)('%s has every message, call and result, and each usage once', async (file) => {
    const task = await importTask(file)
    const lines = readSessionLines(file)
    const answers = lines.filter(
      (line) =>
        line.type === 'assistant' && line.message.model !== '<synthetic>' && line.isApiErrorMessage !== true,
    )
    const responses = Map.groupBy(answers, (line) => line.message.id)
    const users = lines.filter((line) => line.type === 'user')
    const copies = new Set(
      task.contexts?.copies.flatMap(([from, to]) => Array.from({ length: to - from }, (_, at) => from + at)),
    )
    const own = task.messages.filter((_, index) => !copies.has(index))
    expect(own.filter(({ role }) => role === 'assistant')).toHaveLength(responses.size)
    const typed = own.filter((message) => users.some(({ uuid }) => uuid === readOriginId(message)))
    expect(users.length - typed.length).toBe(0)
    const blocks = own.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    expect(blocks.filter(({ type }) => type === 'tool_use')).toHaveLength(
      selectBlocks(answers, 'tool_use').length,
    )
    expect(blocks.filter(({ type }) => type === 'tool_result')).toHaveLength(
      selectBlocks(users, 'tool_result').length,
    )
    const sum = (key: string): number =>
      [...responses.values()].reduce((all, own) => all + (own.at(-1)?.message.usage?.[key] ?? 0), 0)
    const total = (key: 'tokensIn' | 'tokensOut' | 'cacheReads' | 'cacheWrites'): number =>
      task.usage.requests.reduce((all, request) => all + (request[key] ?? 0), 0)
    expect([total('tokensIn'), total('tokensOut'), total('cacheReads'), total('cacheWrites')]).toEqual(
      ['input_tokens', 'output_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens'].map(sum),
    )
    const boundaries = lines.filter((line) =>
      ['compact_boundary', 'microcompact_boundary'].includes(line.subtype),
    )
    expect(task.usage.condensations).toHaveLength(boundaries.length)
  })

  it('lose nothing of the branch since the last boundary', async () => {
    let [kept, all] = [0, 0]
    for (const file of files) {
      const task = await importTask(file)
      const lines = readSessionLines(file)
      const since = lines.slice(lines.findLastIndex((line) => line.subtype === 'compact_boundary') + 1)
      const wanted = since.filter(
        (line) =>
          line.type === 'user' ||
          (line.type === 'assistant' &&
            line.message.model !== '<synthetic>' &&
            line.isApiErrorMessage !== true),
      )
      const shown = new Set(
        selectNextContext(
          task.contexts ?? { requests: [], changes: [], copies: [] },
          task.messages.length,
        ).map((index) => readOriginId(task.messages[index])),
      )
      all += wanted.length
      kept += wanted.filter((line) =>
        shown.has(String(line.type === 'assistant' ? line.message.id : line.uuid)),
      ).length
    }
    // Slash commands behind the end, and what was typed again or interrupted.
    expect(all - kept).toBeLessThanOrEqual(15)
  })
})
