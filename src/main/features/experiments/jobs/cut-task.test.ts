import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { RecordedUsage } from '../../../../shared/kernel/usage.ts'
import { ownTriggerSchema } from '../../../kernel/policy/own-trigger.ts'
import type { JobContext } from '../../../platform/workers/job.ts'
import { packSnapshot } from '../../../platform/workers/packed-snapshot.ts'
import { cutTask, type CutInput, type CutOutput } from './cut-task.ts'

const style = { indent: null, bom: false, trailing: '' }
const turns = 12
/** Fewer tokens before a cut are too few. */
const long = 'word '.repeat(10_500)
const messages = Array.from({ length: 2 * turns }, (_, index) => ({
  role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
  content: long,
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

type Asked = Partial<Omit<CutInput, 'source' | 'usage'>> & { readonly history?: readonly Message[] }

async function cut(
  modelId: string,
  { history = messages, ...asked }: Asked,
  inputs: readonly (number | undefined)[] = sizes,
): Promise<CutOutput | undefined> {
  const source = await packSnapshot({ messages: history, hiddenRange: null, style, contexts })
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
  const usual = {
    cuts: ['trigger' as const],
    windowTokens: null,
    thresholdPercent: 80,
    ownTrigger: null,
    lastShare: null,
  }
  return (await cutTask({ source, usage, ...usual, ...asked }, none))[0]
}

/** Messages before the place where the trigger would fire; null where it never would. */
async function findTriggerPlace(
  modelId: string,
  windowTokens: number | null,
  inputs?: readonly (number | undefined)[],
): Promise<number | null> {
  return (await cut(modelId, { windowTokens }, inputs))?.places[0]?.index ?? null
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
    expect(await findTriggerPlace('claude-sonnet-4-5', 1_000_000, nothing)).toBeNull()
    expect(await findTriggerPlace('claude-sonnet-4-5', 30_000, nothing)).toBe(3)
  })
  it('is where its own agent would have, of the cuts that nobody names', async () => {
    const ownTrigger = {
      trigger: ownTriggerSchema.parse({ terms: [{ share: 0, plus: 90_000 }] }),
      estimator: 'tokenizer' as const,
      limits: { window: 200_000, maxOutput: null, inputLimit: null },
    }
    const own = await cut('claude-sonnet-4-5', { cuts: ['default'], ownTrigger })
    expect(own?.places).toMatchObject([{ index: 9, reason: 'trigger' }])
    expect((await cut('claude-sonnet-4-5', { cuts: ['trigger'], ownTrigger }))?.places[0]?.index).toBe(17)
  })

  it('is nowhere in a short history, unless somebody says where', async () => {
    const history = messages.map((message) => ({ ...message, content: 'A few words.' }))
    const short = await cut('claude-sonnet-4-5', { history })
    expect(short).toMatchObject({ places: [] })
    expect(short?.shortTokens).toBeLessThan(1000)
    expect((await cut('claude-sonnet-4-5', { history, cuts: [0.5] }))?.places).toHaveLength(1)
  })

  it('is no share of a history whose agent would not have condensed', async () => {
    expect(await cut('claude-opus-4-8', { cuts: ['default'] })).toMatchObject({
      places: [],
      shortTokens: null,
    })
  })

  it('is a share of a sample that has neither, however short it is', async () => {
    const history = messages.map((message) => ({ ...message, content: 'A few words.' }))
    const sample = await cut('claude-opus-4-8', { history, cuts: ['default'], lastShare: 0.5 })
    expect(sample?.places).toMatchObject([{ reason: 'share' }])
  })
})
