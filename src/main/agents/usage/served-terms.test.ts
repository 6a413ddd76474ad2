import { describe, expect, it } from 'vitest'
import type { RequestUsage, ServiceTerms } from '../../../shared/kernel/usage.ts'
import { withDerivedCosts } from '../../kernel/pricing/derive-costs.ts'
import { importFiles } from '../import-files.ts'

type Values = Readonly<Record<string, unknown>>

const readUsage = async (name: string, text: string): Promise<readonly RequestUsage[]> => {
  const { usage } = await importFiles('drop', [{ name, text }])
  return withDerivedCosts(usage, new Date('2026-11-20')).requests
}
const call = (body: Values, response: unknown): string => JSON.stringify({ body, response })
const asked = [{ role: 'user', content: 'Fix it' }]
const said = [{ message: { role: 'assistant', content: 'Done' } }]
const chatUsage = { prompt_tokens: 1000, completion_tokens: 100 }
const chat = (more: Values, body: Values = {}): string =>
  call({ model: 'gpt-5.4', messages: asked, ...body }, { choices: said, usage: chatUsage, ...more })
const stream = (...events: Values[]): string =>
  call(
    { model: 'gpt-5.4', messages: asked },
    events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
  )
const gemini = (usage: Values): string =>
  call(
    { contents: [{ role: 'user', parts: [{ text: 'Fix it' }] }] },
    {
      modelVersion: 'gemini-2.5-pro',
      candidates: [{ content: { parts: [{ text: 'Done' }] } }],
      usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: 100, ...usage },
    },
  )
const bedrock = (more: Values): string =>
  JSON.stringify({
    modelId: 'us.anthropic.claude-opus-5-v1:0',
    body: { messages: [{ role: 'user', content: [{ text: 'Fix it' }] }] },
    response: {
      output: { message: { role: 'assistant', content: [{ text: 'Done' }] } },
      usage: { inputTokens: 1000, outputTokens: 100 },
      ...more,
    },
  })
const aiSdk = (providerMetadata: Values): string =>
  call(
    { prompt: [{ role: 'user', content: [{ type: 'text', text: 'Fix it' }] }] },
    {
      finishReason: 'stop',
      content: [{ type: 'text', text: 'Done' }],
      usage: { inputTokens: 1000, outputTokens: 100 },
      response: { modelId: 'claude-opus-5' },
      providerMetadata,
    },
  )
const span = (attributes: Values): string =>
  JSON.stringify({
    traceId: 't',
    spanId: 's',
    name: 'chat',
    startTimeUnixNano: '1763600000000000000',
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'gpt-5.4',
      'gen_ai.usage.input_tokens': 1000,
      'gen_ai.usage.output_tokens': 100,
      'gen_ai.input.messages': JSON.stringify([
        { role: 'user', parts: [{ type: 'text', content: 'Fix it' }] },
      ]),
      'gen_ai.output.messages': JSON.stringify([
        { role: 'assistant', parts: [{ type: 'text', content: 'Done' }] },
      ]),
      ...attributes,
    },
  })
const trajectory = (response: Values): string =>
  JSON.stringify({
    trajectory_format: 'mini-swe-agent-1.1',
    info: { mini_version: '2.2.7', config: { model: { model_name: 'gpt-5.4' } } },
    messages: [
      ...asked,
      {
        role: 'assistant',
        content: 'Done',
        extra: { response: { model: 'gpt-5.4', usage: chatUsage, ...response } },
      },
    ],
  })
const observation = (modelParameters: Values): string =>
  JSON.stringify([
    {
      id: 'o',
      traceId: 't',
      type: 'GENERATION',
      startTime: '2026-11-20T09:00:00Z',
      model: 'gpt-5.4',
      input: asked,
      output: said[0]?.message,
      usageDetails: { input: 1000, output: 100 },
      modelParameters,
    },
  ])

const standard = (1000 * 2.5 + 100 * 15) / 1e6
const anthropicUsage = { input_tokens: 1000, output_tokens: 100, speed: 'fast', cache_creation: null }

describe('how a request was served', () => {
  it.each<[string, string, string, ServiceTerms, number | undefined]>([
    [
      'a whole answer',
      'a.jsonl',
      chat({ service_tier: 'priority' }),
      { serviceTier: 'priority' },
      2 * standard,
    ],
    [
      'the pieces of an answer',
      'a.jsonl',
      stream(
        { choices: [{ index: 0, delta: { content: 'Done' } }], service_tier: 'priority' },
        { choices: [], usage: chatUsage, service_tier: 'priority' },
      ),
      { serviceTier: 'priority' },
      2 * standard,
    ],
    [
      'the request, where the answer does not say',
      'a.jsonl',
      chat({}, { service_tier: 'flex' }),
      { serviceTier: 'flex', isTierAsked: true },
      standard / 2,
    ],
    [
      'the answer, whatever the request asked for',
      'a.jsonl',
      chat({ service_tier: 'default' }, { service_tier: 'priority' }),
      {},
      standard,
    ],
    ['a request that leaves it to the server', 'a.jsonl', chat({}, { service_tier: 'auto' }), {}, standard],
    [
      'Gemini',
      'a.jsonl',
      gemini({ serviceTier: 'SERVICE_TIER_PRIORITY' }),
      { serviceTier: 'priority' },
      undefined,
    ],
    ['Vertex', 'a.jsonl', gemini({ trafficType: 'ON_DEMAND_FLEX' }), { serviceTier: 'flex' }, undefined],
    ['Vertex as usual', 'a.jsonl', gemini({ trafficType: 'ON_DEMAND' }), {}, (1000 * 1.25 + 100 * 10) / 1e6],
    [
      'Bedrock',
      'a.jsonl',
      bedrock({ serviceTier: { type: 'priority' } }),
      { serviceTier: 'priority' },
      undefined,
    ],
    [
      'Bedrock, for speed',
      'a.jsonl',
      bedrock({ performanceConfig: { latency: 'optimized' } }),
      { speed: 'optimized' },
      undefined,
    ],
    [
      'Bedrock as usual',
      'a.jsonl',
      bedrock({ performanceConfig: { latency: 'standard' } }),
      {},
      (1000 * 5.5 + 100 * 27.5) / 1e6,
    ],
    [
      'the AI SDK with OpenAI',
      'a.jsonl',
      aiSdk({ openai: { serviceTier: 'priority' } }),
      { serviceTier: 'priority' },
      undefined,
    ],
    [
      'the AI SDK with Anthropic',
      'a.jsonl',
      aiSdk({ anthropic: { usage: anthropicUsage } }),
      { speed: 'fast' },
      (1000 * 10 + 100 * 50) / 1e6,
    ],
    [
      'OpenTelemetry',
      'a.json',
      span({ 'openai.response.service_tier': 'priority' }),
      { serviceTier: 'priority' },
      2 * standard,
    ],
    [
      'OpenTelemetry, of the request alone',
      'a.json',
      span({ 'gen_ai.openai.request.service_tier': 'flex' }),
      { serviceTier: 'flex', isTierAsked: true },
      standard / 2,
    ],
    [
      'mini-SWE-agent',
      'a.traj.json',
      trajectory({ service_tier: 'priority' }),
      { serviceTier: 'priority' },
      2 * standard,
    ],
    [
      'Langfuse',
      'a.json',
      observation({ service_tier: 'flex' }),
      { serviceTier: 'flex', isTierAsked: true },
      standard / 2,
    ],
  ])('is read from %s', async (_from, name, text, terms, usd) => {
    const [request, ...others] = await readUsage(name, text)
    const { speed, serviceTier, isTierAsked } = request ?? {}
    expect(others).toEqual([])
    expect({ speed, serviceTier, isTierAsked }).toEqual({
      speed: undefined,
      serviceTier: undefined,
      isTierAsked: undefined,
      ...terms,
    })
    expect(request?.derivedUsd === undefined ? undefined : Number(request.derivedUsd.toFixed(9))).toBe(usd)
  })

  it('holds for what the server called in an answer that came in pieces', async () => {
    const iterations = [
      { type: 'compaction', input_tokens: 90, output_tokens: 9 },
      { type: 'message', input_tokens: 4, output_tokens: 1 },
    ]
    const events = [
      {
        type: 'message_start',
        message: { role: 'assistant', model: 'claude-opus-5', usage: { input_tokens: 4, speed: 'fast' } },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'compaction', content: null } },
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'compaction_delta', content: 'It was short.' },
      },
      { type: 'message_delta', usage: { input_tokens: 4, output_tokens: 1, iterations } },
    ]
    const text = call(
      { model: 'claude-opus-5', system: 's', messages: asked },
      events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
    )
    const { usage } = await importFiles('drop', [{ name: 'a.jsonl', text }])
    expect(withDerivedCosts(usage, new Date('2026-11-20')).condensations).toMatchObject([
      { usage: { tokensIn: 90, tokensOut: 9, speed: 'fast' }, derivedUsd: (90 * 10 + 9 * 50) / 1e6 },
    ])
  })
})
