import { describe, expect, it } from 'vitest'
import { withFirstText } from '../../../../../shared/condensations/words.ts'
import type { RecordedTask } from '../../../../record/recorded-task.ts'
import { replayPolicy, type ReplayPolicy } from '../replay-policy.ts'
import { deleted, computeRequestStart, study, tagged } from '../testing/condensed-example.ts'
import { exampleTask } from '../testing/replay-example.ts'
import { findFirstCondensation } from './find-first-condensation.ts'

const policy = (more: Partial<NonNullable<ReplayPolicy['trigger']>>): ReplayPolicy => ({
  id: 'a',
  trigger: { windowTokens: 20_000, thresholdPercent: 45, maxTokens: null, ...more },
  condense: ({ messages: own }) =>
    Promise.resolve({ messages: own.slice(-1), provenance: { messages: [], dropped: [] }, costUsd: 0 }),
})

async function playFirstCondensation(task: RecordedTask, own: ReplayPolicy) {
  const record = study(task)
  const services = { signal: new AbortController().signal, onProgress: () => undefined }
  const replay = await replayPolicy(record.task, own, services)
  const first = own.trigger === null ? undefined : findFirstCondensation(record, own.trigger, replay)
  return { first: first && withFirstText(first), played: replay.firings[0]?.request ?? null }
}

describe('the first condensation of a policy', () => {
  const atThreshold = tagged({ ts: computeRequestStart(3) + 1, tokensBefore: 9000 })

  it('with the settings of the agent is at the same request', async () => {
    const { first, played } = await playFirstCondensation(atThreshold, policy({}))
    expect(first).toMatchObject({
      request: 3,
      recordedRequest: 3,
      same: true,
      text: 'Condenses before the request at which the agent condensed.',
    })
    expect(played).toBe(3)
  })

  it.each([
    [35, 1, /condenses earlier, before request 1: 7,000 tokens, 35\.0 % of its window/],
    [
      60,
      4,
      /The context had 9,000 tokens, 45\.0 % of its window there, below the threshold of 60 %\. The policy condenses before request 4/,
    ],
  ])('at %i %% is explained', async (thresholdPercent, request, text) => {
    const { first, played } = await playFirstCondensation(atThreshold, policy({ thresholdPercent }))
    expect(first).toMatchObject({ request, same: false, text: expect.stringMatching(text) })
    expect(played).toBe(request)
  })

  it('at a threshold that its context misses by less than is shown says by how much', async () => {
    const { first } = await playFirstCondensation(atThreshold, policy({ windowTokens: 20_008 }))
    expect(first?.text).toContain('9,000 tokens, 44.982 % of its window there, below the threshold of 45 %.')
  })

  it('above what the answer leaves of the window says so', async () => {
    const { first } = await playFirstCondensation(
      atThreshold,
      policy({ thresholdPercent: 100, windowTokens: 18_000 }),
    )
    expect(first).toMatchObject({ request: 3, same: true })
    const { first: early } = await playFirstCondensation(
      atThreshold,
      policy({ thresholdPercent: 100, windowTokens: 16_000 }),
    )
    expect(early?.text).toMatch(/above the 6,208 that its answer leaves room for/)
  })

  it('is that of the agent once it counts as the agent does', async () => {
    // The last message before request 3 has 900 tokens: the agent takes it for 1,350.
    const estimated = tagged({ ts: computeRequestStart(3) + 1, tokensBefore: 9450 })
    const { first } = await playFirstCondensation(estimated, policy({ thresholdPercent: 47 }))
    expect(first).toMatchObject({ request: 4, text: expect.stringContaining('“counter: roo-classic”') })
    const again = await playFirstCondensation(
      estimated,
      policy({ thresholdPercent: 47, counter: 'roo-classic' }),
    )
    expect(again.first).toMatchObject({ request: 3, same: true })
    expect(again.played).toBe(3)
  })

  it('says where it goes by recorded sizes alone', async () => {
    const task = deleted({ ts: computeRequestStart(3) + 1, tokensBefore: 9000 })
    const { first, played } = await playFirstCondensation(task, policy({}))
    expect(first).toMatchObject({ request: 3, same: true, text: expect.stringContaining('cannot be played') })
    expect(played).toBeNull()
  })

  it('is held against nothing where the agent never condensed', async () => {
    expect((await playFirstCondensation(exampleTask(6), policy({}))).first).toBeUndefined()
  })
})
