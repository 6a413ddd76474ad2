import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importTask } from '../import-task.ts'

const data = resolve(import.meta.dirname, '../../../../../shared/data/cline-sdk-session')
const isPresent = existsSync(data)
const folders = isPresent ? readdirSync(data).map((name) => join(data, name)) : ['absent']

type Block = { readonly type: string }
type Line = {
  readonly role: string
  readonly content: string | readonly Block[]
  readonly metrics?: { readonly inputTokens: number; readonly outputTokens: number; readonly cost: number }
}

const selectBlocks = (messages: readonly Line[], type: string): readonly Block[] =>
  messages
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .filter((block) => block.type === type)

const hashFolderFiles = (folder: string): readonly string[] =>
  readdirSync(folder).map((name) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex'),
  )

describe.skipIf(!isPresent)("real sessions of Cline's SDK", () => {
  it.each(folders)('%s has every message, call, result and figure once', async (folder) => {
    const before = hashFolderFiles(folder)
    const file = join(folder, 'session.messages.json')
    const task = await importTask(file)
    const { messages }: { messages: readonly Line[] } = JSON.parse(readFileSync(file, 'utf8'))
    const copies = new Set(
      task.contexts?.copies.flatMap(([from, to]) => Array.from({ length: to - from }, (_, at) => from + at)),
    )
    const own = task.messages.filter((_, index) => !copies.has(index))
    expect(task).toMatchObject({ format: 'cline-sdk', agent: 'cline', problems: [] })
    expect(task.title).toMatch(/^can you update @apps/)
    expect(own.map(({ role }) => role)).toEqual(messages.map(({ role }) => role))
    for (const type of ['tool_use', 'tool_result', 'file'])
      expect(
        own
          .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
          .filter((block) => block.type === type),
      ).toHaveLength(selectBlocks(messages, type).length)
    const sum = (one: (metrics: NonNullable<Line['metrics']>) => number): number =>
      messages.reduce((all, { metrics }) => all + (metrics === undefined ? 0 : one(metrics)), 0)
    const { requests } = task.usage
    const context = requests.map(
      ({ tokensIn = 0, cacheReads = 0, cacheWrites = 0 }) => tokensIn + cacheReads + cacheWrites,
    )
    expect(context.reduce((all, one) => all + one, 0)).toBe(sum(({ inputTokens }) => inputTokens))
    expect(requests.reduce((all, { tokensOut = 0 }) => all + tokensOut, 0)).toBe(
      sum(({ outputTokens }) => outputTokens),
    )
    expect(requests.reduce((all, { costUsd = 0 }) => all + costUsd, 0)).toBeCloseTo(sum(({ cost }) => cost))
    expect(hashFolderFiles(folder)).toEqual(before)
  })
})
