import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContentBlock, Message } from '../../../../shared/kernel/message.ts'
import { damagedHistory, validHistory } from '../../../kernel/testing/arbitrary-history.ts'
import type { RecordedTask } from '../../../record/recorded-task.ts'
import { listSentMessages } from './collect-sent-messages.ts'
import { replayPolicy, type ReplayPolicy } from './replay-policy.ts'
import { replayRecorded } from './replay-recorded.ts'
import { type ExampleOptions, prepareTask } from './testing/prepare-example.ts'
import {
  changedExample as changed,
  characterCounter as counter,
  examplePrices,
  exampleTask,
  makeUniqueMessage,
} from './testing/replay-example.ts'

const known = [{ modelId: 'example', prices: examplePrices }]
const services = { signal: new AbortController().signal, onProgress: () => undefined }
const onRecord: ExampleOptions = { known, counter, basis: 'record' }
const onModel: ExampleOptions = { known, counter, basis: 'model' }

function withoutAbsent<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // Leaving out what is undefined is exactly what the result type says.
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}

const listContextTokens = (task: RecordedTask, options = onRecord): number[] =>
  replayRecorded(prepareTask(task, options)).requests.map(({ contextTokens }) => contextTokens)

describe('a task that is made ready for replay', () => {
  it('has the recorded input at every request, however the messages count', () => {
    const task = changed((request, index) => ({ cacheWrites: (request.cacheWrites ?? 0) + 40 * index }))
    const recorded = task.usage.requests.map(
      ({ cacheWrites = 0, cacheReads = 0 }) => cacheWrites + cacheReads,
    )
    expect(listContextTokens(task)).toEqual(recorded)
  })

  it('shares what was recorded over requests that were not', () => {
    const task = changed((_, index) =>
      index === 3 || index === 4
        ? { tokensIn: undefined, cacheReads: undefined, cacheWrites: undefined, costUsd: undefined }
        : {},
    )
    expect(listContextTokens(task)).toEqual([6000, 7000, 8000, 9000, 10_000, 11_000, 12_000, 13_000])
  })

  it('knows a first request that was not recorded by those after it', () => {
    const task = changed((_, index) =>
      index === 0 ? { cacheReads: undefined, cacheWrites: undefined, tokensIn: undefined } : {},
    )
    expect(listContextTokens(task)[0]).toBe(6000)
  })

  it('knows the system prompt from the model alone where a truncation hid messages', () => {
    const task = exampleTask(14)
    const hidden = task.messages.slice(1, 7)
    const markerTs = (task.messages[12]?.ts ?? 0) + 100
    const marker = {
      ...makeUniqueMessage('user', 50, 'marker', markerTs),
      isTruncationMarker: true,
      truncationId: 't',
    }
    const messages = task.messages.flatMap((message): Message[] => [
      ...(message === task.messages[7] ? [marker] : []),
      hidden.includes(message) ? { ...message, truncationParent: 't' } : message,
    ])
    const freed = 3 * (100 + 900) - 50
    const requests = task.usage.requests.map((request, index) =>
      index < 6 ? request : { ...request, cacheReads: 0, cacheWrites: 6000 + 1000 * index - freed },
    )
    const usage = { ...task.usage, requests, truncations: [{ ts: markerTs, truncationId: 't' }] }
    const truncated = { ...task, messages, usage }
    expect(listContextTokens(truncated).at(-1)).toBe(19_000 - freed)
    const modelled = listContextTokens(truncated, onModel)
    modelled.forEach((tokens, index) =>
      expect(tokens).toBeCloseTo(6000 + 1000 * index - (index < 6 ? 0 : freed), -1),
    )
  })

  it('takes another system prompt where the mode changes, and meets the record all the same', () => {
    const block = (mode: string): string =>
      `<environment_details>\n# Current Mode\n<slug>${mode}</slug>\n</environment_details>`
    const own = changed((request, index) => {
      if (index < 4) return {}
      if (index === 4) return { cacheReads: 0, cacheWrites: 15_000 }
      return { cacheReads: (request.cacheReads ?? 0) + 5000 }
    })
    const messages = own.messages.map((message, index): Message => {
      const environment = block(index < 8 ? 'code' : 'ask ')
      const text = `question ${index}`.padEnd((index === 0 ? 4000 : 900) - environment.length, '.')
      return message.role === 'user' ? { ...message, content: text + environment } : message
    })
    const task = { ...own, messages }
    const prepared = prepareTask(task, onRecord)
    expect(prepared.steps.map(({ prefix }) => prefix.key === prepared.steps[0]?.prefix.key)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ])
    const { requests } = replayRecorded(prepared)
    expect(requests.map(({ tokens }) => tokens.cacheRead)).toEqual(
      task.usage.requests.map(({ cacheReads }) => cacheReads),
    )
  })

  it('takes over cache misses of the record, and leaves them out of the model', () => {
    const task = changed((_, index) =>
      index === 5 ? { cacheReads: 0, cacheWrites: 11_000, costUsd: (11_000 * 3.75 + 1500) / 1e6 } : {},
    )
    const { requests } = replayRecorded(prepareTask(task, onRecord))
    expect(requests[5]?.tokens).toMatchObject({ cacheRead: 0, cacheWrite: 11_000 })
    expect(requests[6]?.tokens.cacheRead).toBe(11_000)
    const modelled = replayRecorded(prepareTask(task, onModel))
    expect(modelled.requests[5]?.tokens.cacheRead).toBe(10_000)
  })

  it('sizes what a condensation kept as before, and what it wrote by the slope', () => {
    const task = changed((request, index) =>
      index === 2 ? { cacheWrites: (request.cacheWrites ?? 0) + 1000 } : {},
    )
    const { buildItems, slope } = prepareTask(task, onRecord)
    const [, , , answer, question] = task.messages
    const copies = [question, answer].flatMap((message) => (message === undefined ? [] : [{ ...message }]))
    const [kept, other, written] = buildItems([...copies, makeUniqueMessage('user', 400, 'summary')])
    // The record says 2,000 for the 1,000 characters of these two.
    expect(kept).toMatchObject([{ tokens: 1800 }])
    expect(other).toMatchObject([{ tokens: 200 }])
    expect(written).toMatchObject([{ tokens: Math.round(400 * slope) }])
  })

  it('reads under any policy what the vendor had not lost', async () => {
    const task = changed((_, index) => (index === 5 ? { cacheReads: 2500, cacheWrites: 8500 } : {}))
    const short: ReplayPolicy = {
      id: 'short',
      trigger: { windowTokens: 20_000, thresholdPercent: 40, maxTokens: null },
      condense: ({ messages }) =>
        Promise.resolve({
          messages: messages.slice(-1),
          provenance: { messages: [], dropped: [] },
          costUsd: 0,
        }),
    }
    const { requests } = await replayPolicy(prepareTask(task, onRecord), short, services)
    expect(requests.map(({ tokens }) => tokens.cacheRead)).toEqual([
      0, 6000, 2000, 2900, 3900, 2500, 5900, 6900,
    ])
  })

  it('reads of what others had cached only what it sends as well', async () => {
    const task = changed((_, index) => (index === 0 ? { cacheReads: 5000, cacheWrites: 1000 } : {}))
    const atOnce: ReplayPolicy = {
      id: 'at once',
      trigger: { windowTokens: 20_000, thresholdPercent: 25, maxTokens: null },
      condense: () =>
        Promise.resolve({
          messages: [makeUniqueMessage('user', 500, 'summary')],
          provenance: { messages: [], dropped: [] },
          costUsd: 0,
        }),
    }
    const { requests } = await replayPolicy(prepareTask(task, onRecord), atOnce, services)
    expect(requests[0]?.tokens).toMatchObject({ cacheRead: 2000, cacheWrite: 500 })
  })

  it('plays no request that was sent with less than its messages', () => {
    const task = changed((_, index) => (index === 6 ? { cacheReads: 0, cacheWrites: 1500 } : {}))
    const { steps, unmatched } = prepareTask(task, onRecord)
    expect(steps.map(({ request }) => request)).toEqual([0, 1, 2, 3, 4, 5, 7])
    expect(unmatched).toMatchObject([{ request: 6, reason: 'sent-less' }])
    expect(listContextTokens(task).at(-1)).toBe(13_000)
    expect(listContextTokens(task, onModel)).toHaveLength(7)
  })

  it('reads what a request that was not answered had put into the cache', () => {
    // The question of request 4 was sent, and kept, before: request 3 failed, and was not answered.
    const { messages, usage } = exampleTask()
    const requests = usage.requests.map((request, index) =>
      index === 4 ? { ...request, cacheReads: 10_000, cacheWrites: 0 } : request,
    )
    const failed = { ts: (requests[4]?.ts ?? 0) - 1000, cancelled: true }
    const task = {
      messages,
      usage: { ...usage, requests: [...requests.slice(0, 4), failed, ...requests.slice(4)] },
      hiddenRange: null,
    }
    const prepared = prepareTask(task, onRecord)
    expect(replayRecorded(prepared).requests[4]).toMatchObject({
      request: 5,
      tokens: { cacheRead: 10_000, cacheWrite: 0 },
    })
    expect(prepared.steps.map(({ cacheSurpriseTokens }) => cacheSurpriseTokens)).toEqual([
      0, 0, 0, 0, 1000, 0, 0, 0,
    ])
  })

  it('begins with a cache where another task had used the same system prompt', () => {
    const task = changed((_, index) => (index === 0 ? { cacheReads: 1500, cacheWrites: 4500 } : {}))
    expect(replayRecorded(prepareTask(task, onRecord)).requests[0]?.tokens).toMatchObject({
      cacheRead: 1500,
    })
  })

  it('sends what the agent sent: nothing that was hidden, and no marker before its time', () => {
    const { messages, usage } = exampleTask(5)
    const [first, ...others] = messages
    const hide = (message: Message): Message => ({ ...message, truncationParent: 't' })
    const marker = { ...makeUniqueMessage('user', 50, 'marker'), isTruncationMarker: true, truncationId: 't' }
    const task: RecordedTask = {
      messages: [first ?? marker, ...others.slice(0, 3).map(hide), marker, ...others.slice(3)],
      usage: { ...usage, truncations: [{ ts: (usage.requests[3]?.ts ?? 0) + 1, truncationId: 't' }] },
      hiddenRange: null,
    }
    const { steps, full } = prepareTask(task, onRecord)
    expect(steps.map(({ recorded }) => recorded.count)).toEqual([1, 3, 5, 5, 7])
    expect(
      steps.map(({ recorded }) =>
        listSentMessages(recorded).some(({ isTruncationMarker }) => isTruncationMarker),
      ),
    ).toEqual([false, false, false, true, true])
    expect(full).toHaveLength(10)
    expect(steps.map(({ fullCount }) => fullCount)).toEqual([1, 3, 5, 7, 9])
  })
})

describe('any history, of both eras, damaged ones included', () => {
  const histories = fc.oneof(validHistory(), damagedHistory())
  const figure = fc.option(fc.nat({ max: 90_000 }), { nil: undefined })
  const requests = fc.array(
    fc.record({
      ts: fc.option(fc.nat({ max: 6 })),
      tokensIn: figure,
      tokensOut: figure,
      cacheReads: figure,
      cacheWrites: figure,
      costUsd: figure,
    }),
    { maxLength: 12 },
  )

  it.each(['record', 'model'] as const)(
    'can be replayed on the basis of the %s, and keeps its tokens',
    (basis) => {
      fc.assert(
        fc.property(histories, requests, (messages, own) => {
          const usage = { requests: own.map((request) => withoutAbsent(request)), condensations: [] }
          const task = prepareTask({ messages, usage, hiddenRange: null }, { ...onRecord, basis })
          expect(task.steps.length + task.unmatched.length).toBe(own.length)
          for (const { contextTokens, tokens, byKind, costUsd } of replayRecorded(task).requests) {
            expect(tokens.uncached + tokens.cacheWrite + tokens.cacheRead).toBe(contextTokens)
            expect(Object.values(byKind).reduce((sum, one) => sum + one, 0)).toBe(contextTokens)
            expect(
              Math.min(tokens.uncached, tokens.cacheWrite, tokens.cacheRead, costUsd ?? 0),
            ).toBeGreaterThanOrEqual(0)
          }
        }),
      )
    },
  )

  it.each(['first', 'second'])(
    'tells two images in one result apart: another %s one breaks the cached beginning',
    (place) => {
      const image = (data: string): ContentBlock => ({ type: 'image', source: { type: 'base64', data } })
      const result = (one: string, other: string): Message => ({
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 't', content: [image(one), image(other)] }],
      })
      const { buildItems } = prepareTask(exampleTask(), onRecord)
      const listItemKeys = (message: Message): number[] =>
        buildItems([message])
          .flat()
          .map(({ key }) => key)
      const changedOne = place === 'first' ? result('xxxx', 'bbbb') : result('aaaa', 'xxxx')
      const [first, second] = listItemKeys(result('aaaa', 'bbbb'))
      expect(first).not.toBe(second)
      expect(listItemKeys(result('aaaa', 'bbbb'))).toEqual([first, second])
      expect(listItemKeys(changedOne)[place === 'first' ? 1 : 0]).toBe(place === 'first' ? second : first)
      expect(listItemKeys(changedOne)).not.toEqual([first, second])
    },
  )
})
