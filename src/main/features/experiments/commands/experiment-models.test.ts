import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeCommandLine, type Answer, type CommandLine } from '../../../cli/testing/command-line.ts'
import { expectJson } from '../../../cli/testing/expect-json.ts'
import { startModelServer, type ModelServer } from '../../../platform/llm/testing/model-server.ts'
import { samplePath } from '../../../testing/run-bench.ts'

/** Experiments on the command line that ask a model. */
let line: CommandLine
let server: ModelServer
let isBroken = false
beforeEach(async () => {
  line = await makeCommandLine()
  await cp(samplePath, join(line.folder, 'task'), { recursive: true })
  isBroken = false
  server = await startModelServer({
    protocol: 'openai-chat',
    script: () =>
      isBroken
        ? { kind: 'error', status: 400, message: 'no such thing' }
        : {
            kind: 'answer',
            texts: ['The user asked for rate limiting, which is half done in src/limits.ts. '.repeat(20)],
          },
  })
})
afterEach(async () => {
  await line.clean()
  await server.close()
})

const dewpoint = (...args: readonly string[]): Promise<Answer> => line.run(args)

const json = (...args: readonly string[]) => expectJson(line, ...args)

async function write(name: string, text: string): Promise<string> {
  await writeFile(join(line.folder, name), text)
  return name
}

function addProfile(...more: readonly string[]) {
  const where = ['--vendor', 'openai-compatible', '--model', 'm', '--base-url', server.url]
  return json('profiles', 'add', 'local', ...where, '--window', '200000', ...more)
}

it('stops before its budget is exceeded and ends with 2', async () => {
  await addProfile('--input-price', '1', '--output-price', '2')
  await write(
    'asking.yaml',
    `
name: asking
tasks: [./task]
checkpoints: { at: [0.3, 0.4, 0.5, 0.6, 0.7, 0.8] }
variants:
  - { id: a, provider: native, profile: local }
  - { id: b, provider: native, profile: local, settings: { keepLast: 9 } }
concurrency: 2
metrics: [compression, cost]
`,
  )
  const run = ['experiment', 'run', 'asking.yaml', '--progress']
  const { code, out, err } = await dewpoint(...run, '--max-cost', '0.05', '--json')
  expect(code).toBe(2)
  const { status, costUsd, cells } = JSON.parse(out)
  expect(status).toBe('stopped')
  expect(costUsd).toBeLessThanOrEqual(0.05)
  expect(cells.done).toBeLessThan(12)
  expect(err).toMatch(/^dewpoint: Stopped with \d+ cells left: .*--resume/m)
  expect(await json(...run, '--resume')).toMatchObject({ cells: { done: 12 } })
})

it('tries failed cells again where that is asked for, and says what failed', async () => {
  isBroken = true
  await addProfile()
  const failing = await write(
    'failing.yaml',
    `
name: failing
tasks: [./task]
checkpoints: { at: [0.4, 0.8] }
variants:
  - { id: summary, provider: native, profile: local }
  - { id: lossless, provider: lossless }
`,
  )
  const run = ['experiment', 'run', failing]
  const { code, out, err } = await dewpoint(...run, '--junit', 'junit.xml', '--json')
  expect(code).toBe(0)
  const first = JSON.parse(out)
  expect(first).toMatchObject({ cells: { total: 4, done: 2, failed: 2 }, failures: [{}, {}] })
  expect(err).toMatch(/^failed: summary\/.*no such thing/m)
  expect(await readFile(join(line.folder, 'junit.xml'), 'utf8')).toContain('errors="2"')
  isBroken = false
  expect(await json(...run, '--resume')).toMatchObject({ id: first.id, cells: { done: 2, failed: 2 } })
  expect(await json(...run, '--retry-failed')).toMatchObject({
    id: first.id,
    cells: { done: 4, failed: 0 },
  })
  isBroken = true
  const none = await write(
    'none.yaml',
    `
name: none
tasks: [./task]
checkpoints: { at: [0.7] }
variants: [{ id: summary, provider: native, profile: local, settings: { keepLast: 7 } }]
`,
  )
  expect(await dewpoint('experiment', 'run', none)).toMatchObject({
    code: 2,
    err: expect.stringContaining('No cell was done'),
  })
})
