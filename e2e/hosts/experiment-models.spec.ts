import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startModelServer, type ModelServer } from '../../src/main/platform/llm/testing/model-server.ts'
import { jsonOf, runCommand, startCommand, type Ended } from '../fixtures/command-line.ts'
import { sampleFolder } from '../fixtures/folders.ts'
import { copyUsedData } from '../fixtures/used-data.ts'

/** Experiments that ask a model, over the built command line: what is paid for is kept however they end. */

let folder = ''
test.beforeEach(async ({}, testInfo) => {
  folder = testInfo.outputPath('work')
  await mkdir(folder, { recursive: true })
  await cp(sampleFolder, join(folder, 'task'), { recursive: true })
  await copyUsedData(join(folder, 'data'))
})

const dewpoint = (...args: readonly string[]): Promise<Ended> => runCommand(folder, args)
const json = (...args: readonly string[]) => jsonOf(folder, args)

async function write(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text)
  return name
}

function addProfile(server: ModelServer, ...more: readonly string[]) {
  const where = ['--vendor', 'openai-compatible', '--model', 'm', '--base-url', server.url]
  return json('profiles', 'add', 'local', ...where, '--window', '200000', ...more)
}

test.describe('an experiment that takes a while', () => {
  let server: ModelServer
  let release = (): void => undefined
  /** Answers that are given at once; the others wait for `release`. */
  const answered = 4
  const run = ['experiment', 'run', 'asking.yaml', '--progress']
  const bodies = (): readonly string[] => server.requests.map(({ text }) => text)

  test.beforeEach(async () => {
    const released = Promise.withResolvers<void>()
    release = released.resolve
    server = await startModelServer({
      protocol: 'openai-chat',
      script: (_request, index) => ({
        kind: 'answer',
        texts: ['The user asked for rate limiting, which is half done in src/limits.ts. '.repeat(20)],
        between: () => (index < answered ? Promise.resolve() : released.promise),
      }),
    })
    await addProfile(server, '--input-price', '1', '--output-price', '2')
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
  })
  test.afterEach(() => server.close())

  test('goes on after it was killed: nothing that was done is lost or asked again', async () => {
    const killed = startCommand(folder, run)
    await killed.said(`cells ${answered}/12`)
    await server.seen(answered + 2)
    killed.kill('SIGKILL')
    expect(await killed.ended).toMatchObject({ code: null })
    const done = bodies().slice(0, answered)
    expect(await json('experiment', 'show', 'asking')).toMatchObject({
      status: 'interrupted',
      cells: { total: 12, done: answered },
    })
    release()
    const { code, out, err } = await dewpoint(...run, '--resume', '--json')
    expect(code).toBe(0)
    expect(err).toContain(`cells ${answered}/12`)
    expect(JSON.parse(out)).toMatchObject({ status: 'finished', cells: { done: 12, failed: 0, reused: 0 } })
    const later = bodies().slice(answered)
    expect(later.filter((body) => done.includes(body))).toEqual([])
    // Of the two that were under way nobody knows the answer, so that they are asked once more.
    expect(later).toHaveLength(8 + 2)
    expect(await json('experiment', 'list')).toMatchObject([{ name: 'asking' }, { isSample: true }])
  })

  test('is cancelled by Ctrl+C, keeps what is done, and says how to go on', async () => {
    const cancelled = startCommand(folder, [...run, '--json'])
    await cancelled.said(`cells ${answered}/12`)
    await server.seen(answered + 2)
    cancelled.kill('SIGINT')
    const { code, out, err } = await cancelled.ended
    expect(code).toBe(130)
    expect(JSON.parse(out)).toMatchObject({ status: 'cancelled', cells: { done: answered } })
    expect(err).toMatch(
      /4 cells done and kept, 8 left\. Continue with `.*experiment run asking\.yaml --resume`\./,
    )
    release()
    expect(await json(...run, '--resume')).toMatchObject({ status: 'finished', cells: { done: 12 } })
  })
})
