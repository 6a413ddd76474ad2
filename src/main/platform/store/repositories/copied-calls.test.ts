import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Store } from '../store.ts'
import { makeBench, makeTask, type StoreBench } from '../testing/fixtures.ts'
import { putSurveyed } from '../testing/put-surveyed.ts'

let bench: StoreBench
let store: Store
beforeEach(async () => {
  bench = await makeBench()
  store = await bench.open()
})
afterEach(() => bench.clean())

it('counts calls once that a fork repeats, whatever the order in which they were stored', async () => {
  const calls = (ids: readonly string[]) =>
    ids.map((callId) => ({ callId, modelId: 'big', costUsd: 1, tokensIn: 10 }))
  const put = async (id: string, ids: readonly string[], lastActivityTs: number): Promise<void> => {
    const usage = { requests: calls(ids), condensations: [] }
    const byModel = [{ model: 'big', requests: ids.length, costUsd: ids.length }]
    await putSurveyed(
      store,
      {
        id,
        costUsd: ids.length,
        lastActivityTs,
        workspace: `/work/${id}`,
        meta: { ...makeTask().meta, usage },
      },
      { byModel },
    )
  }
  await put('fork', ['a', 'b', 'c', 'd'], 200)
  await put('first', ['a', 'b', 'c'], 100)
  await put('other', ['x', 'b'], 50)
  const overview = await store.surveys.overview(1)
  expect(overview).toMatchObject({ copiedRequests: 3, copiedUsd: 3, totals: { costUsd: 6, tasks: 3 } })
  expect(overview.byModel).toMatchObject([{ model: 'big', requests: 6, costUsd: 6 }])
  const costs = overview.byWorkspace.map(({ workspace, costUsd }) => [workspace, costUsd])
  expect(new Map(costs as [string, number][])).toEqual(
    new Map([
      ['/work/first', 3],
      ['/work/fork', 1],
      ['/work/other', 2],
    ]),
  )
  // Once the first one is gone, its calls are those of the fork.
  await store.tasks.forget('first')
  expect(await store.surveys.overview(1)).toMatchObject({ copiedRequests: 0, totals: { costUsd: 6 } })
})
