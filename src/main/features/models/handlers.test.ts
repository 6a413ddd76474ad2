import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ContractClient } from '../../../shared/api/contract.ts'
import { modelProfileSchema } from '../../../shared/models/model-profile-types.ts'
import { serve } from '../../platform/llm/testing/serve.ts'
import { openStore } from '../../platform/store/open-store.ts'
import { catchProblem } from '../../testing/catch-problem.ts'
import { createMemoryVault } from '../../testing/memory-vault.ts'
import { startDewpoint } from '../../testing/start-dewpoint.ts'
import type { Dewpoint } from '../common/dewpoint.ts'

type Saved = Parameters<ContractClient['profiles']['save']>[0]

let folder: string
let dewpoint: Dewpoint
let client: ContractClient
let vault: ReturnType<typeof createMemoryVault>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-profiles-'))
  vault = createMemoryVault()
  dewpoint = await startDewpoint(folder, {
    door: 'desktop',
    vault,
    environment: { ANTHROPIC_API_KEY: 'sk-env' },
  })
  client = dewpoint.client
})
afterEach(async () => {
  await dewpoint.close()
  await rm(folder, { recursive: true, force: true })
})

const work: Saved = {
  id: 'work',
  name: 'Work',
  vendor: 'openai',
  model: 'gpt-4o-mini',
  windowTokens: 128_000,
  maxOutputTokens: 16_384,
}

it('ends a test of a profile when its caller goes away', async () => {
  const server = await serve('openai-chat', { kind: 'silence' })
  await client.profiles.save({ ...work, vendor: 'openai-compatible', baseUrl: server.url })
  const controller = new AbortController()
  const testing = client.profiles.test({ profileId: 'work' }, { signal: controller.signal })
  const { closed } = await server.seen(1)
  controller.abort()
  await expect(testing).rejects.toBeInstanceOf(Error)
  await closed
})

describe('profiles', () => {
  it('are saved, listed with what is known about them, and replaced by id', async () => {
    const view = await client.profiles.save(work)
    expect(view).toMatchObject({
      profile: { ...work, baseUrl: null, threshold: -1 },
      key: { source: 'missing', variables: ['DEWPOINT_KEY_WORK', 'OPENAI_API_KEY'] },
      prices: { input: 0.15, output: 0.6 },
      obstacle: expect.stringMatching(/^No key/),
      warnings: [],
    })
    await client.profiles.save({ ...work, vendor: 'anthropic', model: 'claude-sonnet-4', name: 'Other' })
    expect(await client.profiles.list()).toMatchObject({
      profiles: [{ profile: { id: 'work', name: 'Other' }, key: { source: 'environment' }, obstacle: '' }],
      roles: { main: null, condensing: null },
      keyStorage: 'protected',
    })
  })

  it.each<[string, Partial<Saved>, string]>([
    ['an address with a password in it', { baseUrl: 'https://ada:hunter2@models.example.com' }, 'baseUrl'],
    ['an output as large as the window', { maxOutputTokens: 128_000 }, 'maxOutputTokens'],
    ['a compatible server without an address', { vendor: 'openai-compatible' }, 'baseUrl'],
    ['a recording without a file', { vendor: 'recorded' }, 'recording'],
  ])('are refused with the field: %s', async (_name, more, where) => {
    const problem = await catchProblem(client.profiles.save({ ...work, ...more }))
    expect(problem).toMatchObject({ code: 'bad-input', where })
    expect(JSON.stringify(problem)).not.toContain('hunter2')
    expect((await client.profiles.list()).profiles).toEqual([])
  })

  it('of a page cannot name a file outside of the data folder for a recording', async () => {
    for (const file of ['/etc/passwd', '../x', 'a/b', 'C:\\x', '..', '.x']) {
      const recorded: Saved = { ...work, vendor: 'recorded', recording: { file, profileId: null } }
      expect(await catchProblem(client.profiles.save(recorded))).toMatchObject({ code: 'not-allowed' })
      const plain: Saved = { ...recorded, recording: { file: 'a.jsonl', profileId: null } }
      expect(await client.profiles.save(plain)).toMatchObject({ obstacle: '' })
    }
  })

  it('of recordings outside of the data folder stay editable where the command line made them', async () => {
    const file = join(folder, 'shared.jsonl')
    const recorded: Saved = { ...work, vendor: 'recorded', recording: { file, profileId: null } }
    const terminal = await startDewpoint(folder)
    await terminal.client.profiles.save(recorded)
    await terminal.close()
    expect(await client.profiles.save({ ...recorded, name: 'Renamed' })).toMatchObject({ obstacle: '' })
  })

  it('have roles, which go with them', async () => {
    await client.profiles.save(work)
    expect(
      await catchProblem(client.profiles.setRoles({ main: 'work', condensing: 'nobody' })),
    ).toMatchObject({
      code: 'not-found',
      where: 'nobody',
    })
    const roles = { main: 'work', condensing: 'work' }
    expect(await client.profiles.setRoles(roles)).toEqual(roles)
    await client.profiles.storeKey({ profileId: 'work', key: 'sk-stored' })
    await client.profiles.remove({ profileId: 'work' })
    expect(await client.profiles.list()).toMatchObject({
      profiles: [],
      roles: { main: null, condensing: null },
    })
    expect(vault.keys.size).toBe(0)
    await client.profiles.remove({ profileId: 'work' })
  })

  it('know what the price library knows', async () => {
    expect(await client.profiles.knownModel({ model: 'anthropic/claude-sonnet-4' })).toMatchObject({
      vendor: 'anthropic',
      prices: { input: 3, output: 15 },
    })
    expect(await client.profiles.knownModel({ model: 'nonsense-9000' })).toBeNull()
  })

  it('that are not there are named', async () => {
    for (const call of [
      client.profiles.test({ profileId: 'nobody' }),
      client.profiles.storeKey({ profileId: 'nobody', key: 'x' }),
      client.profiles.forgetKey({ profileId: 'nobody' }),
    ])
      expect(await catchProblem(call)).toMatchObject({ code: 'not-found', where: 'nobody' })
  })
})

describe('a variable of the environment', () => {
  const secret = 'sk-environment-0123456789'
  let atHome: Awaited<ReturnType<typeof serve>>
  let elsewhere: Awaited<ReturnType<typeof serve>>
  const compatible = (baseUrl: string, more: Partial<Saved> = {}): Saved => ({
    ...work,
    vendor: 'openai-compatible',
    baseUrl,
    ...more,
  })
  const environment = { DEWPOINT_KEY_WORK: secret, HOME: secret, OPENAI_API_KEY: secret }
  beforeEach(async () => {
    atHome = await serve('openai-chat', { kind: 'answer', texts: ['ready'] })
    elsewhere = await serve('openai-chat', { kind: 'answer', texts: ['ready'] })
    await dewpoint.close()
    dewpoint = await startDewpoint(folder, { door: 'browser', environment })
    client = dewpoint.client
  })
  const test = () => client.profiles.test({ profileId: 'work' })

  it.each(['HOME', 'AWS_SECRET_ACCESS_KEY', 'OPENAI_API_KEY'])(
    'such as %s is not for a page to send',
    async (keyVariable) => {
      const saving = client.profiles.save(compatible(elsewhere.url, { keyVariable }))
      expect(await catchProblem(saving)).toMatchObject({ code: 'not-allowed', where: 'keyVariable' })
      expect((await client.profiles.list()).profiles).toEqual([])
      const allowing = client.profiles.allowVariables({
        profile: modelProfileSchema.parse(compatible(elsewhere.url, { keyVariable })),
        isVariableConfirmed: true,
      })
      expect(await catchProblem(allowing)).toMatchObject({ code: 'not-allowed' })
    },
  )

  it('stays with its server when a page points the profile elsewhere, or makes it anew', async () => {
    await client.profiles.save(compatible(atHome.url))
    expect(await test()).toMatchObject({ ok: true })
    expect(atHome.requests[0]?.headers.authorization).toBe(`Bearer ${secret}`)
    for (const saved of [
      compatible(elsewhere.url),
      compatible(elsewhere.url, { id: 'other', keyVariable: 'DEWPOINT_KEY_WORK' }),
    ]) {
      const view = await client.profiles.save(saved)
      expect(view.obstacle).toContain('name the address again with `dewpoint profiles edit')
      expect(await client.profiles.test({ profileId: saved.id })).toMatchObject({ ok: false })
    }
    await client.profiles.remove({ profileId: 'work' })
    await client.profiles.save(compatible(elsewhere.url))
    expect(await test()).toMatchObject({ ok: false })
    expect(elsewhere.requests).toHaveLength(0)
    const terminal = await startDewpoint(folder, { environment })
    const { profile } = (await terminal.client.profiles.list()).profiles.find(
      ({ profile: { id } }) => id === 'work',
    )!
    await terminal.client.profiles.allowVariables({ profile, isVariableConfirmed: false })
    await terminal.close()
    expect(await test()).toMatchObject({ ok: true })
    expect(elsewhere.requests).toHaveLength(1)
  })

  it('that was named before anybody asked is not looked at, and its profile stays editable', async () => {
    const { profile } = await client.profiles.save(compatible(elsewhere.url))
    const store = await openStore({
      folder: join(folder, 'data'),
      clock: Date.now,
      processId: process.pid,
      isProcessAlive: () => true,
    })
    await store.profiles.save({ ...profile, keyVariable: 'HOME' })
    await store.close()
    const view = await client.profiles.save({ ...profile, keyVariable: 'HOME', name: 'Renamed' })
    expect(view).toMatchObject({ profile: { name: 'Renamed' }, key: { variables: ['DEWPOINT_KEY_WORK'] } })
  })
})

describe('a key', () => {
  beforeEach(async () => {
    await client.profiles.save(work)
  })

  it('is stored, trimmed, never shown again, and forgotten', async () => {
    const view = await client.profiles.storeKey({ profileId: 'work', key: ' sk-stored-123\n' })
    expect(view).toMatchObject({ key: { source: 'stored' }, obstacle: '' })
    expect([...vault.keys.values()]).toEqual(['sk-stored-123'])
    expect(
      JSON.stringify([view, await client.profiles.list(), await client.preferences.all()]),
    ).not.toContain('sk-stored')
    expect(await client.profiles.forgetKey({ profileId: 'work' })).toMatchObject({
      key: { source: 'missing' },
    })
    expect(vault.keys.size).toBe(0)
  })

  it('stays behind when its profile is pointed at another server', async () => {
    await client.profiles.storeKey({ profileId: 'work', key: 'sk-stored-123' })
    expect(await client.profiles.save({ ...work, name: 'Renamed' })).toMatchObject({
      key: { source: 'stored' },
    })
    const elsewhere = { ...work, baseUrl: 'https://models.example.net/v1' }
    expect(await client.profiles.save(elsewhere)).toMatchObject({ key: { source: 'missing' } })
    expect(vault.keys.size).toBe(0)
  })

  it.each(['sk-1\nx: y', 'sk-ключ', '   '])('like %j is refused without being repeated', async (key) => {
    const problem = await catchProblem(client.profiles.storeKey({ profileId: 'work', key }))
    expect(problem).toMatchObject({ code: 'bad-input', where: 'key' })
    expect(JSON.stringify(problem)).not.toContain('sk-')
    expect(vault.keys.size).toBe(0)
  })

  it('that the system fails to encrypt is a problem that does not repeat it', async () => {
    const write = (_name: string, key: string): Promise<void> => Promise.reject(new Error(`no: ${key}`))
    const broken = await startDewpoint(folder, { vault: { ...vault, write } })
    const problem = await catchProblem(broken.client.profiles.storeKey({ profileId: 'work', key: 'sk-1' }))
    expect(problem).toMatchObject({ code: 'storage', where: 'work' })
    expect(JSON.stringify(problem)).not.toContain('sk-')
    await broken.close()
  })

  it('is not taken by a door that cannot store it', async () => {
    const browser = await startDewpoint(folder, { door: 'browser' })
    const call = browser.client.profiles.storeKey({ profileId: 'work', key: 'sk-1' })
    expect(await catchProblem(call)).toMatchObject({ code: 'not-allowed' })
    expect(await browser.client.profiles.list()).toMatchObject({ keyStorage: 'none' })
    await browser.close()
  })
})
