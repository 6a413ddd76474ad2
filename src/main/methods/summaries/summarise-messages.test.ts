import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { Cancelled } from '../../kernel/cancel-signal.ts'
import {
  ModelFailure,
  type CompletionEvent,
  type CompletionRequest,
  type ModelInfo,
} from '../../kernel/language-model.ts'
import { call, modelBy, readRequestText, type AskedModel } from '../../kernel/testing/model-by.ts'
import { conversationFor, roughCounter } from '../../kernel/testing/run-on.ts'
import * as small from '../../kernel/testing/small-histories.ts'
import { summariseMessages } from './summarise-messages.ts'

const words = (from: number, count: number): string =>
  Array.from({ length: count }, (_, at) => `w${from + at}.`).join(' ')
/** Messages of ten to a hundred tokens in which no two words are the same. */
const talk = (count: number, wordsEach = 40): Message[] =>
  Array.from({ length: count }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: words(at * wordsEach, wordsEach),
  }))

const shape = { keepImages: false, toolsAsText: false, request: 'Summarise.' }
const task = (messages: readonly Message[], model: AskedModel, maxTokens = 100) => ({
  conversation: conversationFor(messages),
  messages,
  model,
  system: 'Be exact.',
  shape,
  maxTokens,
  signal: new AbortController().signal as { aborted: boolean } & AbortSignal,
  onText: () => undefined,
})

/** What a vendor would count: every message, four tokens around each, the instructions. */
function countRequestTokens({ system, messages }: CompletionRequest): number {
  const texts = messages.map(({ content }) =>
    typeof content === 'string' ? content : joinNestedTexts(content),
  )
  return [system, ...texts].reduce((sum, text) => sum + roughCounter.count(text) + 4, 0)
}
const joinNestedTexts = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /"(type|text|tool_use|tool_result|id|name|input|content|tool_use_id)":?/g,
    '',
  )

/** Fails where the request and the longest answer do not fit into its window. */
const honest = (windowTokens: number, text = 'in short', more: Partial<ModelInfo> = {}): AskedModel =>
  modelBy(
    (request) =>
      countRequestTokens(request) + request.maxTokens > windowTokens
        ? [
            new ModelFailure(
              'input-too-long',
              `${countRequestTokens(request)} + ${request.maxTokens} > ${windowTokens}`,
            ),
          ]
        : call(text),
    { windowTokens, ...more },
  )

/** The window into which these messages just fit beside the instructions and a summary of 100 tokens. */
function windowFor(messages: readonly Message[]): number {
  const needed = conversationFor(messages).totalTokens + messages.length * 4
  const overhead = roughCounter.count('Be exact.') + roughCounter.count(shape.request) + 8
  return Math.ceil((needed + overhead + 100) / 0.95)
}

describe('a history', () => {
  const messages = talk(20)
  it('that fits exactly is summarised with one call', async () => {
    const model = honest(windowFor(messages))
    const summary = await summariseMessages(task(messages, model))
    expect(summary).toMatchObject({ ok: true, text: 'in short', warnings: [] })
    expect(model.asked).toHaveLength(1)
  })

  it('of one token too many is summarised in parts, which are merged', async () => {
    const model = honest(windowFor(messages) - 2)
    const summary = await summariseMessages(task(messages, model))
    const labels = model.asked.map(({ label }) => label)
    expect(labels).toEqual([
      'Scripted, part 1 of 2',
      'Scripted, part 2 of 2',
      'Scripted, merging 2 summaries',
    ])
    expect(summary).toMatchObject({
      ok: true,
      warnings: [{ code: 'summarised-in-parts', message: expect.stringContaining('in 2 parts') }],
    })
    expect(readRequestText(model.asked[2]!)).toContain('--- Part 1 ---\nin short\n\n--- Part 2 ---\nin short')
  })

  it.each([
    ['one message larger than the window', [{ role: 'user', content: words(0, 4000) }]],
    [
      'a huge message among small ones',
      [...talk(5), { role: 'user', content: words(1000, 3000) }, ...talk(5)],
    ],
    ['many messages of a word each', talk(600, 1)],
    ['a result larger than the window', [small.task, ...small.read('1', 'a', words(0, 4000)), small.end]],
    [
      'pairs of calls and results',
      [
        small.task,
        ...Array.from({ length: 30 }, (_, at) => small.read(`${at}`, 'a', words(at * 50, 50))).flat(),
      ],
    ],
  ] as [string, Message[]][])(
    'of %s reaches the model word by word, each request within its window',
    async (_name, all) => {
      const model = honest(1000)
      const summary = await summariseMessages(task(all, model))
      expect(summary).toMatchObject({ ok: true })
      expect(model.asked.every((request) => countRequestTokens(request) + request.maxTokens <= 1000)).toBe(
        true,
      )
      const shown = new Set(model.asked.flatMap((request) => readRequestText(request).match(/w\d+\./g) ?? []))
      const said = new Set(JSON.stringify(all).match(/w\d+\./g))
      expect([...said].filter((word) => !shown.has(word))).toEqual([])
    },
  )

  it('of any shape reaches the model whole and never overfills its window', async () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 800, max: 3000 }), async (lengths, windowTokens) => {
        const all = lengths.map((length, at): Message => ({
          role: at % 2 === 0 ? 'user' : 'assistant',
          content: words(at * 1000, length + 1),
        }))
        const model = honest(windowTokens)
        const summary = await summariseMessages(task(all, model))
        expect(summary.ok ? '' : summary.message).toBe('')
        const shown = model.asked.map(readRequestText).join('\n')
        for (const word of JSON.stringify(all).match(/w\d+\./g) ?? []) expect(shown).toContain(word)
      }),
      { numRuns: 60 },
    )
  })

  it('is announced with its size, so that a budget can reckon with it', async () => {
    const model = honest(1000)
    await summariseMessages(task(talk(60), model))
    for (const request of model.asked)
      expect(request.inputTokens).toBeGreaterThanOrEqual(countRequestTokens(request) - 1)
  })

  it('is cut between calls and their results, and each part says which it is', async () => {
    const pairs = Array.from({ length: 30 }, (_, at) => small.read(`${at}`, 'a', words(at * 50, 50))).flat()
    const model = honest(1000)
    await summariseMessages(task([small.task, ...pairs], model))
    const parts = model.asked.filter(({ label }) => label.includes('part'))
    expect(parts.length).toBeGreaterThan(2)
    parts.forEach((request, at) => {
      expect(request.messages[0]?.content).toBe(
        `This is part ${at + 1} of ${parts.length} of a longer conversation.`,
      )
      const text = JSON.stringify(request.messages)
      expect(text.split('"tool_use_id"').length).toBe(text.split('"type":"tool_use"').length)
    })
  })

  it('of very many parts is merged in several rounds, the last of which sees one summary of each group', async () => {
    const model = honest(1000, words(900_000, 20))
    const summary = await summariseMessages(task(talk(400), model))
    const merges = model.asked.map(({ label }) => label).filter((label) => label.includes('merging'))
    expect(new Set(merges).size).toBeGreaterThan(1)
    const parts = model.asked.length - merges.length
    expect(summary).toMatchObject({ ok: true })
    expect(summary.ok && summary.warnings[0]?.message).toContain(`in ${parts} parts`)
  })
})

describe('a model that says its input is too long although it should fit', () => {
  const tooLong: CompletionEvent[] = call('').slice(0, 1).concat(call('').slice(2, 3))
  const liar = (accepts: (request: CompletionRequest) => boolean): AskedModel =>
    modelBy((request) =>
      accepts(request) ? call('in short') : [...tooLong, new ModelFailure('input-too-long', 'Too long.')],
    )

  it('is asked for less each time, three times after the first, and then it has failed', async () => {
    const model = liar(() => false)
    const summary = await summariseMessages(task(talk(40), model))
    expect(summary).toMatchObject({ ok: false, code: 'input-too-long' })
    const sizes = model.asked.map(countRequestTokens)
    expect(sizes).toHaveLength(4)
    for (const [at, size] of sizes.slice(1).entries()) expect(size).toBeLessThan(sizes[at]! * 0.8)
  })

  it('is believed: what fits by its own measure is summarised', async () => {
    const whole = conversationFor(talk(40)).totalTokens
    const model = liar((request) => countRequestTokens(request) < whole * 0.6)
    const summary = await summariseMessages(task(talk(40), model))
    expect(summary).toMatchObject({ ok: true, text: 'in short' })
    expect(model.asked.filter((request) => countRequestTokens(request) >= whole * 0.6)).toHaveLength(2)
  })

  it.each<[string, (asked: number, maximum: number) => string]>([
    ['both numbers', (asked, maximum) => `prompt is too long: ${asked} tokens > ${maximum} maximum`],
    ['its window', (_, maximum) => `This model's maximum context length is ${maximum} tokens.`],
  ])('is asked for what it takes at once where it gives %s', async (_name, say) => {
    const whole = conversationFor(talk(40)).totalTokens
    // Far below what three tries at three quarters come to, and counted with a tokenizer of its own.
    const maximum = Math.floor(whole * 0.4)
    const sizeThere = (request: CompletionRequest): number => Math.ceil(countRequestTokens(request) * 1.03)
    const model = modelBy((request) =>
      sizeThere(request) + request.maxTokens <= maximum
        ? call('in short')
        : [
            ...tooLong,
            new ModelFailure('input-too-long', say(sizeThere(request) + request.maxTokens, maximum)),
          ],
    )
    const summary = await summariseMessages(task(talk(40), model))
    expect(summary).toMatchObject({ ok: true, text: 'in short' })
    expect(model.asked.filter((request) => sizeThere(request) + request.maxTokens > maximum)).toHaveLength(1)
  })

  it('is not asked at all where prompt and summary leave no room', async () => {
    const model = modelBy(() => call('x'), { windowTokens: 300 })
    const summary = await summariseMessages(task(talk(40), model))
    expect(summary).toMatchObject({ ok: false, code: 'input-too-long' })
    expect(model.asked).toEqual([])
  })
})

describe('a part', () => {
  const failing = (at: number): AskedModel =>
    modelBy(
      (_request, index) => (index === at ? [new ModelFailure('overloaded', 'Busy.')] : call('in short')),
      {
        windowTokens: 1000,
      },
    )

  it.each([0, 1, 3])('that fails as number %i stops the others', async (at) => {
    const model = failing(at)
    const summary = await summariseMessages(task(talk(60), model))
    expect(summary).toMatchObject({ ok: false, code: 'overloaded' })
    expect(model.asked).toHaveLength(at + 1)
  })

  it('that is fine does not save a merge that fails', async () => {
    const count = (await countSummaryParts(talk(60))) + 1
    const model = failing(count - 1)
    const summary = await summariseMessages(task(talk(60), model))
    expect(summary).toMatchObject({ ok: false, code: 'overloaded' })
    expect(model.asked).toHaveLength(count)
  })

  it('is the last where the run is cancelled', async () => {
    const controller = new AbortController()
    const model = modelBy(
      (_request, index) => {
        if (index === 1) controller.abort()
        return call('in short')
      },
      { windowTokens: 1000 },
    )
    const asked = summariseMessages({ ...task(talk(60), model), signal: controller.signal })
    await expect(asked).rejects.toThrow(Cancelled)
    expect(model.asked).toHaveLength(2)
  })

  async function countSummaryParts(messages: Message[]): Promise<number> {
    const model = honest(1000)
    await summariseMessages(task(messages, model))
    return model.asked.filter(({ label }) => label.includes('part')).length
  }
})
