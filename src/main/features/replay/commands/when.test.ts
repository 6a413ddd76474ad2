import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOnce } from '../../../../shared/kernel/make-once.ts'
import { sweepResultSchema } from '../../../../shared/replay/sweep-types.ts'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'

let line: CommandLine
beforeAll(async () => {
  line = await makeCommandLine()
  for (const [name, requests] of [
    ['long', 12],
    ['middle', 10],
    ['short', 8],
  ] as const)
    await writeTask(`tasks/${name}`, requests)
  await writeTask('bare/one', 2, false)
  await writeTask('large/one', 12, true, 25_000)
  await writeTask('idle/one', 12, true, 12_000, 30)
})
afterAll(() => line.clean())

/** A task whose requests each add so many recorded tokens; usage is left out where it is not wanted. */
async function writeTask(
  name: string,
  requests: number,
  hasUsage = true,
  step = 3400,
  pauseMinutes = 0,
): Promise<void> {
  const folder = join(line.folder, name)
  await mkdir(folder, { recursive: true })
  const messages = Array.from({ length: 2 * requests }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    ts: 1_700_000_000_000 + index * 1000 + (index < requests ? 0 : pauseMinutes * 60_000),
    content: [
      { type: 'text', text: `Step ${index}. ${`look at file ${name}-${index}.ts and go on `.repeat(150)}` },
    ],
  }))
  await writeFile(join(folder, 'api_conversation_history.json'), JSON.stringify(messages))
  const lines = messages
    .filter(({ role }) => role === 'assistant')
    .map(({ ts }, index) => {
      const [cacheReads, cacheWrites, tokensOut] = [index === 0 ? 0 : 1000 + step * index - 1700, step, 1700]
      const cost = (0.3 * cacheReads + 3.75 * cacheWrites + 15 * tokensOut) / 1_000_000
      const usage = { tokensIn: 0, tokensOut, cacheReads, cacheWrites, cost, apiProtocol: 'anthropic' }
      return { ts: ts - 1, type: 'say', say: 'api_req_started', text: JSON.stringify(hasUsage ? usage : {}) }
    })
  await writeFile(join(folder, 'ui_messages.json'), JSON.stringify(lines))
}

const sweep = ['when', 'tasks', '--arms', 'truncation,sliding-window', '--at', '10k,60%', '--window', '20k']

describe('when', () => {
  const played = makeOnce(async () => sweepResultSchema.parse(await line.json(sweep)))

  it('has a row for each arm and threshold, with what it costs and what it keeps', async () => {
    const { tasks, sweep: rows, leftOut, recommended } = await played()
    expect(tasks.map(({ requests }) => requests)).toEqual([12, 10, 8])
    expect(leftOut).toEqual([])
    expect(rows.map(({ arm, thresholdTokens }) => [arm, thresholdTokens])).toEqual([
      ['truncation', 10_000],
      ['truncation', 12_000],
      ['sliding-window', 10_000],
      ['sliding-window', 12_000],
    ])
    const window = rows.filter(({ arm }) => arm === 'sliding-window')
    for (const row of window) {
      expect(row.condensedTasks).toBe(3)
      expect(row.condensations).toBeGreaterThan(0)
      expect(row.medianUsd).toBeGreaterThan(0)
      expect(Object.keys(row.figures)).not.toContain('reduction')
    }
    expect(recommended).toMatchObject({
      rule: 'cheapest-not-worse',
      verdict: 'few-tasks',
      windowTokens: 20_000,
    })
    expect(recommended?.settings.agent['codex']).toBeDefined()
  })

  it('counts a task that never reaches a threshold at what it costs without condensing', async () => {
    const high = await line.json([
      'when',
      'tasks',
      '--arms',
      'sliding-window',
      '--at',
      '900k',
      '--window',
      '1M',
    ])
    const { sweep: rows, never, recommended } = sweepResultSchema.parse(high)
    expect(rows).toMatchObject([{ condensedTasks: 0, costUsd: never.costUsd, againstNever: { costUsd: 0 } }])
    expect(recommended?.verdict).toBe('never-reached')
  })

  it('looks at no usual window that a request of each task did not fit, but at one that is chosen', async () => {
    const readWindows = async (...more: string[]) => {
      const given = ['when', 'large', '--arms', 'sliding-window', '--at', '100k', ...more]
      const { sweep: rows } = sweepResultSchema.parse(await line.json(given))
      return rows.map(({ windowTokens }) => windowTokens)
    }
    expect(await readWindows()).toEqual([1_000_000])
    expect(await readWindows('--window', '200k')).toEqual([200_000])
  })

  it('tries triggers beyond size: a pause in the middle condenses an idle session that is large enough', async () => {
    const given = ['when', 'idle', '--arms', 'sliding-window', '--at', '100k', '--window', '200k']
    const readRows = async (...more: string[]) => {
      const { triggers } = sweepResultSchema.parse(await line.json([...given, ...more]))
      return (triggers?.rows ?? []).map(({ kind, leastTokens, condensations }) => [
        kind,
        leastTokens,
        condensations,
      ])
    }
    // 73,000 tokens stand before the pause of half an hour.
    expect(await readRows()).toEqual([
      ['size', null, 0],
      ['idle', 200_000, 0],
      ['idle', 100_000, 0],
      ['idle', 50_000, 1],
      ['task-start', 50_000, 0],
      ['prepared', null, 0],
    ])
    expect((await readRows('--idle', '31'))[3]).toEqual(['idle', 50_000, 0])
    const { out } = await line.run([...given, '--idle', '5'])
    expect(out).toMatch(/On your 1 task idle condensation from 50,000 tokens on would have cost \$/)
    expect(out).toContain('A session is idle 5 minutes after an answer')
  })

  it('answers in its first line, and takes only as many tasks as it is told', async () => {
    const { code, out } = await line.run([...sweep, '--tasks', '1'])
    expect(code).toBe(0)
    expect(out.split('\n')[0]).toMatch(
      /^Not enough tasks for a verdict \(1 of at least 5\): \S+ at 1[02],000 tokens comes to \$/,
    )
    expect(out).toContain('2 shorter tasks not played.\nUse --tasks for more.')
  })

  it.each([
    ['a folder without usage', ['bare'], /The task does not record what its requests used.*Choose tasks/s],
    ['an empty name, which is no name of the current folder', [''], /name of a task is empty.*called `\.`/s],
    ['an arm that nobody knows', ['tasks', '--arms', 'nobody'], /There is no arm "nobody".*claude-code/s],
    ['no arm', ['tasks', '--arms', ','], /No method is named/],
    [
      'a threshold above the window',
      ['tasks', '--at', '300k', '--window', '200k'],
      /300,000 tokens is above the window of 200,000/,
    ],
    ['a threshold that is none', ['tasks', '--at', 'half'], /such as 120000, 120k or 1M/],
    ['a share beyond the window', ['tasks', '--at', '120%'], /percentage from 5 to 100/],
    ['a profile without a limit', ['tasks', '--profile', 'p'], /what that may cost.*leave the profile out/s],
    ['minutes that are none', ['tasks', '--idle', '0'], /minutes above 0/],
    ['a place where nothing is', ['nowhere'], /There is no task nowhere/],
  ])('refuses %s in a line that says what to do', async (_what, names, says) => {
    const { code, out, err } = await line.run(['when', ...names])
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(err).toMatch(says)
  })

  it('ends when it is cancelled', async () => {
    const { code } = await line.run(sweep, {}, AbortSignal.abort(new Error('Ctrl+C')))
    expect(code).toBe(130)
  })
})
