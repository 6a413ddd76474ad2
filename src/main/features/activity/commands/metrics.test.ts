import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metricsReportSchema } from '../../../../shared/activity/metrics-types.ts'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'
import { openStore } from '../../../platform/store/open-store.ts'
import { makeRun, putTask } from '../../../platform/store/testing/fixtures.ts'

let line: CommandLine
beforeAll(async () => {
  line = await makeCommandLine()
  const store = await openStore({
    folder: join(line.folder, 'data'),
    clock: Date.now,
    processId: process.pid,
    isProcessAlive: () => true,
  })
  await putTask(store)
  await putTask(store, { id: 'task-2', path: '/tasks/2' })
  const ending = { status: 'cancelled', finishedTs: 1, outcome: null, payload: null } as const
  const runs = [
    makeRun({ id: 'old', startedTs: Date.UTC(2020, 0, 1) }),
    makeRun({ id: 'new', startedTs: Date.now() }),
    makeRun({ id: 'other', startedTs: Date.now(), taskId: 'task-2', providerId: 'lossless' }),
  ]
  for (const run of runs) {
    await store.runs.insertRunning(run)
    await store.runs.finish(run.id, ending)
  }
  await store.close()
})
afterAll(() => line.clean())

const readIds = (value: unknown): string[] => metricsReportSchema.parse(value).groups.map(({ id }) => id)

describe('dewpoint metrics', () => {
  it('prints the report of the contract as JSON, with what it was asked for', async () => {
    const report = await line.json(['metrics', '--since', '2020-01-01'])
    expect(report).toMatchObject({
      by: 'provider',
      taskId: null,
      sinceTs: Date.UTC(2020, 0, 1),
      runs: 3,
      total: { attempts: 0, byStatus: { cancelled: 3 } },
    })
    expect(readIds(report)).toEqual(['lossless', 'truncation'])
  })

  it.each([
    [['--since', '2020-01-02'], 2],
    [['--since', '1h', '--task', 'task-1'], 1],
    [['--task', 'task-2'], 1],
  ])('takes %j', async (options, runs) => {
    expect(await line.json(['metrics', ...options])).toMatchObject({ runs })
  })

  it('groups by preset', async () => {
    expect(readIds(await line.json(['metrics', '--by', 'preset']))).toEqual([
      'lossless:balanced',
      'truncation:balanced',
    ])
  })

  it('prints a table for people', async () => {
    const { code, out } = await line.run(['metrics'])
    expect(code).toBe(0)
    expect(out).toMatch(/^provider +attempts/)
    expect(out).toMatch(/^not counted +3 cancelled$/m)
  })

  it.each([
    ['--by', 'moon'],
    ['--since', 'yesterday'],
    ['--task', 'nowhere'],
  ])('refuses %s %s in one line', async (option, value) => {
    const { code, out, err } = await line.run(['metrics', option, value])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^dewpoint: [^\n]+\n$/)
  })
})
