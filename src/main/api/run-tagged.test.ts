import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ResultFile } from '../../shared/condense/result-file-types.ts'
import type { Message } from '../../shared/kernel/message.ts'
import { buildEffectiveHistory } from '../kernel/history/build-effective-history.ts'
import { startRunBench, talk, type RunBench } from '../testing/run-bench.ts'
import { resourcesFolder } from '../testing/start-dewpoint.ts'

let bench: RunBench
beforeAll(async () => {
  bench = await startRunBench()
})
afterAll(() => bench.clean())

const hiding = [
  { provider: 'native', parent: 'condenseParent', own: 'condenseId' },
  { provider: 'sliding-window', parent: 'truncationParent', own: 'truncationId' },
] as const

async function condense(taskId: string, providerId: string): Promise<ResultFile> {
  const { run } = await bench.run({ taskId, providerId, presetId: 'current', profileId: 'extractive' })
  expect(run.status).toBe('condensed')
  return bench.client.runs.result({ runId: run.id })
}
const asFile = (result: ResultFile) => ({ file: { name: 'r.json', text: JSON.stringify(result) } })
const readMessageText = ({ content }: Message): string => JSON.stringify(content)

describe.each(hiding)('what $provider of the current flavour writes', ({ provider, parent, own }) => {
  const isHidden = (message: Message): boolean => message[parent] !== undefined

  it('is the whole file: what is gone carries the tag, what stands for it the id', async () => {
    const source = talk(20)
    const { messages, tag } = await condense(await bench.open(source), provider)
    const written = messages.filter((message) => message[own] !== undefined)
    expect(written).toHaveLength(1)
    expect(tag).toEqual({ parent, id: written[0]?.[own] })
    expect(new Set(messages.filter(isHidden).map((message) => message[parent]))).toEqual(new Set([tag?.id]))
    expect(messages.filter((message) => message[own] === undefined).map(readMessageText)).toEqual(
      source.map(readMessageText),
    )
  })

  it('shows what its rows show', async () => {
    const taskId = await bench.open(talk(20))
    const result = await condense(taskId, provider)
    const rows = await bench.client.runs.rows({ runId: result.runId! })
    const shown = buildEffectiveHistory(result.messages).messages
    const indices = new Set(rows.flatMap((row) => (row.result === null ? [] : [row.result.index])))
    expect([...indices].toSorted((a, b) => a - b)).toEqual(shown.map((_, index) => index))
    for (const { source, result: row } of rows) {
      const texts = await bench.client.runs.texts({
        runId: result.runId!,
        sourceIndex: source?.index ?? null,
        resultIndex: row?.index ?? null,
      })
      expect(
        row === null || readMessageText(shown[row.index]!).includes(texts.result!.text.slice(0, 5)),
      ).toBe(true)
    }
  })

  it.each(['the store', 'the file alone'])('gives its source back byte for byte, from %s', async (from) => {
    const sample = join(resourcesFolder, 'sample-task')
    const taskId = (await bench.client.tasks.open({ kind: 'path', path: sample })).tasks[0]!.id
    const result = await condense(taskId, provider)
    const whole = from === 'the store' ? { runId: result.runId! } : asFile(result)
    if (from !== 'the store') await bench.client.tasks.forget({ taskId })
    const expanded = await bench.client.runs.expand(whole)
    expect(expanded).toMatchObject({ verified: true, sameBytes: true, difference: '' })
    expect(expanded.text).toBe(await readFile(join(sample, 'api_conversation_history.json'), 'utf8'))
  })

  const edits: [string, (messages: Message[]) => Message[]][] = [
    ['a word in a hidden message', (all) => change(all, all.findIndex(isHidden), { content: 'other' })],
    [
      'a hidden message that is missing',
      (all) => all.filter((_, index) => index !== all.findIndex(isHidden)),
    ],
    [
      'a hidden message without its tag',
      (all) => change(all, all.findIndex(isHidden), { [parent]: undefined }),
    ],
    ['a message that was added', (all) => [...all, { role: 'user', content: 'more' }]],
    ['what stands for the hidden ones missing', (all) => all.filter((message) => message[own] === undefined)],
  ]
  it.each(['with', 'without'])('is checked %s the store, and whatever was edited is found', async (held) => {
    const taskId = await bench.open(talk(20))
    const result = await condense(taskId, provider)
    if (held === 'without') await bench.client.tasks.forget({ taskId })
    expect(await bench.client.runs.check(asFile(result))).toMatchObject({ ok: true, violations: [] })
    const found = await Promise.all(
      edits.map(async ([name, edit]) => {
        const edited = { ...result, messages: edit([...result.messages]) }
        return `${name}: ${(await bench.client.runs.check(asFile(edited))).ok ? 'not ' : ''}found`
      }),
    )
    expect(found).toEqual(edits.map(([name]) => `${name}: found`))
  })

  it('is checked as a run', async () => {
    const result = await condense(await bench.open(talk(20)), provider)
    expect(await bench.client.runs.check({ runId: result.runId! })).toMatchObject({ ok: true })
  })

  it('is a task of its own that can be condensed again', async () => {
    const once = await condense(await bench.open(talk(20)), provider)
    const taskId = await bench.open([...once.messages, ...talk(20, 20)])
    const { summary } = await bench.client.tasks.get({ taskId })
    expect(summary.messages).toBe(once.messages.length + 20)
    const twice = await condense(taskId, provider)
    const ids = new Set(twice.messages.flatMap((message) => message[own] ?? []))
    expect(ids.size).toBe(2)
    const before = buildEffectiveHistory([...once.messages, ...talk(20, 20)]).messages.length
    expect(buildEffectiveHistory(twice.messages).messages.length).toBeLessThan(before)
    expect(await bench.client.runs.check(asFile(twice))).toMatchObject({ ok: true })
  })
})

it('a result of the classic flavour has no tags', async () => {
  const { run } = await bench.run({
    taskId: await bench.open(talk(20)),
    providerId: 'native',
    profileId: 'extractive',
  })
  const { messages, tag } = await bench.client.runs.result({ runId: run.id })
  expect(tag).toBeUndefined()
  expect(messages).toHaveLength(5)
  expect(JSON.stringify(messages)).not.toMatch(/condenseParent|condenseId/)
})

function change(messages: Message[], at: number, fields: object): Message[] {
  return messages.map((message, index) => (index === at ? { ...message, ...fields } : message))
}
