import { expect, it } from 'vitest'
import type { ArmReply } from '../../kernel/external-arm.ts'
import { modelBy } from '../../kernel/testing/model-by.ts'
import { armHistory, runArm } from '../../kernel/testing/run-arm.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { runWith } from '../../kernel/testing/run-with.ts'
import { externalMethod } from './external.ts'

it('enters the cost as the arm says it, and says so', async () => {
  const { summary } = await runArm(({ messages }) => ({
    messages: [messages[0], ...messages.slice(5)],
    usage: { input: 1000, cacheRead: 200, output: 30, costUsd: 0.0125 },
  }))
  expect(summary.stats).toMatchObject({
    costUsd: 0.0125,
    priceUsd: 0.0125,
    statedCostUsd: 0.0125,
    modelCalls: 0,
  })
  const said = summary.warnings.find(({ code }) => code === 'arm-usage')
  expect(said?.message).toBe(
    'According to the method, it took 1,200 tokens of input and 30 of output, for $0.0125. Dewpoint cannot check that.',
  )
})

it('has no known price where the arm names tokens alone', async () => {
  const { summary } = await runArm(({ messages }) => ({ messages: messages.slice(5), usage: { input: 5 } }))
  expect(summary.stats).toMatchObject({ costUsd: 0, priceUsd: null, statedCostUsd: 0 })
})

it('has no known price where the arm says nothing of what it took, or breaks off', async () => {
  const silent = await runArm(({ messages }) => ({ messages: [messages[0], ...messages.slice(5)] }))
  expect(silent.summary.stats).toMatchObject({ costUsd: 0, priceUsd: null, statedCostUsd: 0 })
  const said = silent.summary.warnings.find(({ code }) => code === 'arm-cost-unknown')
  expect(said?.message).toBe(
    'The method does not say what it cost, so its cost is not known. One that pays nothing says so: `"usage": {"costUsd": 0}`.',
  )
  const broken = await runArm(() => ({ messages: 1 }))
  expect(broken.summary.stats).toMatchObject({ priceUsd: null, statedCostUsd: 0 })
})

it.each([
  ['arm-time-limit', null],
  ['arm-exit', null],
  ['arm-not-allowed', 0],
  ['arm-not-started', 0],
])('that ends with %s has the price %s', async (code, priceUsd) => {
  const call = (): Promise<ArmReply> =>
    Promise.resolve({ kind: 'failed', code, message: 'It failed.', figures: {} })
  const { summary } = await runWith(
    {
      provider: externalMethod,
      settings: { command: ['/arm'] },
      conversation: conversationFor(armHistory),
    },
    modelBy(() => []),
    { services: { arms: { call } } },
  )
  expect(summary.stats.priceUsd).toBe(priceUsd)
})

it('costs nothing where it says that it paid nothing', async () => {
  const { summary } = await runArm(({ messages }) => ({
    messages: [messages[0], ...messages.slice(5)],
    usage: { costUsd: 0 },
  }))
  expect(summary.stats).toMatchObject({ costUsd: 0, priceUsd: 0, statedCostUsd: 0 })
  expect(summary.warnings.some(({ code }) => code === 'arm-cost-unknown')).toBe(false)
})
