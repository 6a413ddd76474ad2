import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importTask } from '../import-task.ts'
import { readReportOutcome, combineScoreOutcomes } from './task-outcome.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-outcome-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function put(name: string, content: unknown): Promise<string> {
  const path = join(folder, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

describe('scores', () => {
  it.each([
    [['C'], 'solved'],
    [['I'], 'unsolved'],
    [['N'], 'unsolved'],
    [[1], 'solved'],
    [[0, false], 'unsolved'],
    [[true, 'C', 1], 'solved'],
    [['C', 'I'], undefined],
    [['P'], undefined],
    [[0.5], undefined],
    [[{ a: 1 }], undefined],
    [[], undefined],
  ])('of %j are %s', (values, expected) => {
    expect(combineScoreOutcomes(values)).toBe(expected)
  })
})

describe('a report of SWE-bench', () => {
  it.each([
    [{ resolved: true }, 'solved'],
    [{ report: { resolved: false } }, 'unsolved'],
    [{ 'a__b-1': { resolved: true }, 'a__b-2': { resolved: false } }, 'solved'],
    [{ resolved_ids: ['a__b-1'] }, 'solved'],
    [{ resolved_ids: [], unresolved_ids: ['a__b-1'] }, 'unsolved'],
    [{ resolved: ['x'], no_generation: ['a__b-1'] }, 'unsolved'],
    [{ resolved_ids: ['a__b-2'] }, undefined],
    [null, undefined],
    ['text', undefined],
  ])('such as %j says %s', (report, expected) => {
    expect(readReportOutcome(report, 'a__b-1')).toBe(expected)
  })
})

describe('a trajectory', () => {
  const trajectory = (info: object) => ({
    trajectory: [{ action: 'ls', observation: 'o', response: 'r', thought: '', state: '{}' }],
    history: [
      { role: 'user', content: 'Fix it', agent: 'main' },
      { role: 'assistant', content: 'one', agent: 'main' },
    ],
    info,
  })
  const submitted = { exit_status: 'submitted', submission: 'diff' }

  it('that submitted something tells nothing by itself', async () => {
    const task = await importTask(await put('a__b-1.traj', trajectory(submitted)))
    expect(task.outcome).toBeUndefined()
  })

  it.each([
    ['report.json', { 'a__b-1': { resolved: true } }, 'solved'],
    ['results.json', { resolved: [], unresolved: ['a__b-1'] }, 'unsolved'],
  ])('is judged by the %s beside it', async (name, report, expected) => {
    await put(name, report)
    expect((await importTask(await put('a__b-1.traj', trajectory(submitted)))).outcome).toBe(expected)
  })

  it('that ended without a submission did not solve its task', async () => {
    const task = await importTask(
      await put('a.traj', trajectory({ exit_status: 'exit_cost', submission: null })),
    )
    expect(task.outcome).toBe('unsolved')
  })

  it('of mini-SWE-agent is judged alike', async () => {
    const messages = [
      { role: 'user', content: 'Fix it' },
      { role: 'assistant', content: 'Done' },
    ]
    const info = { mini_version: '2', exit_status: 'LimitsExceeded', submission: '', model_stats: {} }
    const path = await put('a__b-1.traj.json', { info, messages, trajectory_format: 'mini-swe-agent-1.1' })
    expect((await importTask(path)).outcome).toBe('unsolved')
    await put('../report.json'.slice(3), { 'a__b-1': { resolved: true } })
    expect((await importTask(path)).outcome).toBe('solved')
  })

  it.each(['trajs/a__b-1/a__b-1.traj.json', 'trajs/a__b-1.traj.json'])(
    'at %s is judged by the log of its instance',
    async (name) => {
      const messages = [{ role: 'user', content: 'Fix it' }]
      const info = { ...submitted, mini_version: '1', model_stats: {} }
      const path = await put(name, { info, messages, trajectory_format: 'mini-swe-agent-1' })
      expect((await importTask(path)).outcome).toBeUndefined()
      await put('logs/a__b-1/report.json', { patch_exists: true, resolved: true })
      expect((await importTask(path)).outcome).toBe('solved')
    },
  )

  it('names no place outside of the logs', async () => {
    const messages = [{ role: 'user', content: 'Fix it' }]
    const info = { ...submitted, mini_version: '1', model_stats: {} }
    const told = { info, messages, trajectory_format: 'mini-swe-agent-1', instance_id: '../other' }
    await put('other/report.json', { resolved: true })
    expect((await importTask(await put('trajs/x/x.traj.json', told))).outcome).toBeUndefined()
  })

  it('of Harbor is judged by its verifier', async () => {
    const steps = [
      { step_id: 1, source: 'user', message: 'Fix it' },
      { step_id: 2, source: 'agent', message: 'Done' },
    ]
    const path = await put('trial/agent/trajectory.json', {
      schema_version: 'ATIF-v1.5',
      agent: { name: 'x' },
      steps,
    })
    expect((await importTask(path)).outcome).toBeUndefined()
    await put('trial/verifier/reward.txt', '0\n')
    expect((await importTask(path)).outcome).toBe('unsolved')
    await put('trial/result.json', { verifier_result: { rewards: { reward: 1 } } })
    expect((await importTask(path)).outcome).toBe('solved')
  })
})
