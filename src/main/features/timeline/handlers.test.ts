import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { catchProblem } from '../../testing/catch-problem.ts'
import { startRunBench, type RunBench } from '../../testing/run-bench.ts'
import { resourcesFolder } from '../../testing/start-dewpoint.ts'

let bench: RunBench
beforeAll(async () => {
  bench = await startRunBench()
})
afterAll(() => bench.clean())

const open = async (path: string): Promise<string> =>
  (await bench.client.tasks.open({ kind: 'path', path })).tasks[0]!.id

describe('the timeline of a task', () => {
  it('has a point for each message, and ends with what the task cost', async () => {
    const taskId = await open(join(resourcesFolder, 'sample-task'))
    const { points, basis, peakTokens } = await bench.client.timeline.get({ taskId })
    const { rows } = await bench.client.tasks.get({ taskId })
    expect(points.map(({ messageIndex }) => messageIndex)).toEqual(rows.map(({ index }) => index))
    expect(basis).toBe('calibrated')
    expect(peakTokens).toBe(Math.max(...points.map(({ recordedTokens }) => recordedTokens ?? 0)))
    const tasks = await bench.client.tasks.list()
    expect(points.at(-1)?.cumulativeUsd).toBeCloseTo(tasks.find(({ id }) => id === taskId)?.costUsd ?? 0, 9)
  })

  it('is there for a bare array of messages too, in our own count', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'timeline-')), 'chat.json')
    await writeFile(path, JSON.stringify([{ role: 'user', content: 'Hello there' }]))
    const timeline = await bench.client.timeline.get({ taskId: await open(path) })
    expect(timeline).toMatchObject({ basis: 'counted', markers: [], points: [{ messageIndex: 0 }] })
  })

  it('names the file that its requests cannot be read of', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'timeline-'))
    const history = [{ role: 'user', content: 'Hello there' }]
    await writeFile(join(folder, 'api_conversation_history.json'), JSON.stringify(history))
    await writeFile(join(folder, 'ui_messages.json'), '{not json')
    const { notes } = await bench.client.timeline.get({ taskId: await open(folder) })
    expect(notes[0]).toMatch(/^ui_messages\.json, line 1, column 2 .*: a key was expected/)
  })

  it('names what is wrong where there is no such task', async () => {
    expect(await catchProblem(bench.client.timeline.get({ taskId: 'nobody' }))).toMatchObject({
      code: 'not-found',
    })
  })
})
