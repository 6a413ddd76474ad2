import { describe, expect, it } from 'vitest'
import type { ReplayedPolicy, ReplayResult } from '../../../../shared/replay/contract.ts'
import { drawDocument } from '../../../terminal/output/draw-document.ts'
import { buildReplayDocument } from './build-replay-document.ts'

const replayText = (result: ReplayResult, hasFile = false): string =>
  drawDocument(buildReplayDocument(result, { hasFile }))

const recorded: ReplayResult['recorded'] = {
  costUsd: 2.5,
  requests: 12,
  comparedRequests: 10,
  comparedUsd: 2,
  replayedUsd: 2.01,
  differencePercent: 0.5,
  estimatedRequests: 0,
  estimatedUsd: 0,
  modelledDifferencePercent: -27,
  cacheDeviations: 1,
  reasons: ['2 requests cannot be played again.'],
  playedUsd: 2,
  prices: [],
  cacheStyle: { kind: 'none', stepTokens: 1, leastTokens: 0, timeToLiveMs: null, text: 'Nothing is read.' },
  firings: [],
}

function policy(id: string, more: Partial<ReplayedPolicy> = {}): ReplayedPolicy {
  return {
    id,
    requests: [],
    firings: [],
    attempts: [],
    tokens: { uncached: 1000, cacheWrite: 2000, cacheRead: 3000, output: 400 },
    costUsd: 2,
    estimatedUsd: 0,
    peakContext: 90_000,
    quality: {},
    notes: [],
    ...more,
  }
}

const condensation = (paysBackAfter: number | null) => ({
  request: 3,
  before: 90_000,
  after: 20_000,
  costUsd: 0,
  paysBackAfter,
})

const request: ReplayedPolicy['requests'][number] = {
  request: 3,
  ts: null,
  contextTokens: 90_000,
  byKind: {},
  tokens: { uncached: 90_000, cacheWrite: 0, cacheRead: 0, output: 100 },
  costUsd: 1,
}

const agentCondensation: ReplayResult['recorded']['firings'][number] = {
  kind: 'condensation',
  request: 5,
  agentTokens: 90_000,
  contextTokens: 90_000,
  windowTokens: null,
  percent: null,
  limits: null,
  firesAt: null,
  same: false,
  text: 'Before request 5 the agent condensed.',
}

describe('a replay for people', () => {
  it('says how far it agrees with the record, and why not', () => {
    const text = replayText({ recorded, policies: [policy('none')] })
    expect(text).toMatch(/^recorded +\$2\.50 in 12 requests$/m)
    expect(text).toMatch(
      /^agreement +\$2\.01 replayed for \$2\.00 recorded, \+0\.5 %, over 10 of 12 requests and 80\.0 % of the recorded cost$/m,
    )
    expect(text).toMatch(/model of tokens and cache alone: −27\.0 %$/m)
    expect(text).toMatch(/^because +2 requests cannot be played again\.$/m)
  })

  it('names the first of many prices', () => {
    const segment = {
      firstRequest: 0,
      lastRequest: 0,
      requests: 1,
      source: 'usual' as const,
      modelId: null,
      factor: 2,
      chargesWrites: false,
      prices: {},
      worstErrorPercent: 0,
    }
    const prices = Array.from({ length: 40 }, (_, at) => ({ ...segment, text: `Price ${at}.` }))
    const text = replayText({ recorded: { ...recorded, prices }, policies: [policy('none')] })
    expect(text).toMatch(/^prices +Price 0\.\n[^]*^ +Price 5\.\n +and 34 more, which --json lists$/m)
    expect(text).not.toContain('Price 6.')
  })

  it('has a policy a line, held against the record', () => {
    const firings = [4, null, 2, 1, 7].map(condensation)
    const one = policy('native-75', { firings, costUsd: 1.5, quality: { 'continuation-recall': 0.889 } })
    expect(replayText({ recorded, policies: [one] })).toMatch(
      /^native-75 +5 +90,000 +1,000 +2,000 +3,000 +400 +\$1\.50 +−25\.0 % +4, never, 2, 1, … +88\.9 %$/m,
    )
  })

  it('says what is played beside the whole record, and what of it is estimated', () => {
    const own = { ...recorded, playedUsd: 3.2, estimatedRequests: 1, estimatedUsd: 0.7 }
    const text = replayText({
      recorded: own,
      policies: [policy('none', { costUsd: 3.2, estimatedUsd: 0.7 }), policy('a', { costUsd: 1.6 })],
    })
    expect(text).toMatch(
      /^played +\$3\.20, which the policies are compared with, \+28\.0 % to the whole record, \$0\.7000 of it estimated, for 1 request without a recorded cost$/m,
    )
    expect(text).toMatch(/^policy .* cost +of it estimated +against played /m)
    expect(text).toMatch(/^none .* 400 +\$3\.20 +\$0\.7000 +0\.0 %/m)
    expect(text).toMatch(/^a .* 400 +\$1\.60 +−50\.0 %/m)
  })

  it('names what cannot be reconstructed, and what of the agreement is circular', () => {
    const text = replayText({
      recorded: {
        ...recorded,
        notReconstructable: { requests: 2, costUsd: 0.5, percent: 20 },
        agreement: { predictedUsd: 1.5, circularUsd: 0.4, offUsd: 0.1 },
      },
      policies: [policy('none')],
    })
    expect(text).toMatch(
      /^not reconstructable +2 of 12 requests, \$0\.5000 \(20\.0 % of the recorded cost\): in no figure of any policy$/m,
    )
    expect(text).toMatch(
      /of that \$1\.50 \(75\.0 %\) predicted, \$0\.4000 \(20\.0 %\) circular .*, \$0\.1000 \(5\.0 %\) off$/m,
    )
  })

  it('says over how many requests it is, then what is left out', () => {
    const own = { ...recorded, notReconstructable: { requests: 11, costUsd: 2.4, percent: 96 } }
    const text = replayText({ recorded: own, policies: [policy('none'), policy('a')] })
    expect(text).toMatch(/^No policy condensed: .* Over 1 of 12 requests: /)
    expect(text).toMatch(/^not reconstructable +11 of 12 requests, \$2\.40 \(96\.0 % of the recorded cost\)/m)
    expect(text).toMatch(
      /^11 of 12 requests are left out, with 96\.0.% of the recorded cost: what they sent is not known\. In the rest no policy condensed: the context never exceeded/m,
    )
  })

  it('has no share of a record of which nothing is compared', () => {
    const none = { comparedRequests: 0, comparedUsd: null, replayedUsd: null, differencePercent: null }
    const text = replayText({ recorded: { ...recorded, ...none }, policies: [policy('none')] })
    expect(text).toMatch(/^agreement +no request can be compared$/m)
    expect(text).not.toMatch(/NaN|Infinity/)
  })

  it('tells a task that was free from one whose cost nobody knows', () => {
    const nothing = { costUsd: 0, comparedUsd: 0, replayedUsd: 0, differencePercent: 0, playedUsd: 0 }
    const requests = [{ ...request, costUsd: 0 }]
    const text = replayText({
      recorded: { ...recorded, ...nothing },
      policies: [policy('a', { costUsd: 0, requests, firings: [condensation(null), condensation(null)] })],
    })
    expect(text).toMatch(/^recorded +\$0 in 12 requests$/m)
    expect(text).toMatch(/^agreement +\$0 replayed for \$0 recorded, 0\.0 %, over 10 of 12 requests$/m)
    expect(text).toMatch(/^a .* 400 +\$0 +0\.0 % +free$/m)
  })

  it('says unknown where no prices are known, also of break-evens', () => {
    const unknown = { costUsd: null, comparedUsd: null, replayedUsd: null, differencePercent: null }
    const requests = [{ ...request, costUsd: null }]
    const text = replayText({
      recorded: { ...recorded, ...unknown, playedUsd: null, prices: [] },
      policies: [
        policy('a', {
          costUsd: null,
          estimatedUsd: null,
          requests,
          firings: [condensation(null), condensation(null)],
          attempts: [{ request: 3, costUsd: null, text: 'Nothing.' }],
        }),
      ],
    })
    expect(text).toMatch(/^recorded +no cost in 12 requests$/m)
    expect(text).toMatch(/^played +at an unknown cost: no prices are known/m)
    expect(text).toMatch(/^a .* 400 +unknown +unknown$/m)
    expect(text).toMatch(/^a +1 attempt without a condensation \(cost unknown\)$/m)
    expect(text).not.toMatch(/never|\$0/)
  })

  it('tells the first notes of each policy, and counts the others', () => {
    const notes = [1, 2, 3, 4].map((request) => ({ request, text: `Too little ${request}.` }))
    const text = replayText({ recorded, policies: [policy('a', { notes, firings: [condensation(1)] })] })
    expect(text).toMatch(/^a +before request 1: Too little 1\.$/m)
    expect(text).toMatch(
      /^a +before request 1: .*\n +before request 2: .*\n +and 2 more, which --json lists$/m,
    )
    expect(text).not.toContain('Too little 3.')
  })

  it('counts the attempts that condensed nothing, and says what they cost', () => {
    const attempt = { request: 3, costUsd: 0.02, text: 'It saves 4.1 %, less than 20 %.' }
    const notes = [{ request: 3, text: `Not condensed: ${attempt.text}` }]
    const text = replayText({
      recorded,
      policies: [
        policy('a', { attempts: [attempt], notes }),
        policy('b', { attempts: [attempt, { ...attempt, costUsd: 0.1 }], firings: [condensation(1)] }),
        policy('c', { attempts: [{ ...attempt, costUsd: 0 }] }),
      ],
    })
    expect(text).toMatch(/^a +1 attempt without a condensation \(\$0\.0200\)$/m)
    expect(text).toMatch(/^b +2 attempts without a condensation \(\$0\.1200\)$/m)
    expect(text).toMatch(/^c +1 attempt without a condensation$/m)
    expect(text).toMatch(/^b +1 /m)
    expect(text).toMatch(/^a +before request 3: Not condensed: It saves 4\.1 %/m)
  })

  it('proposes a smaller window where no policy condensed, in the file where one says what they are', () => {
    const policies = [policy('none'), policy('a', { peakContext: 80_000 })]
    expect(replayText({ recorded, policies })).toMatch(/exceeded 80,000 tokens\. Try a smaller --window\.$/m)
    const ofFile = replayText({ recorded, policies }, true)
    expect(ofFile).toMatch(/Give the policies of the file a smaller window or threshold\.$/m)
    expect(ofFile).not.toContain('--window')
    const condensed = [policy('a', { firings: [condensation(1)] })]
    expect(replayText({ recorded, policies: condensed })).not.toContain('--window')
  })

  it('proposes no window where nothing that condenses was played', () => {
    const text = replayText({ recorded, policies: [policy('none'), policy('recorded')] })
    expect(text).toContain('No policy that condenses was played')
    expect(text).not.toContain('--window')
  })

  it.each([
    [{ requests: 0 }, 0, 'The task records no request, so nothing can be played.'],
    [{}, 0, 'No request can be played, so no policy has any figures.'],
  ])('says where nothing is played, without a table of zeros (%j)', (more, peakContext, sentence) => {
    const text = replayText({
      recorded: { ...recorded, ...more, playedUsd: null },
      policies: [policy('none', { peakContext, costUsd: null, estimatedUsd: null })],
    })
    expect(text).toContain(sentence)
    expect(text).toMatch(/^played +nothing: no request can be played$/m)
    expect(text).not.toMatch(/^policy|^none|--window/m)
  })

  it('says a note that returns once, and to its end', () => {
    const text = `${'The context is larger than the window. '.repeat(9)}So it would have been refused.`
    const notes = [2, 5, 9].map((request) => ({ request, text }))
    const said = replayText({ recorded, policies: [policy('a', { notes })] })
    expect(said).toContain(`before requests 2, 5, 9: ${text}\n`)
    expect(said).not.toContain('--json')
  })

  it('counts the condensations of the agent that cannot be played', () => {
    const agents = [5, 14].map((at) => ({ ...agentCondensation, request: at }))
    const text = replayText({
      recorded: { ...recorded, firings: agents },
      policies: [policy('recorded')],
    })
    expect(text).toMatch(/^recorded +0 of 2 +90,000/m)
    expect(text).toMatch(/^the agent +condensations: 2, none of them at the same request as a replay/m)
  })

  it('says the break-evens of those of the agent, and which are not judged', () => {
    const shown = (firings: ReplayedPolicy['firings']) =>
      replayText({
        recorded,
        policies: [policy('recorded', { firings, quality: { 'continuation-recall': 0.5 } })],
      })
    const unjudged = { ...condensation(null), unjudged: 'It deleted what it condensed.' }
    expect(shown([condensation(4), unjudged])).toMatch(/^recorded +2 .*4, not judged +50\.0 %$/m)
    expect(shown([unjudged, unjudged])).toMatch(/^recorded +2 .* {2}not judged +50\.0 %$/m)
  })

  it('names the first condensations of an agent that made many, and counts the others', () => {
    const firings = Array.from({ length: 9 }, (_, at) => ({
      ...agentCondensation,
      request: at,
      text: `Before request ${at} the agent condensed.`,
    }))
    const text = replayText({ recorded: { ...recorded, firings }, policies: [policy('a')] })
    expect(text.match(/^(the agent)? +Before request \d/gm)).toHaveLength(6)
    expect(text).toMatch(/^ +and 3 more, which --json lists$/m)
  })

  it('says where the agent condensed, and where each policy fires against that', () => {
    const text = replayText({
      recorded: {
        ...recorded,
        firings: [agentCondensation],
      },
      policies: [
        policy('a', {
          firstFiring: { request: null, recordedRequest: 5, same: false, text: 'It never fires.' },
        }),
      ],
    })
    expect(text).toMatch(/^the agent +Before request 5 the agent condensed\.$/m)
    expect(text).toMatch(/^a +It never fires\.$/m)
  })
})
