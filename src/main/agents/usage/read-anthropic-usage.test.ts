import { describe, expect, it } from 'vitest'
import { readAnthropicUsage, readCompactionUsage } from './read-anthropic-usage.ts'
import { readServiceTerms } from './read-service-terms.ts'

const written = (aggregate: object, brief: number, hourly: number) =>
  readAnthropicUsage({
    input_tokens: 10,
    ...aggregate,
    cache_creation: { ephemeral_5m_input_tokens: brief, ephemeral_1h_input_tokens: hourly },
  })

describe('the usage of Anthropic', () => {
  it.each([
    ['sums what was written where a gateway leaves the sum out', {}, 10_000, 50_000, 60_000, 50_000],
    [
      'takes no more for an hour than was written',
      { cache_creation_input_tokens: 60_000 },
      0,
      80_000,
      60_000,
      60_000,
    ],
    ['keeps a plain split', { cache_creation_input_tokens: 100 }, 40, 60, 100, 60],
  ])('%s', (_name, aggregate, brief, hourly, cacheWrites, cacheWrites1h) => {
    expect(written(aggregate, brief, hourly)).toMatchObject({ cacheWrites, cacheWrites1h })
  })
})

describe('the way in which a request was served', () => {
  it.each<[Readonly<Record<string, unknown>>, object]>([
    [{ speed: 'fast' }, { speed: 'fast' }],
    [{ service_tier: 'priority', speed: 'standard' }, { serviceTier: 'priority' }],
    [
      { inference_geo: 'us', speed: 'Turbo' },
      { geo: 'us', speed: 'turbo' },
    ],
    [{ speed: 3 }, { speed: 'of an unknown kind' }],
    [{ speed: '\u001b[31mred\n' }, { speed: '??31mred?' }],
    [{}, {}],
    [{ speed: 'standard', service_tier: 'standard', inference_geo: 'not_available' }, {}],
    [{ speed: null, service_tier: 'default', inference_geo: '' }, {}],
    [{ inference_geo: 'global' }, {}],
  ])('is read from %j', (usage, terms) => {
    expect(readServiceTerms(usage)).toEqual(terms)
  })
})

const sampled = (type: string, input: number, output: number, more: object = {}) => ({
  type,
  input_tokens: input,
  output_tokens: output,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  ...more,
})

describe('iterations of a response', () => {
  it('are summed but for the context, which is that of the last sampling', () => {
    const usage = {
      ...sampled('', 30, 7),
      iterations: [sampled('message', 10, 3), sampled('message', 20, 4)],
    }
    expect(readAnthropicUsage(usage)).toMatchObject({ tokensIn: 30, tokensOut: 7, contextTokens: 20 })
  })

  it('are calls of their own for advisors, and for what nobody knows', () => {
    const advisor = sampled('advisor_message', 90, 8, { model: 'claude-opus-5' })
    const usage = {
      ...sampled('', 10, 3),
      iterations: [sampled('message', 10, 3), advisor, sampled('new', 5, 1)],
    }
    expect(readAnthropicUsage(usage)).toMatchObject({
      tokensIn: 10,
      innerCalls: [
        { kind: 'advisor', modelId: 'claude-opus-5', tokensIn: 90, tokensOut: 8 },
        { kind: 'other', tokensIn: 5 },
      ],
    })
    expect(readAnthropicUsage(usage)).not.toHaveProperty('contextTokens')
  })

  it('name the model that served, and leave out an attempt that was refused before it said anything', () => {
    const served = sampled('fallback', 40, 6, { model: 'claude-opus-5' })
    const read = (output: number) =>
      readAnthropicUsage(
        { ...sampled('', 40, 6), iterations: [sampled('message', 30, output), served] },
        'claude-fable-5',
      )
    expect(read(0)).toMatchObject({ modelId: 'claude-opus-5', tokensIn: 40, tokensOut: 6 })
    expect(read(0)).not.toHaveProperty('innerCalls')
    expect(read(2).innerCalls).toMatchObject([{ kind: 'fallback', modelId: 'claude-fable-5', tokensIn: 30 }])
  })

  it('tell the model that served in place of another, with its calls of tools, from attempts that were declined', () => {
    const opus = { model: 'claude-opus-5' }
    const usage = {
      ...sampled('', 90, 12),
      iterations: [
        sampled('message', 70, 4, { model: 'claude-fable-5' }),
        sampled('message', 40, 5, opus),
        sampled('fallback_message', 50, 7, opus),
      ],
    }
    expect(readAnthropicUsage(usage, 'claude-opus-5')).toMatchObject({
      modelId: 'claude-opus-5',
      tokensIn: 90,
      tokensOut: 12,
      contextTokens: 50,
      innerCalls: [{ kind: 'fallback', modelId: 'claude-fable-5', tokensIn: 70, tokensOut: 4 }],
    })
    // Who declined is not said, and it was not the one that served.
    const [declined, ...served] = usage.iterations
    const unnamed = { ...usage, iterations: [{ ...declined, model: null }, ...served] }
    expect(readAnthropicUsage(unnamed, 'claude-opus-5').innerCalls?.[0]).not.toHaveProperty('modelId')
  })

  it('are counted where nothing was sampled for the answer', () => {
    const advisor = sampled('advisor_message', 90, 8, { model: 'claude-opus-5' })
    expect(readAnthropicUsage({ ...sampled('', 0, 0), iterations: [advisor] })).toMatchObject({
      innerCalls: [{ kind: 'advisor', tokensIn: 90 }],
    })
  })

  it('are calls of the request where a compaction came to nothing, and all together where there were several', () => {
    const usage = {
      ...sampled('', 20, 1),
      iterations: [sampled('compaction', 100, 9), sampled('compaction', 50, 3), sampled('message', 20, 1)],
    }
    expect(readCompactionUsage(usage)).toMatchObject({ tokensIn: 150, tokensOut: 12 })
    expect(readAnthropicUsage(usage, 'claude-opus-5', false).innerCalls).toMatchObject([
      { kind: 'compaction', modelId: 'claude-opus-5', tokensIn: 100 },
      { kind: 'compaction', modelId: 'claude-opus-5', tokensIn: 50 },
    ])
  })

  it.each([
    [
      { server_tool_use: { web_fetch_requests: 2, code_execution_requests: 3 } },
      'server tool code_execution',
    ],
    [{ fallback_credit: { status: { type: 'redeemed' } } }, 'fallback credit'],
    [{ fallback_credit: { status: { type: 'not_applied', reason: 'expired' } } }, undefined],
    [{ server_tool_use: { web_search_requests: 1, code_execution_requests: 0 } }, undefined],
  ])('name what changes the bill by nobody knows how much: %j', (more, unknownCharge) => {
    expect(readAnthropicUsage({ ...sampled('', 1, 1), ...more }).unknownCharge).toBe(unknownCharge)
  })

  it('tell how much of the output was thought', () => {
    const usage = { ...sampled('', 1, 9), output_tokens_details: { thinking_tokens: 5 } }
    expect(readAnthropicUsage(usage).reasoningTokens).toBe(5)
  })

  it('hold the compaction apart, served as the response was', () => {
    const compaction = sampled('compaction', 100, 9, { cache_read_input_tokens: 900 })
    const usage = {
      ...sampled('', 20, 1),
      speed: 'fast',
      iterations: [compaction, sampled('message', 20, 1)],
    }
    expect(readCompactionUsage(usage)).toMatchObject({
      tokensIn: 100,
      cacheReads: 900,
      tokensOut: 9,
      speed: 'fast',
    })
    expect(readAnthropicUsage(usage)).not.toHaveProperty('innerCalls')
    expect(readCompactionUsage(sampled('', 1, 1))).toBeNull()
  })

  it('count the searches that are billed one by one', () => {
    expect(
      readAnthropicUsage({ ...sampled('', 1, 1), server_tool_use: { web_search_requests: 3 } }),
    ).toMatchObject({
      webSearches: 3,
    })
  })
})
