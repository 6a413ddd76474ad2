import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importTask } from '../import-task.ts'
import { isRecord } from '../json/fields.ts'
import { failuresOfDamaged } from '../testing/damage.ts'
import { readItems, recordedRequests, sentForms, sentItems } from '../testing/sent-items.ts'

const shared = resolve(import.meta.dirname, '../../../../../shared/data')
const recorded = join(shared, 'recorded/qwen')
const session = join(
  recorded,
  'storage/.qwen/projects/-home-mara-harbour/chats/31c92e9e-13c1-49c4-a649-ea8f79f8935c.jsonl',
)

type Fields = Readonly<Record<string, unknown>>
const readFileLines = (file: string): Fields[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line): Fields => JSON.parse(line))

describe.skipIf(!existsSync(recorded))('a recorded session of Qwen Code', () => {
  it('sent with each request what the agent sent, but for reminders that it does not store', async () => {
    const requests = recordedRequests(join(recorded, 'requests.jsonl'))
    const read = readItems(await importTask(session))
    expect(read).toEqual(sentItems(requests, sentForms.qwen))
  })

  it('has the usage of each answer once, and both compressions', async () => {
    const { usage, problems } = await importTask(session)
    const counts = readFileLines(session).flatMap(({ usageMetadata: own }): Fields[] =>
      isRecord(own) ? [own] : [],
    )
    const sum = (key: string): number => counts.reduce<number>((all, own) => all + Number(own[key]), 0)
    const total = (key: 'tokensIn' | 'tokensOut' | 'cacheReads'): number =>
      usage.requests.reduce((all, request) => all + (request[key] ?? 0), 0)
    expect(total('tokensIn') + total('cacheReads')).toBe(sum('promptTokenCount'))
    expect(total('tokensIn') + total('cacheReads') + total('tokensOut')).toBe(sum('totalTokenCount'))
    expect(usage.condensations).toMatchObject([
      { kind: 'summary', trigger: 'token_limit', tokensBefore: 98_360, tokensAfter: 92_543 },
      { kind: 'summary', trigger: 'manual', tokensBefore: 54_920, tokensAfter: 47_490 },
    ])
    expect(problems).toEqual([])
  })

  it('is read or refused whatever is damaged', async () => {
    expect(await failuresOfDamaged(readFileSync(session, 'utf8'), 100)).toEqual([])
  })
})

const fixtures = join(shared, 'qwen-code')
const isPresent = existsSync(fixtures)
const files = isPresent
  ? readdirSync(fixtures, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join(fixtures, name))
  : ['absent']

describe.skipIf(!isPresent)('fixtures of Qwen Code', () => {
  it.each(files)('%s are read with every call and result', async (file) => {
    const task = await importTask(file)
    const text = readFileSync(file, 'utf8')
    const count = (part: string): number => text.split(`"${part}"`).length - 1
    const blocks = task.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    expect(task.format).toBe('qwen-code')
    expect(blocks.filter(({ type }) => type === 'tool_use')).toHaveLength(count('functionCall'))
    expect(blocks.filter(({ type }) => type === 'tool_result')).toHaveLength(count('functionResponse'))
  })
})
