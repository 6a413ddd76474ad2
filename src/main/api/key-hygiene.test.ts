import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { safe } from '@orpc/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ContractClient } from '../../shared/api/contract.ts'
import type { Dewpoint } from '../features/common/dewpoint.ts'
import { startModelServer, type ModelServer, type Reply } from '../platform/llm/testing/model-server.ts'
import { createMemoryVault } from '../testing/memory-vault.ts'
import { startDewpoint } from '../testing/start-dewpoint.ts'

const key = 'sk-easy-to-find-0123456789'
/** As it could be written by accident. */
const forms = [key, Buffer.from(key).toString('base64'), encodeURIComponent(key), key.slice(3)]

let folder: string
let dewpoint: Dewpoint
let client: ContractClient
let servers: ModelServer[]
let said: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-hygiene-'))
  servers = []
  said = []
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      said.push(String(chunk))
      return true
    })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await dewpoint.close()
  for (const server of servers) await server.close()
  await rm(folder, { recursive: true, force: true })
})

async function open(more: Parameters<typeof startDewpoint>[1]): Promise<void> {
  dewpoint = await startDewpoint(folder, more)
  client = dewpoint.client
}

/** A profile on a server of its own; its requests. */
async function addProfile(id: string, reply: Reply): Promise<ModelServer['requests']> {
  const server = await startModelServer({ protocol: 'openai-chat', script: [reply] })
  servers.push(server)
  await client.profiles.save({
    id,
    name: id,
    vendor: 'openai',
    model: 'gpt-4o-mini',
    baseUrl: server.url,
    windowTokens: 128_000,
    maxOutputTokens: 4096,
  })
  return server.requests
}

/** All that is reported of a connection test and of a run. */
async function exercise(profileId: string): Promise<string> {
  const reported = [flatten(await client.profiles.test({ profileId }))]
  const taskId = (await client.tasks.list())[0]!.id
  const run = await client.runs.start({ taskId, providerId: 'native', profileId })
  for await (const event of await client.runs.watch({ runId: run.id })) reported.push(flatten(event))
  return reported.join('\n')
}

/** Everything that the doors could ask for afterwards, errors with their causes included. */
async function everythingReported(): Promise<string> {
  const reported: unknown[] = [
    await client.profiles.list(),
    await client.preferences.all(),
    await client.policy.spendingToday(),
    await client.runs.list({}),
    await client.prompts.list(),
    await client.app.doctor(),
  ]
  for (const { id } of await client.runs.list({}))
    reported.push(await safe(client.runs.result({ runId: id })))
  return reported.map(flatten).join('\n')
}

/** All that is in a value, hidden fields and causes of errors too. */
function flatten(value: unknown): string {
  if (!(value instanceof Error)) return JSON.stringify(value) ?? ''
  return `${value.message}\n${value.stack ?? ''}\n${JSON.stringify(value)}\n${flatten(value.cause)}`
}

async function everythingStored(): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name)).toContain('dewpoint.sqlite')
  return Buffer.concat(await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name)))))
}

const echoes: Readonly<Record<string, Reply>> = {
  refuses: { kind: 'error', status: 401, message: `Incorrect API key provided: ${key}` },
  page: { kind: 'error', status: 500, body: `<html>Bearer ${key}</html>` },
  redirects: { kind: 'error', status: 302, headers: { location: `http://x.invalid/${key}?${key}` } },
  answers: { kind: 'answer', texts: ['Your key is ', key.slice(0, 9), key.slice(9), '. Now go on.'] },
  breaks: { kind: 'broken', texts: [key], by: 'error', message: key },
  garbage: { kind: 'raw', body: `data: {"${key}\n\n` },
  drops: { kind: 'drop' },
}

const ownKeys = Object.fromEntries(Object.keys(echoes).map((id) => [`DEWPOINT_KEY_${id.toUpperCase()}`, key]))

it.each(['stored', 'environment'] as const)(
  'a key that is %s is nowhere to be found, whatever servers make of it',
  async (source) => {
    const isStored = source === 'stored'
    await open({ vault: createMemoryVault(), environment: isStored ? {} : ownKeys })
    const reported = await Promise.all(
      Object.entries(echoes).map(async ([id, reply]) => {
        const requests = await addProfile(id, reply)
        if (isStored) await client.profiles.storeKey({ profileId: id, key })
        const heard = await exercise(id)
        expect(requests.length).toBeGreaterThanOrEqual(2)
        for (const { headers } of requests) expect(headers.authorization).toBe(`Bearer ${key}`)
        return heard
      }),
    )
    const all = [...reported, await everythingReported(), ...said].join('\n')
    const stored = await everythingStored()
    // What was echoed did arrive, without the key.
    expect(all).toContain('Incorrect API key provided: [key removed]')
    expect(stored.includes('Incorrect API key provided: [key removed]')).toBe(true)
    for (const form of forms) {
      expect(all).not.toContain(form)
      expect(stored.includes(form)).toBe(false)
    }
  },
)

it('a key with a line break in it is not repeated by anything that refuses it', async () => {
  await open({ environment: { DEWPOINT_KEY_WORK: `${key}\r\nx: y` } })
  const requests = await addProfile('work', { kind: 'drop' })
  const reported = [await exercise('work'), await everythingReported(), ...said].join('\n')
  expect(reported).toContain('line break')
  for (const form of forms) expect(reported).not.toContain(form)
  expect(requests).toHaveLength(0)
})
