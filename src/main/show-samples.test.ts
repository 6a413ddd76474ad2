import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startDewpoint } from './api/testing/start-dewpoint.ts'
import type { Dewpoint } from './compose.ts'

let folder: string
let dewpoint: Dewpoint

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-samples-'))
  dewpoint = await startDewpoint(folder)
})
afterEach(async () => {
  await dewpoint.close()
  await rm(folder, { recursive: true, force: true })
})

async function restart(): Promise<void> {
  await dewpoint.close()
  dewpoint = await startDewpoint(folder)
}

describe('the sample experiment', () => {
  it('is there at the first run, finished, and once only', async () => {
    const expected = [{ isSample: true, status: 'finished', cells: { total: 20, done: 20, failed: 0 } }]
    expect(await dewpoint.client.experiments.list()).toMatchObject(expected)
    await restart()
    expect(await dewpoint.client.experiments.list()).toMatchObject(expected)
  })

  it('leads from each cell to the sample task and to its result', async () => {
    const { client } = dewpoint
    const [task] = await client.tasks.list()
    const { summary, plan, cells } = await client.experiments.get({ experimentId: 'sample' })
    expect(new Set(plan.checkpoints.map(({ taskId }) => taskId))).toEqual(new Set([task!.id]))
    for (const cell of cells) {
      const at = { experimentId: summary.id, cellId: cell.id }
      expect(await client.experiments.cell(at)).toMatchObject({ missing: '' })
      const rows = await client.experiments.cellRows(at)
      expect({ [cell.id]: rows.length > 0 }).toEqual({ [cell.id]: true })
    }
  })

  it('says what can be started again as it is', async () => {
    const { client } = dewpoint
    const { text, summary } = await client.experiments.get({ experimentId: 'sample' })
    const check = await client.experiments.check({ text })
    expect(check).toMatchObject({ ok: true, plan: { checkpoints: { length: summary.checkpoints } } })
  })

  it('stays away once it was removed', async () => {
    await dewpoint.client.experiments.remove({ experimentId: 'sample' })
    await restart()
    expect(await dewpoint.client.experiments.list()).toEqual([])
  })

  it('is not shown to who has removed the task that it is about', async () => {
    const { client } = dewpoint
    const [task] = await client.tasks.list()
    await client.tasks.forget({ taskId: task!.id })
    await client.experiments.remove({ experimentId: 'sample' })
    await client.preferences.set({ key: 'sampleExperimentOffered', value: false })
    await restart()
    expect(await dewpoint.client.experiments.list()).toEqual([])
  })
})
