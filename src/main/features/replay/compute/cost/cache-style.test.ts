import { describe, expect, it } from 'vitest'
import { withCacheText } from '../../../../../shared/replay/words.ts'
import { replayRecorded } from '../replay-recorded.ts'
import { prepareTask } from '../testing/prepare-example.ts'
import { characterCounter as counter, examplePrices, exampleTask } from '../testing/replay-example.ts'
import { detectCacheStyle, noCache, type CachedRequest } from './cache-style.ts'

const onRecord = { known: [{ modelId: 'example', prices: examplePrices }], counter, basis: 'record' as const }

describe('a task that went to two vendors', () => {
  it('has the cache of each vendor where a task went to two of them', () => {
    const listed = { input: 2, output: 8, cacheReads: 0.5 }
    const { messages, usage } = exampleTask()
    const requests = usage.requests.map((request, index) => {
      if (index < 4) return { ...request, modelId: 'example', apiProtocol: 'anthropic' }
      const tokensIn = (request.cacheReads ?? 0) + (request.cacheWrites ?? 0)
      // A new vendor has nothing kept; later it reads in steps.
      const cacheReads = index === 4 ? 0 : (request.cacheReads ?? 0) - ((request.cacheReads ?? 0) % 128)
      const costUsd = ((tokensIn - cacheReads) * 2 + cacheReads * 0.5 + 100 * 8) / 1e6
      return {
        ts: request.ts ?? 0,
        tokensIn,
        tokensOut: 100,
        cacheReads,
        costUsd,
        modelId: 'other',
        apiProtocol: 'openai',
      }
    })
    const task = { messages, usage: { ...usage, requests }, hiddenRange: null }
    const known = [...onRecord.known, { modelId: 'other', prices: listed }]
    const prepared = prepareTask(task, { ...onRecord, known })
    expect(prepared.steps.map(({ cacheStyle: { kind, stepTokens } }) => `${kind} ${stepTokens}`)).toEqual([
      ...Array.from({ length: 4 }, () => 'explicit 1'),
      ...Array.from({ length: 4 }, () => 'implicit 128'),
    ])
    expect(withCacheText(prepared.cacheStyle).text).toMatch(/^example: .*written.* other: .*multiples of 128/)
    const replayed = replayRecorded(prepared).requests
    replayed.forEach(({ costUsd, tokens }, index) => {
      expect(costUsd).toBeCloseTo(requests[index]?.costUsd ?? 0, 9)
      expect(tokens.cacheWrite === 0).toBe(index >= 4)
    })
  })
})

const minute = 60_000

/** A request a minute after the one before, with so much of its input new, written and read. */
function makeRequests(
  sizes: readonly (readonly [input: number, cacheWrites: number, cacheReads: number])[],
  own: Partial<CachedRequest> = {},
): CachedRequest[] {
  return sizes.map(([input, cacheWrites, cacheReads], at) => ({
    ts: at * minute,
    usage: { input, cacheWrites, cacheReads, output: 9 },
    ...own,
  }))
}

describe('the vendor whose cache a record shows', () => {
  const written = [
    [10, 3000, 0],
    [10, 500, 3000],
  ] as const
  const read = (tokens: number) =>
    [
      [5000, 0, 0],
      [900, 0, 5000 - (5000 % tokens)],
      [900, 0, 6000 - (6000 % tokens)],
    ] as const
  it.each<[string, string | null, readonly (readonly [number, number, number])[], object]>([
    ['writes at a price', null, written, { vendor: 'anthropic', kind: 'explicit', stepTokens: 1 }],
    ['writes at a price', 'claude-sonnet-4-5', written, { vendor: 'anthropic' }],
    ['writes at a price', 'gpt-5.6', written, { vendor: 'openai-marks', timeToLiveMs: 30 * minute }],
    ['reads in large steps', null, read(128), { vendor: 'openai', stepTokens: 128 }],
    [
      'reads in small steps',
      null,
      read(64),
      { vendor: 'deepseek', stepTokens: 64, timeToLiveMs: 60 * minute },
    ],
    // Each large step is two small ones.
    ['reads in large steps', 'deepseek-chat', read(128), { vendor: 'deepseek', stepTokens: 64 }],
    ['reads in small steps', 'gpt-4o', read(64), { vendor: 'openai', kind: 'implicit', stepTokens: 64 }],
    ['reads in no steps', null, read(50), { vendor: 'other', stepTokens: 1, timeToLiveMs: 5 * minute }],
    ['reads in no steps', 'gemini-2.5-pro', read(50), { vendor: 'gemini', leastTokens: 4096 }],
    ['reads in no steps', 'deepseek-chat', read(50), { vendor: 'other', stepTokens: 1 }],
    [
      'one read only, which may be in steps by chance',
      null,
      read(128).slice(0, 2),
      { vendor: 'other', stepTokens: 1 },
    ],
  ])('by %s of %s', (_name, model, sizes, expected) => {
    expect(detectCacheStyle(makeRequests(sizes, { model }))).toMatchObject(expected)
  })

  it.each([
    [
      'gpt-4o',
      { vendor: 'openai', stepTokens: 128, evidence: [{ code: 'model-name', stepTokens: 1, model: null }] },
    ],
    [null, noCache],
  ])('is told by the name of the model where no usage is recorded: %s', (model, expected) => {
    const silent = { ts: 0, usage: null }
    expect(detectCacheStyle([silent, { ...silent, model }])).toMatchObject(expected)
  })

  it('is nobody’s without reads and writes, whatever the model', () => {
    expect(detectCacheStyle(makeRequests([[5000, 0, 0]], { model: 'gpt-4o' }))).toEqual({
      kind: 'none',
      vendor: 'none',
      stepTokens: 1,
      leastTokens: 0,
      timeToLiveMs: null,
      evidence: [{ code: 'no-reads', stepTokens: 1, model: null }],
    })
  })
})

describe('what a record shows beside the rules of its vendor', () => {
  it.each([
    [700, 700],
    [256, 256],
    // A record that is wrong: nobody keeps so little.
    [255, 1024],
  ])('shorter beginnings that were kept: %i tokens', (size, leastTokens) => {
    const sizes = [
      [10, size - 10, 0],
      [10, 3000, 0],
      [100, 0, 0],
    ] as const
    expect(detectCacheStyle(makeRequests(sizes))).toMatchObject({ leastTokens })
  })

  it('a shorter beginning that was read by half and written by half', () => {
    expect(detectCacheStyle(makeRequests([[10, 300, 300]]))).toMatchObject({ leastTokens: 610 })
  })

  it.each<[string, readonly (number | undefined)[], number | undefined, number, string]>([
    ['nothing', [undefined, 0], undefined, 5, 'writes'],
    ['a quarter', [1000, 0], 0.25, 5, 'hour-writes'],
    ['a half', [1000, 1000], 0.5, 60, 'hour-writes'],
    ['more than was written', [9000, 9000], 1, 60, 'hour-writes'],
  ])('what is kept for an hour: %s', (_name, hourly, hourShare, minutes, code) => {
    const sizes = [
      [10, 2000, 0],
      [10, 2000, 2000],
    ] as const
    const requests = makeRequests(sizes).map((request, at) => {
      const cacheWrites1h = hourly[at]
      return cacheWrites1h === undefined ? request : { ...request, cacheWrites1h }
    })
    const style = detectCacheStyle([...requests, { ts: null, usage: null, cacheWrites1h: 500 }])
    expect(style).toMatchObject({ timeToLiveMs: minutes * minute, evidence: [{ code }] })
    expect(style.hourShare).toBe(hourShare)
  })

  const [first, second] = makeRequests([
    [5000, 0, 0],
    [900, 0, 4510],
  ])
  const later = { ts: 40 * minute, usage: second?.usage ?? null }
  it.each<[string, readonly CachedRequest[], number]>([
    ['read over', [first!, later], 40],
    ['after which a tenth was lost', [first!, { ...later, usage: { ...later.usage!, cacheReads: 4500 } }], 5],
    ['without a time at its end', [first!, { ...later, ts: null }], 5],
    ['without a time at its beginning', [{ ...first!, ts: null }, later], 5],
    ['behind a request without usage', [first!, { ts: minute, usage: null }, later], 5],
    ['after a longer one', [first!, later, { ...later, ts: 60 * minute }], 40],
  ])('the longest pause: one %s', (_name, requests, minutes) => {
    expect(detectCacheStyle(requests)).toMatchObject({ timeToLiveMs: minutes * minute })
  })
})

describe('the cache of a model within a task', () => {
  const listed = { input: 2, output: 8, cacheReads: 0.5 }
  const { messages, usage } = exampleTask()
  const findTestStyles = (change: (index: number) => object) => {
    const requests = usage.requests.map((request, index) => ({ ...request, ...change(index) }))
    const known = [...onRecord.known, { modelId: 'other', prices: listed }]
    return prepareTask({ messages, usage: { ...usage, requests }, hiddenRange: null }, { ...onRecord, known })
  }
  const silent = { modelId: 'other', cacheReads: 0, cacheWrites: 0, costUsd: undefined }

  it.each([
    ['two requests', 6, 'implicit'],
    ['three requests', 5, 'none'],
  ])(
    'without reads and writes is that of the others, as long as it shows little: %s',
    (_name, from, kind) => {
      const { steps, cacheStyle } = findTestStyles((index) =>
        index < from ? { modelId: 'example' } : { ...silent, tokensIn: 9000 },
      )
      expect(steps.map(({ cacheStyle: own }) => own.kind)).toEqual([
        ...Array.from({ length: from }, () => 'explicit'),
        ...Array.from({ length: 8 - from }, () => kind),
      ])
      expect(cacheStyle.kind).toBe('explicit')
    },
  )

  it('is another one behind another protocol', () => {
    const { steps } = findTestStyles((index) => ({
      modelId: 'example',
      ...(index < 4
        ? { apiProtocol: 'anthropic' }
        : {
            apiProtocol: 'openai',
            tokensIn: 9000,
            cacheWrites: 0,
            cacheReads: 128 * index,
            costUsd: undefined,
          }),
    }))
    expect(steps.map(({ cacheStyle: { stepTokens } }) => stepTokens)).toEqual([
      1, 1, 1, 1, 128, 128, 128, 128,
    ])
  })

  it('writes nothing where writing has no price', () => {
    const { cacheStyle } = findTestStyles(() => ({ modelId: 'other', costUsd: undefined }))
    expect(cacheStyle).toMatchObject({ kind: 'implicit', evidence: [{ code: 'no-write-price' }] })
    expect(cacheStyle).not.toHaveProperty('lookBackBlocks')
  })
})
