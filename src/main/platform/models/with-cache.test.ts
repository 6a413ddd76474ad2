import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cancelled } from '../../kernel/cancel-signal.ts'
import { ModelFailure, type CompletionEvent } from '../../kernel/language-model.ts'
import { answering, scriptedModel } from '../../kernel/testing/scripted-model.ts'
import {
  hear,
  listEventKinds,
  makeBench,
  makeProfile,
  makeRequest,
  type ModelsBench,
} from './testing/bench.ts'
import { withCache } from './with-cache.ts'

let bench: ModelsBench
beforeEach(async () => {
  bench = await makeBench()
})
afterEach(() => bench.clean())

const once = () => ({
  calls: new Map(),
  claims: bench.store.claims,
  now: () => 7,
  pause: () => Promise.reject(new Error('Nobody else asks.')),
})

const cached = (
  events: readonly (CompletionEvent | Error)[],
  more: { ignoreCache?: boolean; profile?: object; sample?: number; answersSince?: number } = {},
) => {
  const inner = scriptedModel(events)
  const { profile, ignoreCache = false, ...rest } = more
  const asked = makeProfile(profile)
  const { answers } = bench.store
  return { inner, model: withCache(inner, { ...once(), answers, asked, ignoreCache, ...rest }) }
}

describe('an answer', () => {
  it('that is whole is given again to the same request, without a call, with what was used for it', async () => {
    const first = cached(answering('Summary'))
    expect(listEventKinds(await hear(first.model))).toEqual(['call', 'text', 'usage', 'stopped'])
    const { inner, model } = cached(answering('Other'))
    expect((await hear(model)).events).toEqual([
      { kind: 'cached' },
      { kind: 'text', text: 'Summary' },
      { kind: 'usage', usage: { input: 1000, output: 100, cacheWrites: 0, cacheReads: 0 } },
      { kind: 'stopped', reason: 'finished' },
    ])
    expect(inner.asked).toHaveLength(0)
  })

  it('that is older than is wanted is asked for anew', async () => {
    await hear(cached(answering('Summary')).model)
    expect(listEventKinds(await hear(cached(answering('Other'), { answersSince: 7 }).model))).toContain(
      'cached',
    )
    expect(listEventKinds(await hear(cached(answering('Other'), { answersSince: 8 }).model))).toContain(
      'call',
    )
  })

  it('to one request is another one for each sample', async () => {
    await hear(cached(answering('First')).model)
    expect(listEventKinds(await hear(cached(answering('Second'), { sample: 2 }).model))).toContain('call')
    expect(listEventKinds(await hear(cached(answering('Third'), { sample: 2 }).model))).toContain('cached')
  })

  it('is kept even if whoever hears its end listens no further', async () => {
    const { model } = cached(answering('Summary'))
    for await (const event of model.complete(makeRequest())) if (event.kind === 'stopped') break
    expect(listEventKinds(await hear(cached([]).model))).toContain('cached')
  })

  it.each<[string, readonly (CompletionEvent | Error)[]]>([
    [
      'that was cut off by its limit',
      [
        { kind: 'text', text: 'x' },
        { kind: 'stopped', reason: 'max-tokens' },
      ],
    ],
    [
      'that is a refusal',
      [
        { kind: 'text', text: 'x' },
        { kind: 'stopped', reason: 'refused' },
      ],
    ],
    [
      'that is empty',
      [
        { kind: 'text', text: ' \n' },
        { kind: 'stopped', reason: 'finished' },
      ],
    ],
    ['that never ended', [{ kind: 'text', text: 'x' }]],
    ['that broke off', [{ kind: 'text', text: 'x' }, new ModelFailure('network', 'cut')]],
  ])('%s is not kept', async (_name, events) => {
    await hear(cached(events).model)
    expect(listEventKinds(await hear(cached(answering('y')).model))).not.toContain('cached')
  })

  it('is kept without what a broken attempt had said before', async () => {
    const events: CompletionEvent[] = [{ kind: 'call' }, { kind: 'text', text: 'half' }, { kind: 'call' }]
    await hear(cached([...events, ...answering('whole')]).model)
    expect((await hear(cached([]).model)).events).toContainEqual({ kind: 'text', text: 'whole' })
  })

  it('is asked for anew where that is wished, and the new one takes its place', async () => {
    await hear(cached(answering('old')).model)
    const again = cached(answering('new'), { ignoreCache: true })
    expect((await hear(again.model)).events).toContainEqual({ kind: 'text', text: 'new' })
    expect((await hear(cached([]).model)).events).toContainEqual({ kind: 'text', text: 'new' })
  })

  it('reaches whoever asked even where it cannot be kept', async () => {
    const inner = scriptedModel(answering('Summary'))
    const answers = { get: () => Promise.resolve(null), put: () => Promise.reject(new Error('disk full')) }
    const model = withCache(inner, { ...once(), answers, asked: makeProfile(), ignoreCache: false })
    expect(await hear(model)).toMatchObject({ error: null, events: { length: 4 } })
  })

  it('is not given to a request that was cancelled', async () => {
    await hear(cached(answering('Summary')).model)
    const { events, error } = await hear(cached([]).model, makeRequest({ signal: AbortSignal.abort() }))
    expect(events).toEqual([])
    expect(error).toBeInstanceOf(Cancelled)
  })
})

describe('another question', () => {
  it.each<[string, object, object]>([
    ['to another model', { model: 'model-2' }, {}],
    ['to another address', { baseUrl: 'https://models.example.com' }, {}],
    ['over the other interface', { api: 'responses' }, {}],
    ['with another system prompt', {}, { system: 'Shorten.' }],
    ['with other messages', {}, { messages: [{ role: 'assistant', content: 'Hello' }] }],
    ['with another limit', {}, { maxTokens: 999 }],
    ['for a compaction', {}, { compaction: { kind: 'openai-compact', instructions: '' } }],
  ])('%s gets an answer of its own', async (_name, profile, request) => {
    await hear(cached(answering('Summary')).model)
    const { model } = cached(answering('Other'), { profile })
    expect(listEventKinds(await hear(model, makeRequest(request)))).not.toContain('cached')
  })

  it.each<[string, object, object]>([
    ['under another name', { id: 'home', name: 'Home', timeoutMs: 5000 }, {}],
    ['under another label', {}, { label: 'Part 2 of 3', inputTokens: 7 }],
  ])('%s is the same question', async (_name, profile, request) => {
    await hear(cached(answering('Summary')).model)
    const { model } = cached([], { profile })
    expect(listEventKinds(await hear(model, makeRequest(request)))).toContain('cached')
  })
})
