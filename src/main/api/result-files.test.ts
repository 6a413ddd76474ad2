import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ContractClient } from '../../shared/api/contract.ts'
import type { RunSummary } from '../../shared/condense/run-types.ts'
import type { Dewpoint } from '../features/common/dewpoint.ts'
import { startDewpoint } from '../testing/start-dewpoint.ts'

let folder: string
let dewpoint: Dewpoint
let client: ContractClient

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-results-'))
  dewpoint = await startDewpoint(folder)
  client = dewpoint.client
})
afterEach(async () => {
  await dewpoint.close()
  await rm(folder, { recursive: true, force: true })
})

const sampleId = async (): Promise<string> => (await client.tasks.list())[0]!.id

async function run(request: Parameters<ContractClient['runs']['start']>[0]): Promise<{ run: RunSummary }> {
  const { id } = await client.runs.start(request)
  for await (const event of await client.runs.watch({ runId: id })) {
    if (event.kind === 'finished') return { run: event.run }
  }
  return { run: await client.runs.get({ runId: id }) }
}

describe('a result', () => {
  it.each([
    ['an object around the messages', '{"v":1,"messages":[{"role":"user","content":"hi"}]}\n', true, ''],
    ['a key that stands twice', '[{"role":"user","role":"user","content":"hi"}]', false, 'stands twice'],
    ['an element that is lost', '[{"role":"user","content":"hi"},{"role":]', false, 'damaged'],
  ])('of a file with %s says whether its bytes come back', async (_name, content, sameBytes, why) => {
    const path = join(folder, `bytes-${why.length}.json`)
    await writeFile(path, content)
    const taskId = (await client.tasks.open({ kind: 'path', path })).tasks[0]!.id
    const { run: finished } = await run({ taskId, providerId: 'lossless', presetId: 'strict' })
    const expanded = await client.runs.expand({ runId: finished.id })
    expect(expanded).toMatchObject({ verified: true, sameBytes, difference: expect.stringContaining(why) })
    expect(expanded.text === content).toBe(sameBytes)
  })

  it.each([
    ['lossless', 'strict', 'store', undefined],
    ['lossless', 'strict', 'none', undefined],
    ['truncation', undefined, 'store', undefined],
    ['truncation', undefined, 'none', [expect.stringContaining('the store does not have it')]],
  ])('of %s is checked as a file (preset %s, %s)', async (providerId, presetId, held, unchecked) => {
    const taskId = await sampleId()
    const request = { taskId, providerId, ...(presetId === undefined ? {} : { presetId }) }
    const { run: finished } = await run(request)
    const result = await client.runs.result({ runId: finished.id })
    if (held === 'none') await client.tasks.forget({ taskId })
    const checked = (change: object) =>
      client.runs.check({ file: { name: 'r.json', text: JSON.stringify({ ...result, ...change }) } })
    const whole = await checked({})
    expect(whole).toMatchObject({ ok: true, violations: [] })
    expect(whole.unchecked).toEqual(unchecked)
    expect(await checked({ messages: result.messages.slice(0, -2) })).toMatchObject({ ok: false })
    const swapped = [...result.provenance.messages]
    ;[swapped[3], swapped[5]] = [swapped[5]!, swapped[3]!]
    const provenance = { ...result.provenance, messages: swapped }
    expect((await checked({ provenance })).violations).toContainEqual(
      expect.objectContaining({ rule: 'order-kept' }),
    )
    if (unchecked !== undefined) return
    const edited = result.messages.map((message, index) =>
      index === 4 ? { ...message, content: [{ type: 'text', text: 'edited' }] } : message,
    )
    expect((await checked({ messages: edited })).violations).toContainEqual(
      expect.objectContaining({ rule: 'source-untouched' }),
    )
  })

  it('whose references lead nowhere is distinguished from one whose references hold', async () => {
    const taskId = await sampleId()
    const { run: finished } = await run({ taskId, providerId: 'lossless', presetId: 'strict' })
    const text = JSON.stringify(await client.runs.result({ runId: finished.id }))
    const lost = text.replace(/"target":\{"messageIndex":\d+/, '"target":{"messageIndex":9999')
    expect(lost).not.toBe(text)
    expect((await client.runs.check({ file: { name: 'r.json', text: lost } })).violations).toContainEqual({
      rule: 'source-untouched',
      messageIndex: expect.any(Number),
      detail: expect.stringContaining('source message #9999'),
    })
  })
})
