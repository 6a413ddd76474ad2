import { describe, expect, it } from 'vitest'
import type { ExplainedCondensation } from '../../../../../shared/condensations/explained-condensation-types.ts'
import { withExplanation } from '../../../../../shared/condensations/words.ts'
import type { Message } from '../../../../../shared/kernel/message.ts'
import type { RequestUsage } from '../../../../../shared/kernel/usage.ts'
import { reconstruct } from '../../../../record/reconstruct.ts'
import type { RecordedTask } from '../../../../record/recorded-task.ts'
import {
  deleted,
  messages,
  requests,
  computeRequestStart,
  study,
  tagged,
} from '../testing/condensed-example.ts'
import { characterCounter } from '../testing/replay-example.ts'
import { explainCondensations } from './explain-condensations.ts'

const windows: Readonly<Record<string, number>> = { small: 20_000, large: 100_000 }
const findTestWindow = (model: string): number | null => windows[model] ?? null

function explainTaskCondensations(task: RecordedTask): ExplainedCondensation[] {
  const { run, sizes } = study(task)
  const known = reconstruct(task, { counter: characterCounter, findWindow: findTestWindow })
  return explainCondensations(
    run.condensations,
    sizes,
    known.requests.map(({ windowTokens }) => windowTokens.value),
  ).map(withExplanation)
}

describe('a condensation of the agent', () => {
  it.each([
    [
      'in a file that keeps what it condensed',
      tagged({ ts: computeRequestStart(3) + 1, tokensBefore: 9000 }),
    ],
    ['without a time, by the place of its summary', tagged({ tokensBefore: 9000 })],
    [
      'in a file that lost what it condensed',
      deleted({ ts: computeRequestStart(3) + 1, tokensBefore: 9000 }),
    ],
  ])('at a threshold is found at the same request, %s', (_name, task) => {
    expect(explainTaskCondensations(task)).toMatchObject([
      {
        kind: 'condensation',
        request: 3,
        agentTokens: 9000,
        contextTokens: 9000,
        windowTokens: 20_000,
        percent: 45,
        limits: { above: 40, upTo: 45, unit: 'percent' },
        firesAt: 3,
        same: true,
        text: expect.stringContaining('With a threshold above 40.0 % and up to 45.0 %, a replay condenses'),
      },
    ])
  })

  it('in a file whose messages have no times is sent with the request that set it off', () => {
    const condensed = tagged({ ts: computeRequestStart(3) + 1, tokensBefore: 9000 }, (index) => ({
      historyIndex: 2 * index,
    }))
    const timeless = condensed.messages.map(({ ts: _ts, ...message }) => message)
    const own = study({ ...condensed, messages: timeless })
    expect(own.sizes[3]).toMatchObject({ uncondensedTokens: 9000 })
    expect(own.task.steps.map(({ ownCondensations }) => ownCondensations.length)).toEqual([0, 0, 0, 1, 0, 0])
    expect(own.task.steps.map(({ prefix }) => prefix.tokens)).toEqual(Array(6).fill(2000))
  })

  it('says where the history before it is gone', () => {
    const [condensation] = explainTaskCondensations(
      deleted({ ts: computeRequestStart(3) + 1, tokensBefore: 9000 }),
    )
    expect(condensation?.text).toContain('The agent deleted what it condensed')
  })

  it('is held against tokens where nobody knows the window', () => {
    const task = tagged({ ts: computeRequestStart(3) + 1, tokensBefore: 9000 }, () => ({ modelId: 'nobody' }))
    expect(explainTaskCondensations(task)).toMatchObject([
      { windowTokens: null, percent: null, limits: { above: 8000, upTo: 9000, unit: 'tokens' }, same: true },
    ])
  })

  it.each([
    ['its place in the record', tagged({ ts: computeRequestStart(3) - 1, tokensBefore: 8100 })],
    ['it counted only what it had sent', tagged({ ts: computeRequestStart(3) + 1, tokensBefore: 8100 })],
  ])('by hand is distinguished from one at a threshold: %s', (why, task) => {
    const [condensation] = explainTaskCondensations(task)
    expect(condensation).toMatchObject({ request: 3, text: expect.stringMatching(new RegExp(why, 'iu')) })
  })

  it('below what was sent before is explained by no threshold', () => {
    const large = (index: number): Partial<RequestUsage> => (index === 1 ? { cacheWrites: 20_000 } : {})
    const [condensation] = explainTaskCondensations(deletedWith(large))
    expect(condensation).toMatchObject({
      request: 3,
      limits: null,
      firesAt: 1,
      same: false,
      text: expect.stringMatching(/condenses as early as before request 1.*No threshold explains both/),
    })
  })

  it('after a change of the model is held against the window of each', () => {
    const models = (index: number): Partial<RequestUsage> => ({ modelId: index < 3 ? 'large' : 'small' })
    const task = tagged({ ts: computeRequestStart(3) + 1, tokensBefore: 9000 }, models)
    expect(explainTaskCondensations(task)).toMatchObject([{ limits: { above: 8, upTo: 45 }, same: true }])
    const back = (index: number): Partial<RequestUsage> => ({ modelId: index < 3 ? 'small' : 'large' })
    const [condensation] = explainTaskCondensations(
      tagged({ ts: computeRequestStart(3) + 1, tokensBefore: 9000 }, back),
    )
    expect(condensation).toMatchObject({
      limits: null,
      same: false,
      text: expect.stringContaining('The model changed from small to large'),
    })
  })

  it('that the agent counted otherwise says by how much', () => {
    const [condensation] = explainTaskCondensations(
      tagged({ ts: computeRequestStart(3) + 1, tokensBefore: 9450 }),
    )
    expect(condensation).toMatchObject({ agentTokens: 9450, contextTokens: 9000, same: true })
    expect(condensation?.text).toContain('The agent counted 9,450 tokens, 5.0 % more')
  })

  it('at more than the window of its model says so', () => {
    const [condensation] = explainTaskCondensations(
      tagged({ ts: computeRequestStart(3) + 1, tokensBefore: 30_000 }, () => ({ modelId: 'tiny' })),
    )
    expect(condensation?.text).toContain('in a window of unknown size')
    windowsAs({ tiny: 5000 }, () => {
      const [over] = explainTaskCondensations(
        tagged({ ts: computeRequestStart(3) + 1, tokensBefore: 9000 }, () => ({ modelId: 'tiny' })),
      )
      expect(over?.text).toContain('That is more than the window')
    })
  })

  it('after the last request has no place', () => {
    const [condensation] = explainTaskCondensations(
      tagged({ ts: computeRequestStart(5) + 9000, tokensBefore: 9000 }),
    )
    expect(condensation).toMatchObject({ request: null, firesAt: null, same: false })
    expect(condensation?.text).toContain('The record does not say before which request')
  })

  it('with settings that another one rules out says so', () => {
    const sent = [6000, 7000, 3000, 4000, 5000, 3500]
    const task = tagged({ ts: computeRequestStart(2) + 1, tokensBefore: 8000 }, (index) => ({
      cacheReads: 2000,
      cacheWrites: (sent[index] ?? 0) - 2000,
    }))
    const condensations = [
      ...task.usage.condensations,
      { ts: computeRequestStart(5) + 1, tokensBefore: 6000 },
    ]
    const [first, second] = explainTaskCondensations({ ...task, usage: { ...task.usage, condensations } })
    expect(first).toMatchObject({ limits: { above: 35, upTo: 40 }, same: true })
    expect(second).toMatchObject({ limits: { above: 25, upTo: 30 }, same: true })
    expect(second?.text).toContain('No one threshold explains this one and the one before request 2')
  })
})

describe('a truncation of the agent', () => {
  it('is found where Roo left its marker', () => {
    const hidden = messages.slice(1, 5).map((message) => ({ ...message, truncationParent: 't' }))
    const marker: Message = { role: 'user', content: 'cut', isTruncationMarker: true, truncationId: 't' }
    const task: RecordedTask = {
      messages: [messages[0]!, ...hidden, marker, ...messages.slice(5)],
      usage: {
        requests: requests(),
        condensations: [],
        truncations: [{ ts: computeRequestStart(3) + 1, tokensBefore: 8100, truncationId: 't' }],
      },
      hiddenRange: null,
    }
    const [condensation] = explainTaskCondensations(task)
    expect(condensation).toMatchObject({ kind: 'truncation', request: 3, agentTokens: 8100, same: true })
    // Nobody truncates by hand, although nothing was counted but what had been sent.
    expect(condensation?.text).not.toContain('hand')
  })

  it('is found where Cline leaves out more than before', () => {
    const task: RecordedTask = {
      messages,
      usage: {
        requests: requests((index) =>
          index < 3 ? {} : { deletedRange: [1, 4], cacheReads: 2000, cacheWrites: index * 1000 + 2000 },
        ),
        condensations: [],
      },
      hiddenRange: null,
    }
    expect(explainTaskCondensations(task)).toMatchObject([
      { kind: 'truncation', request: 3, agentTokens: null, contextTokens: 9000, same: true },
    ])
  })
})

function deletedWith(more: (index: number) => Partial<RequestUsage>): RecordedTask {
  const task = deleted({ ts: computeRequestStart(3) + 1, tokensBefore: 9000 })
  return { ...task, usage: { ...task.usage, requests: requests(more) } }
}

function windowsAs(own: Readonly<Record<string, number>>, run: () => void): void {
  const before = { ...windows }
  Object.assign(windows, own)
  run()
  for (const key of Object.keys(windows)) if (!(key in before)) Reflect.deleteProperty(windows, key)
}
