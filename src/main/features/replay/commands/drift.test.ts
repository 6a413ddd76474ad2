import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'
import { samplePath } from '../../../testing/run-bench.ts'

/** Drift on the command line. */
let line: CommandLine
beforeEach(async () => {
  line = await makeCommandLine()
})
afterEach(() => line.clean())

it('gives the figures that scripts rely on', async () => {
  await writeFile(
    join(line.folder, 'policies.yaml'),
    'policies:\n  - id: none\n  - { id: native, provider: native }\n  - { id: lossless, provider: lossless }\n',
  )
  const args = ['drift', samplePath, '--policy', 'policies.yaml', '--cycles', '3']
  const { cuts, policies } = JSON.parse((await line.run([...args, '--json'])).out)
  expect(cuts).toHaveLength(3)
  const [native, lossless] = policies
  expect(policies.map(({ id }: { id: string }) => id)).toEqual(['native', 'lossless'])
  expect(native.cycles[0]).toEqual({
    messages: cuts[0],
    isCondensed: true,
    tokensBefore: expect.any(Number),
    tokensAfter: expect.any(Number),
    costUsd: expect.any(Number),
    isCostEstimated: true,
    survival: expect.any(Number),
    byClass: expect.any(Object),
  })
  expect(native.cycles[0].costUsd).toBeGreaterThan(0)
  expect(native.halfLifeCycles).toBeGreaterThan(0)
  expect(lossless.cycles[2].survival).toBeGreaterThan(native.cycles[2].survival)
})

it('shows a table to people, with the usual policies', async () => {
  const { code, out } = await line.run(['drift', samplePath])
  expect(code).toBe(0)
  for (const id of ['native', 'lossless', 'truncation', 'smart'])
    expect(out).toMatch(new RegExp(`^${id} +5 +\\d+ +[\\d,]+ `, 'm'))
  expect(out).toMatch(/^native +half-life [\d.]+$/m)
})

it('refuses what cannot be cut so often, and says how often it could', async () => {
  await writeFile(
    join(line.folder, 'short.json'),
    JSON.stringify([
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two' },
      { role: 'user', content: 'three' },
    ]),
  )
  const { code, out, err } = await line.run(['drift', 'short.json'])
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(/^dewpoint: The history is too short to be condensed 5 times[^\n]*2 places[^\n]*\n$/)
})
