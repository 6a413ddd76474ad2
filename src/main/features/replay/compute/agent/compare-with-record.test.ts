import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../../shared/kernel/message.ts'
import type { RecordedTask } from '../../../../record/recorded-task.ts'
import { compareTask, prepareTask, type ExampleOptions } from '../testing/prepare-example.ts'
import {
  changedExample as changed,
  characterCounter as counter,
  examplePrices,
  exampleTask,
  updatedExample,
} from '../testing/replay-example.ts'

const known = [{ modelId: 'example', prices: examplePrices }]
const onRecord: ExampleOptions = { known, counter, basis: 'record' }

describe('the record and its replay', () => {
  it('agree where all was recorded', () => {
    const task = exampleTask()
    const cost = compareTask(task, onRecord)
    expect(cost).toMatchObject({ requests: 8, comparedRequests: 8, cacheDeviations: 0, reasons: [] })
    expect(cost.comparedUsd).toBeCloseTo(0.07965, 10)
    expect(cost.replayedUsd).toBeCloseTo(0.07965, 10)
    expect(cost.agreement?.predictedUsd).toBeCloseTo(0.07965, 6)
    expect(cost.notReconstructable).toEqual({ requests: 0, costUsd: 0, percent: 0 })
    expect(cost.modelledDifferencePercent).toBeCloseTo(0, 6)
  })

  it.each([2, 4, 6])('agree where the agent was updated before request %i, which is named', (at) => {
    const task = updatedExample(at)
    const prepared = prepareTask(task, onRecord)
    const cost = compareTask(task, onRecord)
    expect(cost).toMatchObject({ comparedRequests: 8, cacheDeviations: 0 })
    expect(cost.reasons).toEqual([
      expect.stringContaining(`From request ${at} on cached tokens are recorded`),
    ])
    expect(cost.modelledDifferencePercent).toBeCloseTo(0, 6)
    expect(prepared.steps.map(({ usage }) => usage?.input)).toEqual(Array.from({ length: 8 }, () => 0))
  })

  it('calls no deviation what vendors round away', () => {
    const task = changed((request, index) =>
      index === 4
        ? { cacheReads: (request.cacheReads ?? 0) - 10, cacheWrites: (request.cacheWrites ?? 0) + 10 }
        : {},
    )
    const cost = compareTask(task, onRecord)
    expect(cost.cacheDeviations).toBe(0)
  })

  it('differ in the model alone where the cache had lost what it should have kept', () => {
    const task = changed((_, index) =>
      index === 5 ? { cacheReads: 0, cacheWrites: 11_000, costUsd: (11_000 * 3.75 + 1500) / 1e6 } : {},
    )
    const cost = compareTask(task, onRecord)
    // The miss costs 0.04275 and is predicted at 0.00825: as much of it agrees, and the rest is taken from the record.
    const { predictedUsd = 0, circularUsd = 0, offUsd = 0 } = cost.agreement ?? {}
    expect(circularUsd).toBeCloseTo(0.0345, 6)
    expect(offUsd).toBeCloseTo(0, 6)
    expect(predictedUsd + circularUsd + offUsd).toBeCloseTo(cost.comparedUsd ?? 0, 10)
    expect(cost.differencePercent).toBeCloseTo(0, 6)
    expect(cost.modelledDifferencePercent).toBeLessThan(-20)
    expect(cost.cacheDeviations).toBe(1)
  })

  it.each([
    ['all of a request', (fresh: number) => fresh],
    ['its last message', (fresh: number) => Math.min(900, fresh)],
  ])('agree where %s was not written to a cache that charges for it', (_name, unwrittenOf) => {
    const task = changed(({ cacheReads = 0, cacheWrites = 0 }, index) => {
      const tokensIn = index < 4 ? 0 : unwrittenOf(cacheWrites)
      const written = cacheWrites - tokensIn
      const millionths = cacheReads * 0.3 + written * 3.75 + tokensIn * 3 + 1500
      return { tokensIn, cacheWrites: written, costUsd: millionths / 1e6 }
    })
    const cost = compareTask(task, onRecord)
    expect(cost.differencePercent).toBeCloseTo(0, 6)
    expect(cost.modelledDifferencePercent).toBeGreaterThan(1)
  })

  it('says what the record names without a request', () => {
    const { usage, ...task } = exampleTask()
    const own = { ...task, usage: { ...usage, apartUsd: 1.375 } }
    const cost = compareTask(own, onRecord)
    expect(cost.reasons).toEqual([expect.stringContaining('$1.38 of undone requests')])
  })

  it('says from where a policy that never condenses differs, because the agent did', () => {
    const task = exampleTask()
    const hidden = new Set(task.messages.slice(1, 5))
    const marker: Message = { role: 'user', content: 'x', isTruncationMarker: true, truncationId: 't' }
    const messages = task.messages.flatMap((message, index): Message[] => [
      ...(index === 10 ? [marker] : []),
      hidden.has(message) ? { ...message, truncationParent: 't' } : message,
    ])
    const usage = { ...task.usage, truncations: [{ ts: task.messages[10]?.ts ?? 0, truncationId: 't' }] }
    const own = { ...task, messages, usage }
    const cost = compareTask(own, onRecord)
    expect(cost.reasons).toContain(
      'From request 5 on, the agent did not send everything: “recorded” follows the record, while “none” also sends what was condensed, truncated or left out.',
    )
  })

  it('names the requests that differ most where they do not agree', () => {
    const task = changed(({ costUsd = 0 }, index) => (index === 5 ? { costUsd: 4 * costUsd } : {}))
    const cost = compareTask(task, onRecord)
    expect(cost.differencePercent).toBeLessThan(-20)
    expect(cost.comparedRequests).toBe(8)
    expect(cost.reasons).toEqual([
      'The replay differs most from the record at request 5 ($0.0083 for $0.0330).',
    ])
  })

  it('leaves out of the comparison what only its own cost has a price for', () => {
    const factors = [0.7, 1.4, 1.1, 1.7, 0.8, 1.2, 0.9, 1.6]
    const task = changed(({ costUsd = 0 }, index) => ({ costUsd: costUsd * (factors[index] ?? 1) }))
    const cost = compareTask(task, onRecord)
    expect(cost).toMatchObject({ comparedRequests: 0, differencePercent: null })
    expect(cost.modelledDifferencePercent).toBeNull()
    expect(cost.reasons).toEqual([
      expect.stringMatching(/^8 requests \(\$0\.\d+\) with prices known only from their own cost/),
    ])
  })

  it.each<[string, RecordedTask, number, RegExp]>([
    [
      'requests without usage',
      changed((_, index) =>
        index === 2
          ? { tokensIn: undefined, cacheReads: undefined, cacheWrites: undefined, costUsd: undefined }
          : {},
      ),
      7,
      /^1 request without recorded tokens/,
    ],
    [
      'a request with a cost and no usage',
      changed((_, index) => (index === 2 ? { tokensIn: undefined } : {})),
      7,
      /^1 request without recorded tokens/,
    ],
    [
      'requests without a cost',
      changed((_, index) => (index < 2 ? { costUsd: undefined } : {})),
      6,
      /^2 requests without a recorded cost/,
    ],
    [
      'a condensation that deleted what was sent',
      {
        ...exampleTask(),
        usage: { ...exampleTask().usage, condensations: [{ ts: 1_700_000_000_000 + 16_000, costUsd: 1 }] },
      },
      6,
      /^2 requests cannot be played again\. The agent condensed/,
    ],
    [
      'a wrong figure among right ones',
      changed(({ cacheReads = 0, cacheWrites = 0 }, index) => {
        const tokensIn = cacheReads + cacheWrites
        return index === 5 ? { tokensIn, cacheWrites: tokensIn } : { tokensIn }
      }),
      8,
      /^1 request with more cached tokens than input, unlike the others \(5\)/,
    ],
    [
      'an input that cannot be',
      changed((_, index) => (index === 5 ? { tokensIn: 9_000_000 } : {})),
      7,
      /^1 request with far more input than those around them \(5\)/,
    ],
    [
      'requests that cannot be read',
      { ...exampleTask(), usage: { ...exampleTask().usage, unreadable: 2 } },
      8,
      /^2 requests cannot be read/,
    ],
    [
      'figures that cannot be',
      { ...exampleTask(), usage: { ...exampleTask().usage, refusedFigures: 1 } },
      8,
      /^1 figure that no request can have/,
    ],
    [
      'costs without tokens',
      changed(() => ({ tokensIn: undefined, cacheReads: undefined, cacheWrites: undefined })),
      0,
      /^Costs were recorded without tokens/,
    ],
    ['no costs at all', changed(() => ({ costUsd: undefined })), 0, /no prices are known/],
  ])('say why they cannot be compared: %s', (_name, task, compared, reason) => {
    const cost = compareTask(task, onRecord)
    expect(cost.comparedRequests).toBe(compared)
    expect(cost.reasons.some((text) => reason.test(text))).toBe(true)
    expect(cost.differencePercent === null).toBe(compared === 0)
    expect(cost.differencePercent ?? 0).toBeCloseTo(0, 6)
  })
})

/** Nobody knows the prices: no library names them. */
const unpriced = { counter, known: [] }

const compared = (task: RecordedTask, options = { known, counter }) => compareTask(task, options)

describe('what was not paid', () => {
  it('is nothing where every request was recorded at no cost, and says so', () => {
    const cost = compared(
      changed(() => ({ costUsd: 0 })),
      unpriced,
    )
    expect(cost).toMatchObject({
      costUsd: 0,
      comparedRequests: 8,
      comparedUsd: 0,
      replayedUsd: 0,
      differencePercent: 0,
      modelledDifferencePercent: 0,
      estimatedRequests: 0,
      estimatedUsd: 0,
    })
    expect(cost.reasons.join()).toContain('recorded at no cost')
  })

  it('is not known where no cost was recorded and nobody knows the prices', () => {
    expect(
      compared(
        changed(() => ({ costUsd: undefined })),
        unpriced,
      ),
    ).toMatchObject({
      costUsd: null,
      comparedRequests: 0,
      comparedUsd: null,
      replayedUsd: null,
      differencePercent: null,
      modelledDifferencePercent: null,
      estimatedRequests: 8,
      estimatedUsd: null,
    })
  })

  it('is what was recorded, without what only list prices tell', () => {
    const ofList = { costUsd: undefined, derivedUsd: 0.5 }
    const task = changed((_, index) => (index === 7 ? ofList : {}))
    const { comparedRequests, costUsd, comparedUsd } = compared(task, unpriced)
    expect(comparedRequests).toBe(7)
    expect(costUsd).toBeCloseTo(comparedUsd ?? 0, 9)
  })

  it('is not known of aborted requests, which are recorded with nothing at all', () => {
    const aborted = { tokensIn: 0, tokensOut: 0, cacheReads: 0, cacheWrites: 0, costUsd: 0 }
    expect(
      compared(
        changed(() => aborted),
        unpriced,
      ),
    ).toMatchObject({ costUsd: null, estimatedUsd: null })
  })
})

describe('the whole record', () => {
  it('is held against what is played: with what is estimated', () => {
    const cost = compared(changed((_, index) => (index === 0 ? { costUsd: undefined } : {})))
    expect(cost).toMatchObject({ comparedRequests: 7, estimatedRequests: 1 })
    expect(cost.differencePercent).toBeCloseTo(0, 6)
    expect(cost.estimatedUsd).toBeCloseTo(0.024, 6)
    expect(cost.reasons[0]).toBe(
      'The replay comes to $0.0796, 43.1\u202f% more than the recorded $0.0557: $0.0240 is estimated, for 1 request without a recorded cost.',
    )
  })

  it('is held against what is played: without what cannot be', () => {
    const task = exampleTask()
    const condensations = [{ ts: 1_700_000_000_000 + 16_000, costUsd: 1 }]
    const cost = compared({ ...task, usage: { ...task.usage, condensations } })
    expect(cost.reasons[0]).toMatch(
      /^The replay comes to \$0\.04\d+, 9\d\.\d.% less than the recorded \$1\.08: \$1\.03 was recorded for what cannot be played \(2 requests\)\.$/,
    )
  })

  it('differs where it has cached tokens in a context too short to be played with a cache', () => {
    const { messages, ...task } = exampleTask(1)
    const short = messages.map((message) => ({ ...message, content: 'short' }))
    const request = { ts: task.usage.requests[0]?.ts ?? 0, tokensIn: 17, tokensOut: 8 }
    const requests = [{ ...request, cacheReads: 3, cacheWrites: 1, costUsd: 0.13 }]
    const own = { ...task, messages: short, usage: { ...task.usage, requests } }
    const { reasons, comparedRequests } = compared(own)
    expect(comparedRequests).toBe(0)
    expect(reasons[0]).toMatch(
      /^The replay comes to \$0\.1\d+, \d\.\d.% more than the recorded \$0\.1300: 1 request with 4 cached tokens in the record is played without a cache, which is assumed to hold nothing below 1.024 tokens\.$/,
    )
  })

  it('needs no such reason where it is what is played', () => {
    expect(compared(exampleTask()).reasons).toEqual([])
  })
})
