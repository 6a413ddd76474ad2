import { MessageChannel } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cancelled } from '../../kernel/cancel-signal.ts'
import {
  ModelFailure,
  modelFailureCodes,
  type CompletionEvent,
  type CompletionRequest,
  type LanguageModel,
} from '../../kernel/language-model.ts'
import { call, modelBy } from '../../kernel/testing/model-by.ts'
import { createRemoteModel, serveQuestions, type Question } from './questions.ts'

const { info } = modelBy(() => [])
let channel: MessageChannel
beforeEach(() => {
  channel = new MessageChannel()
})
afterEach(() => {
  channel.port1.close()
  channel.port2.close()
})

/** A model that answers across a real port, as a worker has it; what was asked of the other end is noted. */
function connect(model: LanguageModel | null) {
  const { port1, port2 } = channel
  const served = serveQuestions({ models: () => model }, port1)
  const questions: Question[] = []
  port1.on('message', (question: Question) => {
    questions.push(question)
    served.receive(question)
  })
  return { remote: createRemoteModel(info, port2, null), served, questions }
}

const request = (more: Partial<CompletionRequest> = {}): CompletionRequest => ({
  purpose: 'conversation',
  label: 'Test',
  system: 'Be exact.',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'hello', extra: { deep: [1] } }] }],
  maxTokens: 100,
  inputTokens: 10,
  signal: new AbortController().signal,
  ...more,
})

async function hear(model: LanguageModel, asked = request()): Promise<CompletionEvent[]> {
  const events: CompletionEvent[] = []
  for await (const event of model.complete(asked)) events.push(event)
  return events
}

/** A model that says one piece and then waits for its signal; `stopped` resolves when that fires. */
function waiting() {
  const { promise: stopped, resolve } = Promise.withResolvers<void>()
  let isOpen = false
  const model: LanguageModel = {
    info,
    async *complete({ signal }) {
      isOpen = true
      try {
        yield { kind: 'call' }
        yield { kind: 'text', text: 'begun' }
        await new Promise<void>((resume) => signal.addEventListener('abort', () => resume()))
        throw new Cancelled()
      } finally {
        isOpen = false
        resolve()
      }
    },
  }
  return { model, stopped, isOpen: () => isOpen }
}

describe('a model asked from a worker', () => {
  it('says everything in order, to its end', async () => {
    const long: CompletionEvent[] = Array.from({ length: 500 }, (_, at) => ({ kind: 'text', text: `${at} ` }))
    const said = [...call('').slice(0, 1), ...long, ...call('').slice(2)]
    expect(await hear(connect(modelBy(() => said)).remote)).toEqual(said)
  })

  it('is asked exactly what the worker asked', async () => {
    const model = modelBy(() => call('x'))
    await hear(connect(model).remote)
    const { signal: _theirs, ...seen } = model.asked[0]!
    const { signal: _ours, ...sent } = request()
    expect(seen).toEqual(sent)
  })

  it.each(modelFailureCodes)('fails with the code it failed with: %s', async (code) => {
    const heard: CompletionEvent[] = []
    const { remote } = connect(modelBy(() => [{ kind: 'call' }, new ModelFailure(code, 'Because.')]))
    const asking = (async () => {
      for await (const event of remote.complete(request())) heard.push(event)
    })()
    const error: unknown = await asking.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ModelFailure)
    expect(error).toMatchObject({ code, message: 'Because.' })
    expect(heard).toEqual([{ kind: 'call' }])
  })

  it('that breaks in an unforeseen way says how', async () => {
    const { remote } = connect(modelBy(() => [new TypeError('a bug')]))
    await expect(hear(remote)).rejects.toThrow('a bug')
  })

  it('that was not given fails as one that cannot be used', async () => {
    await expect(hear(connect(null).remote)).rejects.toMatchObject({ code: 'handler-invalid' })
  })

  it('answers several questions at once without mixing them', async () => {
    const model = modelBy(({ label }) => label.split('').flatMap((text) => [{ kind: 'text', text } as const]))
    const { remote } = connect(model)
    const labels = ['aaaaaaaaaa', 'bbbbb', 'cccccccccccccccc', 'd']
    const answers = await Promise.all(labels.map((label) => hear(remote, request({ label }))))
    const texts = answers.map((events) =>
      events.map((event) => (event.kind === 'text' ? event.text : '')).join(''),
    )
    expect(texts).toEqual(labels)
  })

  it('fails one question and answers the others', async () => {
    const model = modelBy(({ label }) =>
      label === 'bad' ? [new ModelFailure('timeout', 'Late.')] : call(label),
    )
    const { remote } = connect(model)
    const answers = await Promise.allSettled(
      ['a', 'bad', 'c'].map((label) => hear(remote, request({ label }))),
    )
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })
})

describe('a cancel', () => {
  it('from the worker stops the model, and the worker hears that it was cancelled', async () => {
    const { model, stopped } = waiting()
    const { remote } = connect(model)
    const controller = new AbortController()
    const asking = (async () => {
      for await (const event of remote.complete(request({ signal: controller.signal })))
        if (event.kind === 'text') controller.abort()
    })()
    await expect(asking).rejects.toThrow(Cancelled)
    await stopped
  })

  it('before anything was asked asks nothing', async () => {
    const model = modelBy(() => call('x'))
    const { remote, questions } = connect(model)
    await expect(hear(remote, request({ signal: AbortSignal.abort() }))).rejects.toThrow(Cancelled)
    // Another answer comes only after whatever the first one posted.
    await hear(remote)
    expect(questions.filter(({ kind }) => kind === 'ask')).toHaveLength(1)
    expect(model.asked).toHaveLength(1)
  })

  it('of one question leaves the others alone', async () => {
    const { model, stopped } = waiting()
    const both: LanguageModel = {
      info,
      complete: (asked) =>
        asked.label === 'waits' ? model.complete(asked) : modelBy(() => call('fine')).complete(asked),
    }
    const { remote } = connect(both)
    const controller = new AbortController()
    const first = hear(remote, request({ label: 'waits', signal: controller.signal })).catch(
      (error: unknown) => error,
    )
    const second = hear(remote)
    controller.abort()
    expect(await first).toBeInstanceOf(Cancelled)
    expect(await second).toHaveLength(4)
    await stopped
  })

  it('by whoever listens no further stops the model', async () => {
    const { model, stopped, isOpen } = waiting()
    for await (const event of connect(model).remote.complete(request())) if (event.kind === 'text') break
    await stopped
    expect(isOpen()).toBe(false)
  })

  it('of the whole job stops every answer', async () => {
    const first = waiting()
    const second = waiting()
    const models = [first.model, second.model]
    const { remote, served } = connect({ info, complete: (asked) => models.shift()!.complete(asked) })
    let begun = 0
    const listen = async (): Promise<void> => {
      for await (const event of remote.complete(request())) {
        if (event.kind !== 'text') continue
        begun += 1
        if (begun === 2) served.stop()
      }
    }
    const answers = await Promise.allSettled([listen(), listen()])
    expect(
      answers.map((answer) => answer.status === 'rejected' && answer.reason instanceof Cancelled),
    ).toEqual([true, true])
    await Promise.all([first.stopped, second.stopped])
  })

  it('of the whole job lets no question through that was already on its way', async () => {
    const model = modelBy(() => call('too late'))
    const { remote, served } = connect(model)
    served.stop()
    await expect(hear(remote)).rejects.toThrow(Cancelled)
    expect(model.asked).toEqual([])
  })
})
