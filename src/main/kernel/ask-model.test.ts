import { describe, expect, it } from 'vitest'
import { askModel, type ModelAnswer } from './ask-model.ts'
import { Cancelled } from './cancel-signal.ts'
import { ModelFailure, type CompletionEvent, type CompletionRequest } from './language-model.ts'
import { modelBy } from './testing/model-by.ts'

const request: CompletionRequest = {
  purpose: 'conversation',
  label: 'Test',
  system: '',
  messages: [{ role: 'user', content: 'hello' }],
  maxTokens: 100,
  inputTokens: 10,
  signal: new AbortController().signal,
}
const usage: CompletionEvent = {
  kind: 'usage',
  usage: { input: 1000, output: 100, cacheWrites: 0, cacheReads: 0 },
}
const begun: CompletionEvent = { kind: 'call' }
const says = (text: string): CompletionEvent => ({ kind: 'text', text })
const done: CompletionEvent = { kind: 'stopped', reason: 'finished' }
const failure = new ModelFailure('network', 'gone')

describe('an answer', () => {
  it.each<[string, (CompletionEvent | Error)[], Partial<ModelAnswer>]>([
    ['is trimmed', [begun, says(' a '), usage, done], { text: 'a', stopped: 'finished' }],
    [
      'leaves out what a local model thought aloud before it',
      [begun, says('<think>\nhm, a <b>\n</think>\n\na <think>b</think>'), usage, done],
      { text: 'a <think>b</think>', stopped: 'finished' },
    ],
    [
      'that is all thought is empty',
      [begun, says('<think>hm</think>'), usage, done],
      { text: '', stopped: 'finished' },
    ],
    [
      'is void once a second call begins',
      [begun, says('half an ans'), usage, begun, says('whole'), usage, done],
      { text: 'whole', stopped: 'finished' },
    ],
    [
      'that ends without a word of why was cut',
      [begun, says('half'), usage],
      { text: 'half', stopped: 'cut' },
    ],
    ['that never comes is a failure', [begun, usage, failure], { failure, stopped: 'cut' }],
  ])('%s', async (_name, events, expected) => {
    const model = modelBy(() => events)
    const answer = await askModel(model, request, () => {})
    expect(answer).toEqual({ text: '', failure: null, ...expected })
  })

  it('is reported piece by piece while it comes', async () => {
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
