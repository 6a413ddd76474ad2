import { describe, expect, it } from 'vitest'
import type { ReplayedPolicy, ReplayResult } from '../../../shared/api/replay.ts'
import { replayText } from './replay-text.ts'

const recorded: ReplayResult['recorded'] = {
  costUsd: 2.5,
  requests: 12,
  comparedRequests: 10,
  comparedUsd: 2,
  replayedUsd: 2.01,
  differencePercent: 0.5,
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
    peakContext: 90_000,
    quality: {},
    notes: [],
    ...more,
  }
}

const firing = (paysBackAfter: number | null) => ({
  request: 3,
  before: 90_000,
  after: 20_000,
  costUsd: 0,
  paysBackAfter,
})

describe('a replay for people', () => {
  it('says how far it agrees with the record, and why not', () => {
    const text = replayText({ recorded, policies: [policy('none')] })
    expect(text).toMatch(/^recorded +\$2\.50 in 12 requests$/m)
    expect(text).toMatch(/^agreement +\$2\.01 replayed for \$2\.00 recorded in 10 requests, \+0\.5 %$/m)
    expect(text).toMatch(/model of tokens and cache alone: -27\.0 %$/m)
    expect(text).toMatch(/^because +2 requests cannot be played again\.$/m)
  })

  it('names the first of many prices', () => {
    const stretch = {
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
    const prices = Array.from({ length: 40 }, (_, at) => ({ ...stretch, text: `Price ${at}.` }))
    const text = replayText({ recorded: { ...recorded, prices }, policies: [policy('none')] })
    expect(text).toMatch(/^prices +Price 5\.\n +and 34 more, which --json lists$/m)
    expect(text).not.toContain('Price 6.')
  })

  it('has a policy a line, held against the record', () => {
    const firings = [4, null, 2, 1, 7].map(firing)
    const one = policy('native-75', { firings, costUsd: 1.5, quality: { 'continuation-recall': 0.889 } })
    expect(replayText({ recorded, policies: [one] })).toMatch(
      /^native-75 +5 +90,000 +1,000 +2,000 +3,000 +400 +\$1\.50 +-25\.0 % +4, never, 2, 1, … +88\.9 %$/m,
    )
  })

  it('has no share of a record that cost nothing', () => {
    const text = replayText({
      recorded: { ...recorded, differencePercent: null, playedUsd: 0 },
      policies: [policy('none')],
    })
    expect(text).toContain('no request can be compared')
    expect(text).not.toMatch(/NaN|Infinity/)
  })

  it('has no cost where no prices are known', () => {
    const text = replayText({
      recorded: { ...recorded, costUsd: 0, playedUsd: 0, prices: [] },
      policies: [policy('a', { costUsd: 0 })],
    })
    expect(text).toMatch(/^recorded +– in 12 requests$/m)
    expect(text).toMatch(/^played +–, no prices are known/m)
    expect(text).toMatch(/^a .* 400 +–/m)
    expect(text).not.toContain('$0.00 in')
  })

  it('tells the first notes of each policy, and counts the others', () => {
    const notes = [1, 2, 3, 4].map((request) => ({ request, text: `Too little ${request}.` }))
    const text = replayText({ recorded, policies: [policy('a', { notes, firings: [firing(1)] })] })
    expect(text).toMatch(/^a +before request 1: Too little 1\.$/m)
    expect(text).toMatch(/^a +and 2 more, which --json lists$/m)
    expect(text).not.toContain('Too little 3.')
  })

  it('counts the attempts that condensed nothing, and says what they cost', () => {
    const attempt = { request: 3, costUsd: 0.02, text: 'It saves 4.1 %, less than 20 %.' }
    const notes = [{ request: 3, text: `Not condensed: ${attempt.text}` }]
    const text = replayText({
      recorded,
      policies: [
        policy('a', { attempts: [attempt], notes }),
        policy('b', { attempts: [attempt, { ...attempt, costUsd: 0.1 }], firings: [firing(1)] }),
        policy('c', { attempts: [{ ...attempt, costUsd: 0 }] }),
      ],
    })
    expect(text).toMatch(/^a +1 attempt without a condensation \(\$0\.0200\)$/m)
    expect(text).toMatch(/^b +2 attempts without a condensation \(\$0\.12\)$/m)
    expect(text).toMatch(/^c +1 attempt without a condensation$/m)
    expect(text).toMatch(/^b +1 /m)
    expect(text).toMatch(/^a +before request 3: Not condensed: It saves 4\.1 %/m)
  })

  it('proposes a smaller window where no policy condensed', () => {
    expect(replayText({ recorded, policies: [policy('none')] })).toMatch(/above 90,000 tokens.*--window/)
    expect(replayText({ recorded, policies: [policy('a', { firings: [firing(1)] })] })).not.toContain(
      '--window',
    )
  })

  it.each([
    [{ requests: 0 }, 0, 'The task records no request, so nothing can be played.'],
    [{}, 0, 'No request can be played.'],
  ])('says where nothing is played (%j)', (more, peakContext, sentence) => {
    const text = replayText({
      recorded: { ...recorded, ...more },
      policies: [policy('none', { peakContext, costUsd: 0 })],
    })
    expect(text).toContain(sentence)
    expect(text).toMatch(/^played +–, no request can be played$/m)
    expect(text).not.toContain('--window')
  })

  it('says where the agent condensed, and where each policy fires against that', () => {
    const text = replayText({
      recorded: {
        ...recorded,
        firings: [
          {
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
          },
        ],
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
