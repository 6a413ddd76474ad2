import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importTask } from '../import-task.ts'
import { isRecord } from '../json/fields.ts'
import { failuresOfDamaged } from '../testing/damage.ts'
import { readItems, recordedRequests, sentForms, sentItems } from '../testing/sent-items.ts'

const shared = resolve(import.meta.dirname, '../../../../../shared/data')
const recorded = join(shared, 'recorded/gemini')
const chat = join(recorded, 'storage/.gemini/tmp/harbour/chats/session-2026-11-22T12-37-cbb654bd.jsonl')

type Fields = Readonly<Record<string, unknown>>
const list = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isRecord) : [])

describe.skipIf(!existsSync(recorded))('a recorded session of Gemini CLI', () => {
  it('sent with each request what the agent sent', async () => {
    const requests = recordedRequests(join(recorded, 'requests.jsonl'))
    const read = readItems(await importTask(chat))
    expect(read).toEqual(sentItems(requests, sentForms.gemini))
  })

  it('has the usage of each answer once, and its one compression', async () => {
    const { usage, workspace, problems } = await importTask(chat)
    const byId = new Map<unknown, Fields>()
    for (const line of readFileSync(chat, 'utf8').trim().split('\n')) {
      const value: Fields = JSON.parse(line)
      if (isRecord(value['tokens'])) byId.set(value['id'], value['tokens'])
    }
    const sum = (key: string): number =>
      [...byId.values()].reduce((all, tokens) => all + Number(tokens[key]), 0)
    const total = (key: 'tokensIn' | 'tokensOut' | 'cacheReads'): number =>
      usage.requests.reduce((all, request) => all + (request[key] ?? 0), 0)
    expect(total('tokensIn') + total('cacheReads')).toBe(sum('input'))
    expect(total('cacheReads')).toBe(sum('cached'))
    expect(total('tokensOut')).toBe(sum('output') + sum('thoughts'))
    expect(usage.condensations).toMatchObject([{ kind: 'summary', tokensBefore: 524_288 }])
    expect(workspace).toBe('/home/mara/harbour')
    expect(problems).toEqual([])
  })

  it('is read or refused whatever is damaged', async () => {
    expect(await failuresOfDamaged(readFileSync(chat, 'utf8'), 100)).toEqual([])
  })
})

const chats = join(shared, 'gemini-cli')
const isPresent = existsSync(chats)
const files = isPresent
  ? readdirSync(chats, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.jsonl?$/.test(name) && !name.endsWith('metadata.json') && !name.includes('drift'))
      .map((name) => join(chats, name))
  : ['absent']

describe.skipIf(!isPresent)('real chats of Gemini CLI', () => {
  it.each(files)('%s has every message, call and result, and each usage once', async (file) => {
    const task = await importTask(file)
    const text = readFileSync(file, 'utf8')
    const messages = text.startsWith('{"sessionId":"gemini_stage0')
      ? text
          .trim()
          .split('\n')
          .map((line): Fields => JSON.parse(line))
      : list((JSON.parse(text) as Fields)['messages'])
    const byType = (...types: readonly string[]): readonly Fields[] =>
      messages.filter(({ type }) => types.includes(String(type)))
    const calls = messages.flatMap(({ toolCalls }) => list(toolCalls))
    const blocks = task.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    const ids = (type: string, key: string): unknown[] =>
      blocks.filter((block) => block.type === type).map((block) => block[key])
    expect(ids('tool_use', 'id')).toEqual(calls.map(({ id }) => id))
    expect(ids('tool_result', 'tool_use_id')).toEqual(calls.map(({ id }) => id))
    expect(task.messages.filter(({ role }) => role === 'assistant')).toHaveLength(
      byType('gemini', 'model').length,
    )
    const tokens = messages.map(({ tokens: own }) => (isRecord(own) ? own : {}))
    const sum = (key: string): number => tokens.reduce((all, own) => all + Number(own[key] ?? 0), 0)
    const total = (key: 'tokensIn' | 'tokensOut' | 'cacheReads'): number =>
      task.usage.requests.reduce((all, request) => all + (request[key] ?? 0), 0)
    expect(total('tokensIn') + total('cacheReads')).toBe(sum('input'))
    expect(total('tokensOut')).toBe(sum('output') + sum('thoughts'))
  })
})
