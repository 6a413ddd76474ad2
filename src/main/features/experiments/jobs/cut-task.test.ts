import { describe, expect, it } from 'vitest'
import type { RecordedUsage } from '../../../../shared/kernel/usage.ts'
import type { JobContext } from '../../../platform/workers/job.ts'
import { packSnapshot } from '../../../platform/workers/packed-snapshot.ts'
import { cutTask } from './cut-task.ts'

const style = { indent: null, bom: false, trailing: '' }
const turns = 12
const messages = Array.from({ length: 2 * turns }, (_, index) => ({
  role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
  content: `Message ${index} with some words.`,
  ts: 10 * index,
}))
const contexts = {
  requests: Array.from({ length: turns }, (_, at) => ({ answer: 2 * at + 1, before: 2 * at + 1 })),
  changes: [],
  copies: [],
}
/** Sizes that no line through them could tell: they jump at the ninth request. */
const sizes = [
  20_000, 20_020, 20_040, 20_060, 90_000, 90_020, 90_040, 90_060, 175_000, 175_020, 175_040, 175_060,
]

/** Messages before the place where the trigger would fire; null where it never would. */
async function findTriggerPlace(
  modelId: string,
  windowTokens: number | null,
  inputs: readonly (number | undefined)[] = sizes,
): Promise<number | null> {
  const source = await packSnapshot({ messages, hiddenRange: null, style, contexts })
  const usage: RecordedUsage = {
    requests: inputs.map((tokensIn, at) => ({
      ts: 20 * at,
      modelId,
      isCacheApart: true,
      ...(tokensIn === undefined ? {} : { tokensIn, tokensOut: 5 }),
    })),
    condensations: [],
  }
  const none: JobContext = Object.create(null)
  const input = { source, usage, cuts: ['trigger' as const], windowTokens, thresholdPercent: 80 }
  return (await cutTask(input, none))[0]?.place?.index ?? null
}

describe('where a task would have been condensed', () => {
  it('is the first request whose recorded size is that of the trigger', async () => {
    expect(await findTriggerPlace('claude-sonnet-4-5', 200_000)).toBe(17)
    expect(await findTriggerPlace('claude-sonnet-4-5', 110_000)).toBe(9)
  })

  it('follows the window of the model that the request went to, unless one was chosen', async () => {
    expect(await findTriggerPlace('claude-opus-4-8', null)).toBeNull()
    expect(await findTriggerPlace('claude-opus-4-8', 200_000)).toBe(17)
    expect(await findTriggerPlace('a-model-of-nobody', null)).toBe(17)
  })

  it('is counted only where no request recorded its size', async () => {
    const nothing = sizes.map(() => undefined)
    expect(await findTriggerPlace('claude-sonnet-4-5', 200_000, nothing)).toBeNull()
    // What is reserved for an answer fills so small a window.
    expect(await findTriggerPlace('claude-sonnet-4-5', 8000, nothing)).toBe(1)
  })
})
