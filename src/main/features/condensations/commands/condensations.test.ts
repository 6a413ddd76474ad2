import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'
import { resourcesFolder } from '../../../testing/start-dewpoint.ts'

const samples = join(resourcesFolder, 'samples')
let line: CommandLine
beforeAll(async () => {
  line = await makeCommandLine()
})
afterAll(() => line.clean())

it('lists the condensations of one task, a line each', async () => {
  const { code, out } = await line.run(['condensations', join(samples, 'pi', 'sessions')])
  expect(code).toBe(0)
  expect(out.split('\n').slice(0, 2)).toEqual([
    'No.  When              Trigger  Before  After  Needed and missing  Tokens re-read  Cost of it',
    '  1  2026-08-11 18:26  –        22,748  7,454                   1           1,271     $0.0048',
  ])
})

it('prices them on other models from the tokens of their requests, without a key', async () => {
  const args = ['condensations', join(samples, 'pi', 'sessions'), '--on', 'claude-haiku-4-5', 'of-nobody']
  const { out } = await line.run([...args, '--json'])
  const { condensations, elsewhere } = JSON.parse(out) as {
    condensations: readonly { summaryRequest: { tokensIn: number; tokensOut: number } }[]
    elsewhere: readonly { model: string; costUsd: number | null }[]
  }
  const usd = condensations.map(
    ({ summaryRequest: { tokensIn, tokensOut } }) => (tokensIn + 5 * tokensOut) / 1e6,
  )
  expect(elsewhere.map(({ model }) => model)).toEqual(['claude-haiku-4-5', 'of-nobody'])
  expect(elsewhere[0]?.costUsd).toBeCloseTo(
    usd.reduce((sum, one) => sum + one, 0),
    9,
  )
  expect(elsewhere[1]?.costUsd).toBeNull()
  expect((await line.run(args)).out).toMatch(
    /Your 1 condensation on another model: [\d,]+ tokens read, .*claude-haiku-4-5 +\$/s,
  )
})

it('lists those of many tasks, and on demand where most was read again first', async () => {
  const { out } = await line.run(['condensations', samples, '--sort', 'missing', '--json'])
  const { condensations, failures } = JSON.parse(out) as {
    condensations: readonly { n: number; taskId: string; missing: readonly { tokens: number }[] }[]
    failures: readonly unknown[]
  }
  const sums = condensations.map(({ missing }) => missing.reduce((sum, { tokens }) => sum + tokens, 0))
  expect(failures).toEqual([])
  expect(new Set(condensations.map(({ taskId }) => taskId)).size).toBeGreaterThan(5)
  expect(sums[0]).toBeGreaterThan(0)
  expect(sums).toEqual(sums.toSorted((a, b) => b - a))
})

it('says so where no task was condensed', async () => {
  const { out } = await line.run(['condensations', join(resourcesFolder, 'sample-task')])
  expect(out).toBe('No condensation is recorded.\n')
})
