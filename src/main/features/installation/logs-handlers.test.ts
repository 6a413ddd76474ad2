import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LogEntry } from '../../../shared/installation/log-types.ts'
import { startModelServer, type ModelServer, type Reply } from '../../platform/llm/testing/model-server.ts'
import { createMemoryVault } from '../../testing/memory-vault.ts'
import { startDewpoint } from '../../testing/start-dewpoint.ts'
import type { Dewpoint } from '../common/dewpoint.ts'

let folder: string
let dewpoint: Dewpoint
let servers: ModelServer[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-logs-'))
  servers = []
})
afterEach(async () => {
  await dewpoint.close()
  for (const server of servers) await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function open(more: Parameters<typeof startDewpoint>[1] = {}): Promise<void> {
  dewpoint = await startDewpoint(folder, { environment: { DEWPOINT_LOG_LEVEL: 'debug' }, ...more })
}

async function addProfile(id: string, script: readonly Reply[]): Promise<void> {
  const server = await startModelServer({ protocol: 'openai-chat', script })
  servers.push(server)
  await dewpoint.client.profiles.save({
    id,
    name: id,
    vendor: 'openai',
    model: 'gpt-4o-mini',
    baseUrl: server.url,
    windowTokens: 128_000,
    maxOutputTokens: 4096,
    prices: { input: 3, output: 15 },
  })
}

const secretWords = 'zanzibar-messages'
async function openTask(): Promise<string> {
  const path = join(folder, 'task')
  const messages = Array.from({ length: 12 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: `${secretWords} ${'some words that take up space '.repeat(28)}`,
    ts: 1000 + at,
  }))
  await mkdir(path)
  await writeFile(join(path, 'api_conversation_history.json'), JSON.stringify(messages))
  return (await dewpoint.client.tasks.open({ kind: 'path', path })).tasks[0]!.id
}

async function run(request: Parameters<Dewpoint['client']['runs']['start']>[0]): Promise<string> {
  const { id } = await dewpoint.client.runs.start(request)
  for await (const event of await dewpoint.client.runs.watch({ runId: id }))
    if (event.kind === 'finished') break
  return id
}

const entries = (): Promise<readonly LogEntry[]> => dewpoint.client.logs.read({ lines: 10_000 })
const usage = { input: 1000, output: 100, cacheReads: 0, cacheWrites: 0 }

describe('the log of a run', () => {
  it('says what was done by whom, how long it took and what it cost', async () => {
    await open({ vault: createMemoryVault() })
    await addProfile('plain', [{ kind: 'answer', texts: ['In short.'], usage }])
    await dewpoint.client.profiles.storeKey({ profileId: 'plain', key: 'sk-a-key-that-is-long-enough' })
    const taskId = await openTask()
    const runId = await run({ taskId, providerId: 'native', profileId: 'plain' })
    const all = await entries()
    expect(all[0]).toMatchObject({ event: 'started', door: 'command-line', folder: join(folder, 'data') })
    const of = (event: string) => all.find((entry) => entry.event === event && entry['runId'] === runId)
    expect(of('run-started')).toMatchObject({ level: 'info', taskId, provider: 'native', profile: 'plain' })
    expect(of('model-call')).toMatchObject({
      profile: 'plain',
      inputTokens: 1000,
      outputTokens: 100,
      costUsd: 0.0045,
      ms: expect.any(Number),
    })
    expect(of('provider-result')).toMatchObject({ level: 'debug', provider: 'native', status: 'condensed' })
    expect(of('run-ended')).toMatchObject({
      status: 'condensed',
      calls: 1,
      costUsd: 0.0045,
      tokensBefore: expect.any(Number),
      tokensAfter: expect.any(Number),
    })
  })

  it('holds no message, no prompt, no answer and no key, whatever fails', async () => {
    const key = 'sk-easy-to-find-0123456789'
    await open({ vault: createMemoryVault() })
    const { client } = dewpoint
    const script: Readonly<Record<string, Reply>> = {
      answers: { kind: 'answer', texts: ['the-answer-of-the-model'], usage },
      refuses: { kind: 'error', status: 401, message: `Incorrect API key provided: ${key} ${secretWords}` },
      breaks: { kind: 'broken', texts: ['the-answer-of-the-model'], by: 'error', message: key },
    }
    const taskId = await openTask()
    const prompt = await client.prompts.create({
      name: 'Mine',
      purpose: 'conversation',
      text: 'the-text-of-the-prompt',
      note: '',
    })
    for (const [id, reply] of Object.entries(script)) {
      await addProfile(id, [reply])
      await client.profiles.storeKey({ profileId: id, key })
      await run({ taskId, providerId: 'native', profileId: id, prompt: { promptId: prompt.id } })
    }
    await run({
      taskId,
      providerId: 'native',
      profileId: 'answers',
      settings: { customPrompt: 'the-text-of-the-prompt' },
    })
    // Calls that are refused quote what was sent.
    await client.runs.estimate({ taskId, providerId: secretWords }).catch(() => undefined)
    await client.presets.import({ text: `${key} ${secretWords}` }).catch(() => undefined)
    await client.prompts.remove({ promptId: secretWords }).catch(() => undefined)
    const logs = join(folder, 'data', 'logs')
    const files = await readdir(logs)
    const text = (await Promise.all(files.map((file) => readFile(join(logs, file), 'utf8')))).join('')
    expect(text).toContain('"code":"authentication"')
    expect(text).toContain('"method":"presets.import","code":"bad-input"')
    for (const secret of [
      secretWords,
      'the-answer',
      'the-text',
      key.slice(3, 11),
      key.slice(-8),
      'some words',
    ])
      expect(text).not.toContain(secret)
  })
})

describe('the level of the log', () => {
  it('is a setting that is kept, and the environment goes before it', async () => {
    await open({ environment: {} })
    const { client } = dewpoint
    expect(await client.logs.state()).toMatchObject({ level: 'info', levelFrom: null, obstacle: null })
    expect(await client.logs.setLevel({ level: 'warn' })).toMatchObject({ level: 'warn' })
    await client.prompts.remove({ promptId: 'nothing' }).catch(() => undefined)
    expect((await entries()).filter(({ event }) => event === 'method-failed')).toEqual([])
    await dewpoint.close()
    await open({ environment: {} })
    expect(await dewpoint.client.logs.state()).toMatchObject({ level: 'warn' })
    await dewpoint.close()
    await open({ environment: { DEWPOINT_LOG_LEVEL: 'ERROR' } })
    expect(await dewpoint.client.logs.state()).toMatchObject({
      level: 'error',
      levelFrom: 'DEWPOINT_LOG_LEVEL',
    })
  })

  it('is reported by the doctor, with where the log lies, and a file in the place of its folder is refused', async () => {
    await mkdir(join(folder, 'data'))
    await writeFile(join(folder, 'data', 'logs'), 'a file stands in its place')
    await expect(open()).rejects.toThrow('This is a file, and Dewpoint keeps its data only in')
    const check = async () => (await dewpoint.client.app.doctor()).find(({ id }) => id === 'log')
    await rm(join(folder, 'data', 'logs'))
    await open()
    expect(await check()).toMatchObject({ status: 'ok', detail: expect.stringMatching(/logs, level debug/) })
  })

  it('does not keep a program from starting whose log may not be written', async () => {
    await open()
    await dewpoint.close()
    const logs = join(folder, 'data', 'logs')
    for (const file of await readdir(logs)) await chmod(join(logs, file), 0o400)
    await chmod(logs, 0o500)
    await open()
    expect(await dewpoint.client.app.info()).toMatchObject({ door: 'command-line' })
    await chmod(logs, 0o700)
  })
})
