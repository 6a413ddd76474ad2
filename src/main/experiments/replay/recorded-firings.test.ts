import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/domain/message.ts'
import type { RecordedFiring } from '../../../shared/domain/recorded-firing.ts'
import type { RecordedUsage, RequestUsage } from '../../../shared/domain/usage.ts'
import {
  characterCounter as counter,
  examplePrices,
  exampleTask,
  messageOf,
} from '../testing/replay-example.ts'
import { agentFirings } from './agent-firings.ts'
import { contextSizes } from './context-sizes.ts'
import { firstFiring } from './first-firing.ts'
import { prepareReplay } from './prepare-replay.ts'
import type { RecordedTask } from './recorded-context.ts'
import { recordedFirings } from './recorded-firings.ts'
import { replayPolicy, type ReplayPolicy } from './replay-policy.ts'

const known = [{ modelId: 'example', prices: examplePrices }]
const windows: Readonly<Record<string, number>> = { small: 20_000, large: 100_000 }
const windowOf = (model: string): number | null => windows[model] ?? null
const { messages, usage } = exampleTask(6)
const summary: Message = { ...messageOf('user', 600, 'summary'), isSummary: true, condenseId: 'c' }
const startOf = (request: number): number => usage.requests[request]?.ts ?? 0

/** What the requests from 3 on recorded once the agent had condensed before request 3. */
const after = [3500, 4500, 5500]
const requests = (more: (index: number) => Partial<RequestUsage> = () => ({})): RequestUsage[] =>
  usage.requests.map((request, index) => {
    const context = after[index - 3]
    const own = context === undefined ? {} : { cacheReads: 2000, cacheWrites: context - 2000 }
    return { ...request, modelId: 'small', ...own, ...more(index) }
  })

type Condensation = RecordedUsage['condensations'][number]
/** Current Roo: what is condensed stays in the file behind tags. Before request 3 stood 9,000 tokens. */
function tagged(condensation: Condensation, more?: (index: number) => Partial<RequestUsage>): RecordedTask {
  const hidden = messages.slice(0, 6).map((message) => ({ ...message, condenseParent: 'c' }))
  return {
    messages: [...hidden, summary, ...messages.slice(6)],
    usage: { requests: requests(more), condensations: [{ condenseId: 'c', ...condensation }] },
    hiddenRange: null,
  }
}

/** Classic Roo: what is condensed is gone. */
function deleted(condensation: Condensation): RecordedTask {
  const { condenseId: _id, ...written } = summary
  return {
    messages: [messages[0]!, { ...written, role: 'assistant' }, ...messages.slice(5)],
    usage: { requests: requests(), condensations: [condensation] },
    hiddenRange: null,
  }
}

function study(task: RecordedTask) {
  const prepared = prepareReplay(task, { known, counter, basis: 'record' })
  const firings = agentFirings(task.messages, task.usage)
  const sizes = contextSizes(prepared, task.usage, firings)
  return { task: prepared, usage: task.usage, firings, sizes }
}
function firingsOf(task: RecordedTask): RecordedFiring[] {
  const { firings, sizes } = study(task)
  return recordedFirings(firings, sizes, windowOf)
}

describe('a condensation of the agent', () => {
  it.each([
    ['in a file that keeps what it condensed', tagged({ ts: startOf(3) + 1, tokensBefore: 9000 })],
    ['without a time, by the place of its summary', tagged({ tokensBefore: 9000 })],
    ['in a file that lost what it condensed', deleted({ ts: startOf(3) + 1, tokensBefore: 9000 })],
  ])('at a threshold is found at the same request, %s', (_name, task) => {
    expect(firingsOf(task)).toMatchObject([
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
        text: expect.stringContaining('With a threshold above 40.0 % and up to 45.0 % a replay fires'),
      },
    ])
  })

  it('in a file whose messages have no times is sent with the request that set it off', () => {
    const condensed = tagged({ ts: startOf(3) + 1, tokensBefore: 9000 }, (index) => ({
      historyIndex: 2 * index,
    }))
    const timeless = condensed.messages.map(({ ts: _ts, ...message }) => message)
    const own = study({ ...condensed, messages: timeless })
    expect(own.sizes[3]).toMatchObject({ uncondensedTokens: 9000 })
    expect(own.task.steps.map(({ prefix }) => prefix.tokens)).toEqual(Array(6).fill(2000))
  })

  it('says where the history before it is gone', () => {
    const [firing] = firingsOf(deleted({ ts: startOf(3) + 1, tokensBefore: 9000 }))
    expect(firing?.text).toContain('It deleted what it condensed')
  })

  it('is held against tokens where nobody knows the window', () => {
    const task = tagged({ ts: startOf(3) + 1, tokensBefore: 9000 }, () => ({ modelId: 'nobody' }))
    expect(firingsOf(task)).toMatchObject([
      { windowTokens: null, percent: null, limits: { above: 8000, upTo: 9000, unit: 'tokens' }, same: true },
    ])
  })

  it.each([
    ['by its place', tagged({ ts: startOf(3) - 1, tokensBefore: 8100 })],
    ['it counted nothing but what it had sent', tagged({ ts: startOf(3) + 1, tokensBefore: 8100 })],
  ])('by hand is told from one at a threshold: %s', (why, task) => {
    const [firing] = firingsOf(task)
    expect(firing).toMatchObject({ request: 3, text: expect.stringMatching(new RegExp(why, 'iu')) })
  })

  it('below what was sent before is explained by no threshold', () => {
    const large = (index: number): Partial<RequestUsage> => (index === 1 ? { cacheWrites: 20_000 } : {})
    const [firing] = firingsOf(deletedWith(large))
    expect(firing).toMatchObject({
      request: 3,
      limits: null,
      firesAt: 1,
      same: false,
      text: expect.stringMatching(/fires before request 1 already.*No threshold explains both/),
    })
  })

  it('after a change of the model is held against the window of each', () => {
    const models = (index: number): Partial<RequestUsage> => ({ modelId: index < 3 ? 'large' : 'small' })
    const task = tagged({ ts: startOf(3) + 1, tokensBefore: 9000 }, models)
    expect(firingsOf(task)).toMatchObject([{ limits: { above: 8, upTo: 45 }, same: true }])
    const back = (index: number): Partial<RequestUsage> => ({ modelId: index < 3 ? 'small' : 'large' })
    const [firing] = firingsOf(tagged({ ts: startOf(3) + 1, tokensBefore: 9000 }, back))
    expect(firing).toMatchObject({
      limits: null,
      same: false,
      text: expect.stringContaining('The model changed from small to large'),
    })
  })

  it('that the agent counted otherwise says by how much', () => {
    const [firing] = firingsOf(tagged({ ts: startOf(3) + 1, tokensBefore: 9450 }))
    expect(firing).toMatchObject({ agentTokens: 9450, contextTokens: 9000, same: true })
    expect(firing?.text).toContain('The agent counted 9,450 tokens, 5.0 % more')
  })

  it('at more than the window of its model says so', () => {
    const [firing] = firingsOf(
      tagged({ ts: startOf(3) + 1, tokensBefore: 30_000 }, () => ({ modelId: 'tiny' })),
    )
    expect(firing?.text).toContain('the window of its model is not known')
    windowsAs({ tiny: 5000 }, () => {
      const [over] = firingsOf(
        tagged({ ts: startOf(3) + 1, tokensBefore: 9000 }, () => ({ modelId: 'tiny' })),
      )
      expect(over?.text).toContain('That is more than the window')
    })
  })

  it('after the last request has no place', () => {
    const [firing] = firingsOf(tagged({ ts: startOf(5) + 9000, tokensBefore: 9000 }))
    expect(firing).toMatchObject({ request: null, firesAt: null, same: false })
    expect(firing?.text).toContain('the record does not say before which request')
  })

  it('with settings that another one rules out says so', () => {
    const sent = [6000, 7000, 3000, 4000, 5000, 3500]
    const task = tagged({ ts: startOf(2) + 1, tokensBefore: 8000 }, (index) => ({
      cacheReads: 2000,
      cacheWrites: (sent[index] ?? 0) - 2000,
    }))
    const condensations = [...task.usage.condensations, { ts: startOf(5) + 1, tokensBefore: 6000 }]
    const [first, second] = firingsOf({ ...task, usage: { ...task.usage, condensations } })
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
        truncations: [{ ts: startOf(3) + 1, tokensBefore: 9000, truncationId: 't' }],
      },
      hiddenRange: null,
    }
    expect(firingsOf(task)).toMatchObject([{ kind: 'truncation', request: 3, agentTokens: 9000, same: true }])
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
    expect(firingsOf(task)).toMatchObject([
      { kind: 'truncation', request: 3, agentTokens: null, contextTokens: 9000, same: true },
    ])
  })
})

const policy = (more: Partial<NonNullable<ReplayPolicy['trigger']>>): ReplayPolicy => ({
  id: 'a',
  trigger: { windowTokens: 20_000, thresholdPercent: 45, maxTokens: null, ...more },
  condense: ({ messages: own }) =>
    Promise.resolve({ messages: own.slice(-1), provenance: { messages: [], dropped: [] }, costUsd: 0 }),
})

async function firstOf(task: RecordedTask, own: ReplayPolicy) {
  const record = study(task)
  const services = { signal: new AbortController().signal, onProgress: () => undefined }
  const replay = await replayPolicy(record.task, own, services)
  const first = own.trigger === null ? undefined : firstFiring(record, own.trigger, replay)
  return { first, played: replay.firings[0]?.request ?? null }
}

describe('the first firing of a policy', () => {
  const atThreshold = tagged({ ts: startOf(3) + 1, tokensBefore: 9000 })

  it('with the settings of the agent is at the same request', async () => {
    const { first, played } = await firstOf(atThreshold, policy({}))
    expect(first).toEqual({
      request: 3,
      recordedRequest: 3,
      same: true,
      text: 'Fires before the request at which the agent condensed.',
    })
    expect(played).toBe(3)
  })

  it.each([
    [35, 1, /fires before request 1 already: 7,000 tokens, 35\.0 % of its window/],
    [
      60,
      4,
      /The context had 9,000 tokens, 45\.0 % of its window there, below the threshold of 60 %\. The policy fires before request 4/,
    ],
  ])('at %i %% is explained', async (thresholdPercent, request, text) => {
    const { first, played } = await firstOf(atThreshold, policy({ thresholdPercent }))
    expect(first).toMatchObject({ request, same: false, text: expect.stringMatching(text) })
    expect(played).toBe(request)
  })

  it('above what the answer leaves of the window says so', async () => {
    const { first } = await firstOf(atThreshold, policy({ thresholdPercent: 100, windowTokens: 18_000 }))
    expect(first).toMatchObject({ request: 3, same: true })
    const { first: early } = await firstOf(
      atThreshold,
      policy({ thresholdPercent: 100, windowTokens: 16_000 }),
    )
    expect(early?.text).toMatch(/above the 6,208 that its answer leaves/)
  })

  it('is that of the agent once it counts as the agent does', async () => {
    // The last message before request 3 has 900 tokens: the agent takes it for 1,350.
    const estimated = tagged({ ts: startOf(3) + 1, tokensBefore: 9450 })
    const { first } = await firstOf(estimated, policy({ thresholdPercent: 47 }))
    expect(first).toMatchObject({ request: 4, text: expect.stringContaining('`counter: roo-classic`') })
    const again = await firstOf(estimated, policy({ thresholdPercent: 47, counter: 'roo-classic' }))
    expect(again.first).toMatchObject({ request: 3, same: true })
    expect(again.played).toBe(3)
  })

  it('says where it goes by recorded sizes alone', async () => {
    const task = deleted({ ts: startOf(3) + 1, tokensBefore: 9000 })
    const { first, played } = await firstOf(task, policy({}))
    expect(first).toMatchObject({ request: 3, same: true, text: expect.stringContaining('cannot be played') })
    expect(played).toBeNull()
  })

  it('is held against nothing where the agent never condensed', async () => {
    expect((await firstOf(exampleTask(6), policy({}))).first).toBeUndefined()
  })
})

function deletedWith(more: (index: number) => Partial<RequestUsage>): RecordedTask {
  const task = deleted({ ts: startOf(3) + 1, tokensBefore: 9000 })
  return { ...task, usage: { ...task.usage, requests: requests(more) } }
}

function windowsAs(own: Readonly<Record<string, number>>, run: () => void): void {
  const before = { ...windows }
  Object.assign(windows, own)
  run()
  for (const key of Object.keys(windows)) if (!(key in before)) Reflect.deleteProperty(windows, key)
}
