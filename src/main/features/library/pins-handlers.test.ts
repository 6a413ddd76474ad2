import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ContractClient } from '../../../shared/api/contract.ts'
import type { Message } from '../../../shared/kernel/message.ts'
import { catchProblem } from '../../testing/catch-problem.ts'
import { startRunBench, talk, type RunBench } from '../../testing/run-bench.ts'

let bench: RunBench
let client: ContractClient
let taskId: string
beforeAll(async () => {
  bench = await startRunBench()
  client = bench.client
})
afterAll(() => bench.clean())

/** Words, a call with its result beside its surroundings, and more words. */
const history: readonly Message[] = [
  { role: 'user', content: 'do it' },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'I read' },
      { type: 'tool_use', id: 'a', name: 'read_file', input: { path: 'a.ts' } },
    ],
  },
  {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 'a', content: `File: a.ts\n${'line of code\n'.repeat(60)}` },
      { type: 'text', text: '<environment_details>\nhere\n</environment_details>' },
    ],
  },
  ...talk(20, 1),
]
beforeEach(async () => {
  taskId = await bench.open(history)
})

const message = (messageIndex: number) => ({ messageIndex, partIndex: null })
const part = (messageIndex: number, partIndex: number) => ({ messageIndex, partIndex })
const slide = () => ({ taskId, providerId: 'sliding-window', minimumGainPercent: 0 })
const readPinsTrace = async (request: Parameters<RunBench['run']>[0]) => {
  const { run } = await bench.run(request)
  return run.outcome?.trace.filter(({ label }) => label === 'Pins').map(({ reason }) => reason)
}
const readKeptSources = async (request: Parameters<RunBench['run']>[0]) => {
  const { run } = await bench.run(request)
  const rows = await client.runs.rows({ runId: run.id })
  return rows.flatMap(({ source, result }) => (result === null ? [] : (source?.index ?? [])))
}

describe('pins of a task', () => {
  it('are none at first', async () => {
    expect(await client.pins.list({ taskId })).toEqual({
      pins: [],
      holding: { messages: 0, parts: 0, tokens: 0 },
    })
  })

  it('are listed in the order of the messages, with what stands there', async () => {
    await client.pins.add({ taskId, pins: [{ ...part(2, 1), note: 'where' }, message(4)] })
    const { pins, holding } = await client.pins.add({ taskId, pins: [message(2), part(2, 0)] })
    expect(pins).toMatchObject([
      { ...message(2), state: 'holds', role: 'user', kind: null, note: '' },
      {
        ...part(2, 0),
        state: 'holds',
        kind: 'tool-result',
        preview: expect.stringContaining('line of code'),
      },
      { ...part(2, 1), state: 'holds', kind: 'environment', note: 'where' },
      { ...message(4), state: 'holds', role: 'user' },
    ])
    const [whole, result, surroundings, words] = pins.map(({ tokens }) => tokens)
    expect(whole).toBe(result! + surroundings!)
    expect(holding).toEqual({ messages: 2, parts: 0, tokens: whole! + words! })
  })

  it('go one by one or all at once', async () => {
    await client.pins.add({ taskId, pins: [message(1), part(2, 0), message(4)] })
    const left = await client.pins.remove({ taskId, pins: [part(2, 0)] })
    expect(left.pins).toMatchObject([message(1), message(4)])
    expect((await client.pins.clear({ taskId })).pins).toEqual([])
  })

  it.each([
    ['a message that is not there', [message(99)], /no message #99 to pin/],
    ['a part that is not there', [part(2, 7)], /Message #2 has no part 7 to pin/],
    ['one of several', [message(1), message(99)], /no message #99/],
  ])('cannot be of %s, and none is added then', async (_name, pins, said) => {
    expect(await catchProblem(client.pins.add({ taskId, pins }))).toMatchObject({
      message: expect.stringMatching(said),
    })
    expect((await client.pins.list({ taskId })).pins).toEqual([])
  })

  it('cannot be removed where there is none, and none is removed then', async () => {
    await client.pins.add({ taskId, pins: [message(1)] })
    const problem = await catchProblem(client.pins.remove({ taskId, pins: [message(1), part(2, 0)] }))
    expect(problem).toMatchObject({ message: 'Part #2.0 is not pinned', where: '#2.0' })
    expect((await client.pins.list({ taskId })).pins).toHaveLength(1)
  })

  it('need a task', async () => {
    for (const call of [
      client.pins.list({ taskId: 'x' }),
      client.pins.add({ taskId: 'x', pins: [message(0)] }),
      client.pins.remove({ taskId: 'x', pins: [message(0)] }),
      client.pins.clear({ taskId: 'x' }),
    ])
      expect(await catchProblem(call)).toMatchObject({ code: 'not-found', where: 'x' })
  })

  it('that no longer fit the file are said to, and put back as such', async () => {
    await client.pins.add({ taskId, pins: [message(1), message(4), part(2, 0), message(6), message(22)] })
    const changed: Message[] = structuredClone(history.slice(0, 22))
    changed[4] = { role: 'user', content: 'other words' }
    changed[6] = { ...changed[6]!, role: 'assistant' }
    await bench.rewrite(taskId, changed)
    const after = await client.pins.list({ taskId })
    const states = [
      { ...message(1), state: 'holds' },
      { ...part(2, 0), state: 'holds' },
      { ...message(4), state: 'changed', preview: 'other words' },
      { ...message(6), state: 'changed', role: 'assistant' },
      { ...message(22), state: 'gone', preview: '', tokens: 0 },
    ]
    expect(after.pins).toMatchObject(states)
    expect(after.holding).toMatchObject({ messages: 1, parts: 1 })
    await client.pins.clear({ taskId })
    const pins = after.pins.map(({ messageIndex, partIndex, textSha256 }) => ({
      messageIndex,
      partIndex,
      textSha256,
    }))
    expect((await client.pins.add({ taskId, pins })).pins).toMatchObject(states)
  })

  it('that an agent has hidden do not hold, and it can hide what is pinned', async () => {
    await client.pins.add({ taskId, pins: [message(1)] })
    const summary = { role: 'user', content: 'summary', isSummary: true, condenseId: 's' }
    const hidden = history.map((one) => ({ ...one, condenseParent: 's' }))
    await bench.rewrite(taskId, [...hidden, summary, ...talk(4, 1)])
    expect((await client.pins.list({ taskId })).pins).toMatchObject([{ ...message(1), state: 'hidden' }])
    expect(await catchProblem(client.pins.add({ taskId, pins: [message(2)] }))).toMatchObject({
      message: expect.stringMatching(/Message #2 is hidden/),
    })
  })
})

describe('a run', () => {
  it('keeps what is pinned in the task, and says so', async () => {
    expect(await readKeptSources(slide())).not.toContain(4)
    await client.pins.add({ taskId, pins: [message(4), part(2, 0)] })
    expect(await readKeptSources(slide())).toEqual(expect.arrayContaining([1, 2, 4]))
    expect(await readPinsTrace(slide())).toEqual([
      expect.stringMatching(/^1 message and 1 part stay as they are: \d+ tokens\.$/),
    ])
  })

  it('marks what was pinned in the rows of its result, and goes on doing so', async () => {
    await client.pins.add({ taskId, pins: [message(4), part(2, 0)] })
    const { run } = await bench.run(slide())
    await client.pins.clear({ taskId })
    const rows = await client.runs.rows({ runId: run.id })
    const marked = rows.flatMap(({ source, pinned }) =>
      pinned === undefined ? [] : [[source?.index, pinned]],
    )
    expect(marked).toEqual([
      [2, 'parts'],
      [4, 'message'],
    ])
  })

  it('keeps what its request pins beside that', async () => {
    await client.pins.add({ taskId, pins: [message(4)] })
    const kept = await readKeptSources({ ...slide(), pins: [message(6)] })
    expect(kept).toEqual(expect.arrayContaining([4, 6]))
    expect(await readPinsTrace({ ...slide(), pins: [message(4), message(6), message(6)] })).toEqual([
      expect.stringMatching(/^2 messages stay as they are/),
    ])
  })

  it('leaves the pins of the task out of account where it is asked to', async () => {
    await client.pins.add({ taskId, pins: [message(4)] })
    const kept = await readKeptSources({ ...slide(), ignorePins: true, pins: [message(6)] })
    expect(kept).toContain(6)
    expect(kept).not.toContain(4)
    expect(await readPinsTrace({ ...slide(), ignorePins: true })).toEqual([])
  })

  it('does not keep what was pinned and has changed since', async () => {
    await client.pins.add({ taskId, pins: [message(4)] })
    const changed: Message[] = structuredClone([...history])
    changed[4] = { role: 'user', content: 'other words' }
    await bench.rewrite(taskId, changed)
    expect(await readKeptSources(slide())).not.toContain(4)
    expect(await readPinsTrace(slide())).toEqual([])
  })

  it('is not started with a pin of nothing', async () => {
    expect(await catchProblem(client.runs.start({ ...slide(), pins: [message(99)] }))).toMatchObject({
      message: 'There is no message #99 to pin',
      where: '#99',
    })
    expect(await client.runs.list({ taskId })).toEqual([])
  })
})
