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
    'No.  Made              Set off  Before  After  Needed and missing  Tokens again  Cost again',
    '  1  2026-08-11 18:26  –        22,748  7,454                   1         1,271     $0.0048',
  ])
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
