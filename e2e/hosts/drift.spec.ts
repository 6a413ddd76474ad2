import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { jsonOf, runCommand } from '../fixtures/command-line.ts'
import { sampleFolder } from '../fixtures/folders.ts'

/** Drift over the built command line. */

let folder = ''
test.beforeEach(async ({}, testInfo) => {
  folder = testInfo.outputPath('work')
  await mkdir(folder, { recursive: true })
})

test('gives the figures that scripts rely on', async () => {
  await writeFile(
    join(folder, 'policies.yaml'),
    'policies:\n  - id: none\n  - { id: native, provider: native }\n  - { id: lossless, provider: lossless }\n',
  )
  const line = ['drift', sampleFolder, '--policy', 'policies.yaml', '--cycles', '3']
  const { cuts, policies } = await jsonOf(folder, line)
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

test('shows a table to people, with the usual policies', async () => {
  const { code, out } = await runCommand(folder, ['drift', sampleFolder])
  expect(code).toBe(0)
  for (const id of ['native', 'lossless', 'truncation', 'smart'])
    expect(out).toMatch(new RegExp(`^${id} +5 +\\d+ +[\\d,]+ `, 'm'))
  expect(out).toMatch(/^native +half-life [\d.]+$/m)
})

test('refuses what cannot be cut so often, and says how often it could', async () => {
  await writeFile(
    join(folder, 'short.json'),
    JSON.stringify([
      { role: 'user', content: 'one' },
      { role: 'assistant', content: 'two' },
      { role: 'user', content: 'three' },
    ]),
  )
  const { code, out, err } = await runCommand(folder, ['drift', 'short.json'])
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(/^dewpoint: The history is too short to be condensed 5 times[^\n]*2 places[^\n]*\n$/)
})
