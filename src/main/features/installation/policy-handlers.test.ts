import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ContractClient } from '../../../shared/api/contract.ts'
import { policySchema } from '../../../shared/installation/policy-types.ts'
import { catchProblem } from '../../testing/catch-problem.ts'
import { startDewpoint } from '../../testing/start-dewpoint.ts'
import { storePreference } from '../../testing/store-preference.ts'
import type { Dewpoint } from '../common/dewpoint.ts'

let folder: string
let dewpoint: Dewpoint
let client: ContractClient
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-policy-'))
  dewpoint = await startDewpoint(folder)
  client = dewpoint.client
})
afterAll(async () => {
  await dewpoint.close()
  await rm(folder, { recursive: true, force: true })
})

const defaults = policySchema.parse({})
beforeEach(async () => {
  await client.policy.set(defaults)
})

describe('the policy', () => {
  it('has defaults, and is kept once it is set', async () => {
    await storePreference(dewpoint, 'policy', null)
    expect(await client.policy.get()).toEqual(defaults)
    const policy = { ...defaults, thresholdPercent: 75, budgetPerDayUsd: 2 }
    expect(await client.policy.set(policy)).toEqual(policy)
    await dewpoint.close()
    dewpoint = await startDewpoint(folder)
    client = dewpoint.client
    expect(await dewpoint.client.policy.get()).toEqual(policy)
    expect(await dewpoint.client.policy.spendingToday()).toEqual({
      spentUsd: 0,
      reservedUsd: 0,
      calls: 0,
      perhapsPaid: { calls: 0, usd: 0 },
      limitUsd: 2,
    })
  })

  it.each([null, 5, 'x', { thresholdPercent: 4 }, { unknown: 1 }])(
    'that is damaged (%j) counts as none',
    async (value) => {
      await storePreference(dewpoint, 'policy', value)
      await storePreference(dewpoint, 'profile-roles', value)
      expect(await client.policy.get()).toEqual(defaults)
      expect(await client.profiles.list()).toMatchObject({ roles: { main: null, condensing: null } })
    },
  )

  it.each([{ thresholdPercent: 4 }, { thresholdPercent: 101 }, { budgetPerDayUsd: 0 }, { alertCostUsd: -1 }])(
    'refuses %j',
    async (more) => {
      await expect(client.policy.set({ ...defaults, ...more })).rejects.toThrow('Input validation failed')
      expect(await client.policy.get()).toEqual(defaults)
    },
  )
})

describe('the status of a task', () => {
  const profile = {
    id: 'work',
    name: 'Work',
    vendor: 'openai' as const,
    model: 'm',
    windowTokens: 200_000,
    maxOutputTokens: 16_384,
    threshold: 30,
  }

  it('takes thresholds from the policy where nothing else is said', async () => {
    const taskId = (await client.tasks.list())[0]!.id
    await client.policy.set({ ...defaults, thresholdPercent: 50, autoCondense: false })
    expect(await client.context.status({ taskId, windowTokens: 200_000 })).toMatchObject({
      threshold: 50,
      thresholdSource: 'global',
      wouldCondense: false,
    })
    const said = { taskId, windowTokens: 200_000, threshold: 40, autoCondense: true }
    expect(await client.context.status(said)).toMatchObject({ threshold: 40, wouldCondense: true })
  })

  it('takes window, output limit and threshold from a profile, under what is said beside it', async () => {
    const taskId = (await client.tasks.list())[0]!.id
    await client.profiles.save(profile)
    expect(await client.context.status({ taskId, profileId: 'work' })).toMatchObject({
      window: 200_000,
      reserved: 16_384,
      threshold: 30,
      thresholdSource: 'profile',
    })
    const said = { taskId, profileId: 'work', maxTokens: 1000, profileThreshold: -1 }
    expect(await client.context.status(said)).toMatchObject({
      reserved: 1000,
      threshold: 100,
      thresholdSource: 'global',
    })
  })

  it('wants a window or a profile, not both and not neither', async () => {
    const taskId = (await client.tasks.list())[0]!.id
    const both = client.context.status({ taskId, profileId: 'work', windowTokens: 5 })
    expect(await catchProblem(both)).toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(/^Both/),
    })
    expect(await catchProblem(client.context.status({ taskId }))).toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(/^Neither/),
    })
    expect(await catchProblem(client.context.status({ taskId, profileId: 'x' }))).toMatchObject({
      code: 'not-found',
    })
  })
})
