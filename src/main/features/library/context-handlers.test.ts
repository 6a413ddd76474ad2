import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ContractClient } from '../../../shared/api/contract.ts'
import { startDewpoint } from '../../testing/start-dewpoint.ts'
import type { Dewpoint } from '../common/dewpoint.ts'

let folder: string
let dewpoint: Dewpoint
let client: ContractClient
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-context-'))
  dewpoint = await startDewpoint(folder)
  client = dewpoint.client
})
afterAll(async () => {
  await dewpoint.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the context', () => {
  it('of a task is judged against a window, from what the agent recorded', async () => {
    const taskId = (await client.tasks.list())[0]!.id
    const status = await client.context.status({ taskId, windowTokens: 200_000 })
    expect(status).toMatchObject({
      basis: 'recorded',
      reserved: 8192,
      allowed: 171_808,
      threshold: 100,
      wouldCondense: false,
      trigger: { tokens: 171_808, action: 'condense', by: 'allowed' },
    })
    const small = await client.context.status({ taskId, windowTokens: 100_000, profileThreshold: 80 })
    expect(small).toMatchObject({ thresholdSource: 'profile', threshold: 80, wouldCondense: true })
  })

  it('counts what no recorded size covers in full, or as Roo Code classic does', async () => {
    const taskId = (await client.tasks.list())[0]!.id
    const full = await client.context.status({ taskId, windowTokens: 200_000 })
    const classic = await client.context.status({ taskId, windowTokens: 200_000, counter: 'roo-classic' })
    expect([full.counter, classic.counter]).toEqual(['full', 'roo-classic'])
    const { messages } = (await client.tasks.list())[0]!
    expect([full.messages, classic.messages]).toEqual([messages, messages])
    expect(classic.contextTokens).not.toBe(full.contextTokens)
  })

  it('has the window of the model that a task names, where that is known', async () => {
    const taskId = (await client.tasks.list())[0]!.id
    const { model, windowTokens } = await client.context.modelWindow({ taskId })
    expect(model).toContain('claude-sonnet-4')
    expect(windowTokens).toBeGreaterThanOrEqual(200_000)
    const path = join(folder, 'chat.json')
    await writeFile(path, JSON.stringify([{ role: 'user', content: 'Hello there' }]))
    const bare = (await client.tasks.open({ kind: 'path', path })).tasks[0]!.id
    expect(await client.context.modelWindow({ taskId: bare })).toEqual({
      model: null,
      windowTokens: null,
      aside: null,
    })
  })

  it('tells for each model its window and what fires in it', async () => {
    const models = ['claude-sonnet-4', 'no such model']
    expect(await client.context.windows({ models })).toEqual([
      {
        model: 'claude-sonnet-4',
        window: {
          tokens: 200_000,
          firing: {
            trigger: { tokens: 171_808, action: 'condense', by: 'allowed' },
            threshold: 100,
            reserved: 8192,
          },
        },
      },
      { model: 'no such model', window: null },
    ])
  })

  it('costs what its usage costs, with prices of the user’s own over known ones', async () => {
    const usage = { input: 20_000, output: 1000, cacheWrites: 0, cacheReads: 0 }
    expect(await client.context.cost({ model: 'claude-sonnet-4', usage })).toMatchObject({
      costUsd: 0.075,
      missing: [],
    })
    expect(await client.context.cost({ model: 'own', usage, prices: { input: 1 } })).toMatchObject({
      costUsd: 0.02,
      missing: ['output'],
      knownAs: null,
    })
  })
})
