import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startAnew } from '../../testing/start-dewpoint.ts'
import { storePreference } from '../../testing/store-preference.ts'
import type { Dewpoint } from '../common/dewpoint.ts'

const ownTask = JSON.stringify([
  { role: 'user', content: 'Sweep the yard' },
  { role: 'assistant', content: 'It is swept.' },
])

let folder: string
let dewpoint: Dewpoint

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-samples-'))
  dewpoint = await startAnew(folder)
})
afterEach(async () => {
  await dewpoint.close()
  await rm(folder, { recursive: true, force: true })
})

async function restart(): Promise<void> {
  await dewpoint.close()
  dewpoint = await startAnew(folder)
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
    await storePreference(dewpoint, 'sampleExperimentOffered', false)
    await restart()
    expect(await dewpoint.client.experiments.list()).toEqual([])
  })
})

describe('the sample library', () => {
  const titles = async (): Promise<readonly string[]> =>
    (await dewpoint.client.tasks.list()).map(({ title }) => title)
  const start = async (): Promise<void> => {
    await dewpoint.close()
    dewpoint = await startAnew(folder, { door: 'browser' })
  }

  it('is shown by the window and the browser, with what each task used and how often it was condensed', async () => {
    expect(await titles()).toHaveLength(1)
    await start()
    await expect.poll(async () => (await titles()).length, { interval: 200 }).toBe(13)
    const tasks = await dewpoint.client.tasks.list()
    expect(tasks.filter(({ isSample }) => !isSample)).toEqual([])
    expect(tasks[0]?.title).toBe('Add rate limiting to harbour.')
    expect(new Set(tasks.map(({ agent }) => agent)).size).toBe(9)
    expect(tasks.filter(({ condensations }) => (condensations ?? 0) > 0).length).toBeGreaterThanOrEqual(9)
    // Copilot CLI records what its requests sent as a sum alone.
    expect(tasks.filter(({ costUsd }) => (costUsd ?? 0) === 0).map(({ agent }) => agent)).toEqual([
      'copilot-cli',
    ])
  })

  it('ends in the middle where Dewpoint is closed, and is complete at the next start', async () => {
    await start()
    await start()
    await expect.poll(async () => (await titles()).length, { interval: 200 }).toBe(13)
  })

  it('is not shown to who has tasks already, and stays away then', async () => {
    await dewpoint.client.tasks.open({
      kind: 'files',
      name: 'own',
      files: [{ name: 'a.json', text: ownTask }],
    })
    await start()
    await expect.poll(() => dewpoint.client.preferences.all()).toMatchObject({ sampleLibraryOffered: true })
    expect(await titles()).toHaveLength(2)
  })
})
