import { describe, expect, it } from 'vitest'
import { askModel } from './ask-model.ts'
import { Cancelled } from './cancel-signal.ts'
import { ModelFailure, type CompletionEvent, type CompletionRequest } from './language-model.ts'
import { call, modelBy } from './testing/model-by.ts'

const request: CompletionRequest = {
  purpose: 'conversation',
  label: 'Test',
  system: '',
  messages: [{ role: 'user', content: 'hello' }],
  maxTokens: 100,
  inputTokens: 10,
  signal: new AbortController().signal,
}
const usage = (input: number, output: number): CompletionEvent => ({
  kind: 'usage',
  usage: { input, output, cacheWrites: 0, cacheReads: 0 },
})
const begun: CompletionEvent = { kind: 'call' }
const says = (text: string): CompletionEvent => ({ kind: 'text', text })
const done: CompletionEvent = { kind: 'stopped', reason: 'finished' }
const failure = new ModelFailure('network', 'gone')

type Expected = { text: string; costUsd: number; modelCalls: number; cacheHits: number; stopped: string }

describe('an answer', () => {
  it.each<[string, (CompletionEvent | Error)[], Expected]>([
    [
      'costs what it used: 3 and 15 dollars a million',
      [begun, says(' a '), usage(1000, 100), done],
      { text: 'a', costUsd: 0.0045, modelCalls: 1, cacheHits: 0, stopped: 'finished' },
    ],
    [
      'costs its last report, for reports of one call are cumulative',
      [begun, usage(1000, 1), says('a'), usage(1000, 50), usage(1000, 100), done],
      { text: 'a', costUsd: 0.0045, modelCalls: 1, cacheHits: 0, stopped: 'finished' },
    ],
    [
      'is void once a second call begins, and paid for nevertheless',
      [begun, says('half an ans'), usage(1000, 20), begun, says('whole'), usage(1000, 100), done],
      { text: 'whole', costUsd: 0.0033 + 0.0045, modelCalls: 2, cacheHits: 0, stopped: 'finished' },
    ],
    [
      'counts a call that broke off before any report as a call of no known cost',
      [begun, begun, says('whole'), usage(1000, 100), done],
      { text: 'whole', costUsd: 0.0045, modelCalls: 2, cacheHits: 0, stopped: 'finished' },
    ],
    [
      'that was kept costs nothing, whatever it cost then',
      [{ kind: 'cached' }, says('kept'), usage(9000, 900), done],
      { text: 'kept', costUsd: 0, modelCalls: 0, cacheHits: 1, stopped: 'finished' },
    ],
    [
      'that ends without a word of why was cut',
      [begun, says('half'), usage(1000, 100)],
      { text: 'half', costUsd: 0.0045, modelCalls: 1, cacheHits: 0, stopped: 'cut' },
    ],
  ])('%s', async (_name, events, expected) => {
    const {
      text,
      stopped,
      spent,
      failure: none,
    } = await askModel(
      modelBy(() => events),
      request,
      () => {},
    )
    expect({ text, stopped, ...spent }).toEqual({
      ...expected,
      costUsd: expect.closeTo(expected.costUsd, 12),
    })
    expect(none).toBeNull()
  })

  it('that never comes keeps the cost of every try', async () => {
    const events = [begun, usage(1000, 100), begun, usage(1000, 100), failure]
    const answer = await askModel(
      modelBy(() => events),
      request,
      () => {},
    )
    expect(answer).toMatchObject({ failure, stopped: 'cut', spent: { modelCalls: 2, costUsd: 0.009 } })
  })

  it('names the kinds of token that have no price, each once, and only those that were used', async () => {
    const events = [...call('a').slice(0, 3), ...call('b')]
    const priced = async (prices: { input?: number; output?: number }) =>
      (
        await askModel(
          modelBy(() => events, { prices }),
          request,
          () => {},
        )
      ).missingPrices
    expect(await priced({ input: 3 })).toEqual(['output'])
    expect(await priced({})).toEqual(['input', 'output'])
    expect(await priced({ input: 0, output: 0 })).toEqual([])
  })

  it('is told piece by piece while it comes', async () => {
    const heard: string[] = []
    const model = modelBy(() => [begun, says('one '), says('two'), done])
    await askModel(model, request, (text) => void heard.push(text))
    expect(heard).toEqual(['one ', 'two'])
  })

  it('is not waited for once the run is cancelled', async () => {
    const controller = new AbortController()
    const model = modelBy(() => [begun, says('one'), says('two'), done])
    const asked = askModel(model, { ...request, signal: controller.signal }, () => controller.abort())
    await expect(asked).rejects.toThrow(Cancelled)
  })
})
