import { afterAll, beforeAll, expect, it } from 'vitest'
import type { InspectEvent, MessageRow, RowSlice } from '../../shared/library/inspection-types.ts'
import { startRunBench, type RunBench } from '../testing/run-bench.ts'

/** What one reply may carry: this many rows keep nobody else waiting. */
const mostRows = 2000
const total = 5001
const indices = Array.from({ length: total }, (_, index) => index)
const listRowIndices = (rows: readonly MessageRow[]): number[] => rows.map((row) => row.index)

let bench: RunBench
let taskId = ''

beforeAll(async () => {
  bench = await startRunBench()
  taskId = await bench.open(
    indices.map((index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content: `Message ${index}` })),
  )
})
afterAll(() => bench.clean())

async function slicesFrom(from: number): Promise<RowSlice[]> {
  const slices: RowSlice[] = []
  for await (const slice of await bench.client.tasks.rows({ taskId, from })) slices.push(slice)
  return slices
}

async function inspectEvents(): Promise<InspectEvent[]> {
  const events: InspectEvent[] = []
  for await (const event of await bench.client.tasks.inspect({ taskId })) events.push(event)
  return events
}

const collectEventRows = (events: readonly InspectEvent[]): MessageRow[][] =>
  events.flatMap((event) => ('rows' in event ? [event.rows] : []))

async function expectAllInPages(): Promise<void> {
  const first = await bench.client.tasks.get({ taskId })
  expect(first.totalRows).toBe(total)
  expect(first.rows.length).toBeLessThanOrEqual(mostRows)
  const others = await slicesFrom(first.rows.length)
  expect(listRowIndices([...first.rows, ...others.flatMap(({ rows }) => rows)])).toEqual(indices)
  for (const { from, totalRows, rows } of others) {
    expect(rows.length).toBeLessThanOrEqual(mostRows)
    expect([from, totalRows]).toEqual([rows[0]?.index, total])
  }
}

it('sends the rows of a long task in pages before it is counted, and once it is', async () => {
  await expectAllInPages()
  const counting = await inspectEvents()
  const stored = await inspectEvents()
  expect(stored.map(({ kind }) => kind)).not.toContain('progress')
  for (const events of [counting, stored]) {
    const pages = collectEventRows(events)
    expect(listRowIndices(pages.flat())).toEqual(indices)
    expect(Math.max(...pages.map((rows) => rows.length))).toBeLessThanOrEqual(mostRows)
    expect(pages.flat().every(({ tokens }) => tokens !== null)).toBe(true)
    expect(events.at(-1)).toMatchObject({ kind: 'finished', inspection: { messages: { total } } })
  }
  expect(collectEventRows(stored)).toEqual(collectEventRows(counting))
  await expectAllInPages()
})

it('gives the rows from any place on, and none past the end', async () => {
  for (const from of [0, 1, 1500, total - 1, total, 999_999]) {
    const slices = await slicesFrom(from)
    expect(listRowIndices(slices.flatMap(({ rows }) => rows))).toEqual(indices.slice(from))
  }
})

it('lets others be answered between two slices', async () => {
  let answered = 0
  const before: number[] = []
  for await (const _ of await bench.client.tasks.rows({ taskId })) {
    before.push(answered)
    setImmediate(() => (answered += 1))
  }
  expect(before).toEqual(before.map((_, place) => place))
})

it('inspects a task of no messages', async () => {
  const empty = await bench.open([])
  expect(await bench.client.tasks.get({ taskId: empty })).toMatchObject({ rows: [], totalRows: 0 })
  const events: InspectEvent[] = []
  for await (const event of await bench.client.tasks.inspect({ taskId: empty })) events.push(event)
  expect(events.at(-1)).toMatchObject({ kind: 'finished', rows: [], totalRows: 0 })
})
