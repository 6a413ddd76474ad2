import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type CommandLine, makeCommandLine } from '../../../cli/testing/command-line.ts'

const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon']

/** A trajectory with a project, a task and an outcome of its own. */
function trajectory(task: number): unknown {
  const turns = Array.from({ length: 14 }, (_, turn) => {
    const file = `src/${words[turn % 5]}-${task}.ts`
    return [
      { role: 'assistant', content: `I read ${file} at turn ${turn}, then go on.`, agent: 'main' },
      { role: 'user', content: `${file}: ${'a line of it\n'.repeat(10 + task)}`, agent: 'main' },
    ]
  }).flat()
  return {
    trajectory: [
      { action: 'ls', observation: 'o', response: 'r', thought: '', state: { working_dir: '/w' } },
    ],
    history: [{ role: 'user', content: `Fix task ${task}`, agent: 'main' }, ...turns],
    info: { exit_status: 'submitted', submission: 'x', resolved: task % 2 === 0 },
  }
}

const shown = z.object({
  figuresVersion: z.number(),
  primary: z.object({
    metric: z.string(),
    isDeclared: z.boolean(),
    verdicts: z.array(z.object({ variant: z.string(), verdict: z.string(), sentence: z.string() })),
  }),
  again: z.object({ variant: z.string(), of: z.string(), isRepeatable: z.boolean() }),
  noiseFloor: z.record(z.string(), z.number()),
  outcomes: z.array(
    z.object({ metric: z.string(), solved: z.object({ tasks: z.number() }), verdict: z.string() }),
  ),
  comparisons: z.array(
    z.object({ b: z.string(), family: z.string(), clusterLevel: z.string(), clusters: z.number() }),
  ),
})

let line: CommandLine
beforeAll(async () => {
  line = await makeCommandLine()
  for (let task = 0; task < 10; task += 1)
    await writeFile(join(line.folder, `p${task % 5}__lib-${task}.traj`), JSON.stringify(trajectory(task)))
  const file = [
    'name: decided',
    "tasks: ['./*.traj']",
    'checkpoints: { at: [0.7] }',
    'variants:',
    '  - { id: few, provider: truncation, settings: { preserveRecentCount: 4 } }',
    '  - { id: many, provider: truncation, settings: { preserveRecentCount: 12 } }',
    'metrics: [compression, facts, continuation]',
    'primary: reduction',
    'aa: true',
    '',
  ].join('\n')
  await writeFile(join(line.folder, 'experiment.yaml'), file)
})
afterAll(() => line.clean())

describe('an experiment with a primary metric and a second sample', () => {
  it('says what decides, by which clusters, and what the noise and the outcomes are', async () => {
    const ran = await line.run(['experiment', 'run', 'experiment.yaml', '--out', 'report.html'])
    expect([ran.code, ran.err]).toEqual([0, expect.any(String)])
    expect(ran.out).toContain('Decided by Reduction, over ')
    expect(ran.out).toContain('5 workspaces with 10 tasks')
    expect(ran.out).toContain('few-again is few run again. It gives the same result each time')
    expect(ran.out).toMatch(/What few keeps of the facts the agent went on to use .*5 solved tasks/)
    const results = shown.parse(await line.json(['experiment', 'show', 'decided']))
    expect(results).toMatchObject({
      figuresVersion: 4,
      primary: { metric: 'reduction', isDeclared: true, verdicts: [{ variant: 'many' }] },
      again: { variant: 'few-again', of: 'few', isRepeatable: true },
    })
    expect(new Set(results.comparisons.map(({ b, family }) => `${b} ${family}`))).toEqual(
      new Set(['many primary', 'many secondary', 'few-again again']),
    )
    expect(Object.values(results.noiseFloor).every((size) => size === 0)).toBe(true)
    expect(results.outcomes.every(({ solved }) => solved.tasks === 5)).toBe(true)
    const verified = await line.run(['report', 'verify', 'report.html'])
    expect([verified.code, verified.err]).toEqual([0, ''])
  })

  it('refuses a primary metric that is not measured, and a variant in the place of the second sample', async () => {
    const text = [
      'name: faulty',
      "tasks: ['./*.traj']",
      'checkpoints: { at: [0.7] }',
      'variants: [{ id: a, provider: truncation }, { id: a-again, provider: truncation }]',
      'metrics: [compression]',
      'primary: continuation-recall',
      'aa: true',
      '',
    ].join('\n')
    await writeFile(join(line.folder, 'faulty.yaml'), text)
    const { code, err, out } = await line.run(['experiment', 'check', 'faulty.yaml'])
    expect(code).toBe(2)
    expect(`${err}${out}`).toContain('continuation-recall is not measured: add continuation to metrics.')
    expect(`${err}${out}`).toContain('a-again is the second sample of the baseline')
  })
})
