import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replayResultSchema } from '../../../../shared/replay/contract.ts'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'
import { samplePath } from '../../../testing/run-bench.ts'

/** Replays on the command line. */
let line: CommandLine
beforeEach(async () => {
  line = await makeCommandLine()
})
afterEach(() => line.clean())

async function write(name: string, text: string): Promise<string> {
  await writeFile(join(line.folder, name), text)
  return name
}

it('gives the figures that scripts rely on', async () => {
  const file = await write(
    'policies.yaml',
    `policies:
  - id: none
  - { id: native, provider: native, window: 100000, threshold: 60 }
`,
  )
  const { recorded, policies } = JSON.parse(
    (await line.run(['replay', samplePath, '--policy', file, '--json'])).out,
  )
  expect(Math.abs(recorded.differencePercent)).toBeLessThan(1)
  const [none, native] = policies
  expect(none).toMatchObject({ id: 'none', firings: [], costUsd: expect.closeTo(recorded.costUsd, 4) })
  expect(native.firings[0]).toEqual({
    request: expect.any(Number),
    before: expect.any(Number),
    after: expect.any(Number),
    costUsd: expect.any(Number),
    isCostEstimated: true,
    paysBackAfter: expect.any(Number),
    quality: expect.objectContaining({ 'continuation-recall': expect.any(Number) }),
  })
  expect(native.firings[0].costUsd).toBeGreaterThan(0)
  expect(Object.keys(native.tokens)).toEqual(['uncached', 'cacheWrite', 'cacheRead', 'output'])
  expect(native.peakContext).toBeLessThan(none.peakContext)
  expect(native.requests).toHaveLength(none.requests.length)
})

it('shows a table to people, with the usual policies', async () => {
  const { code, out } = await line.run(['replay', samplePath, '--window', '60000'])
  expect(code).toBe(0)
  expect(out).toMatch(/^agreement +\$/m)
  for (const id of ['none', 'native-50', 'native-75', 'native-100', 'lossless-75', 'smart-75'])
    expect(out).toMatch(new RegExp(`^${id} +\\d+ +[\\d,]+ `, 'm'))
})

it('tries triggers beyond size beside the same method by its size alone', async () => {
  const triggers = ['--idle', '3', '--task-start', '--prepare', '50', '--from', '20k']
  const { code, out } = await line.run(['replay', samplePath, '--window', '60000', ...triggers, '--json'])
  expect(code).toBe(0)
  const { policies } = replayResultSchema.parse(JSON.parse(out))
  const [bySize, ...tried] = policies.slice(-4)
  expect(bySize).toMatchObject({ id: 'by-size', trigger: { kind: 'own' } })
  expect(
    tried.map(({ id, trigger }) => [id, trigger?.idle, trigger?.taskStart, trigger?.prepareTokens]),
  ).toEqual([
    ['idle', { minutes: 3, leastTokens: 20_000 }, undefined, undefined],
    ['task-start', undefined, { leastTokens: 20_000 }, undefined],
    ['prepared', undefined, undefined, 30_000],
  ])
  const shown = await line.run(['replay', samplePath, '--idle'])
  expect(shown.out).toMatch(
    /^idle +own trigger, at [\d,]+ tokens or shortly before the cache is lost from 200,000 tokens on$/m,
  )
})

it('goes by the idle trigger of a method, and by another one that a policy names', async () => {
  const file = await write(
    'idle.yaml',
    `policies:
  - { id: own, arm: claude-code-idle }
  - { id: named, arm: claude-code-idle, idle: { minutes: 3, tokens: 1000 } }
`,
  )
  const { out } = await line.run(['replay', samplePath, '--policy', file, '--json'])
  const { policies } = replayResultSchema.parse(JSON.parse(out))
  expect(policies.map(({ trigger }) => trigger?.idle)).toEqual([
    { minutes: 54, leastTokens: 200_000 },
    { minutes: 3, leastTokens: 1000 },
  ])
})

it('names what is wrong with a file of policies, and the line', async () => {
  const file = await write('bad.yaml', 'policies:\n  - id: none\n  - { id: a, provider: lossles }\n')
  const { code, out, err } = await line.run(['replay', samplePath, '--policy', file])
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toMatch(/^dewpoint: There is no provider "lossles"[^\n]*bad\.yaml:3:24\][^\n]*\n$/)
})
