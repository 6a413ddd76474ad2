import { describe, expect, it } from 'vitest'
import { describeLive } from '../../../../shared/timeline/describe-live.ts'
import type { Timeline } from '../../../../shared/timeline/types.ts'
import { forecastCondensation } from './forecast-condensation.ts'

const point = (messageIndex: number, recordedTokens: number | null): Timeline['points'][number] => ({
  messageIndex,
  ts: null,
  contextTokens: recordedTokens ?? 0,
  byKind: {},
  recordedTokens,
  cumulativeUsd: null,
})
const condensed = (messageIndex: number, tokensBefore: number | null): Timeline['markers'][number] => ({
  kind: 'condensation',
  messageIndex,
  ts: null,
  tokensBefore,
  tokensAfter: null,
  costUsd: null,
  text: '',
})
const rule = (ruleTokens: number | null) => ({ setTokens: null, ruleTokens })
const grown = [10_000, 12_000, 16_000, 21_000, 23_000].map((tokens, at) => point(at, tokens))

describe('a condensation is forecast', () => {
  it('at the rule of the agent, by the quicker and the slower growth', () => {
    const found = forecastCondensation({ points: grown, markers: [] }, rule(40_000))
    expect(found).toEqual({
      contextTokens: 23_000,
      trigger: { tokens: 40_000, from: 'rule' },
      growths: [2000, 4000, 5000, 2000],
      growthTokens: 4000,
      turnsLeft: { fewest: 4, most: 9 },
    })
    expect(
      describeLive({ ...found, fills: [], model: 'm', windowTokens: 50_000 }).replaceAll('\u202f', ' '),
    ).toBe(
      '23,000 of 50,000 tokens (46.0 %) · +4,000 a request · condenses in about 17,000 tokens (4 to 9 requests), by the rule of its agent',
    )
  })

  it('where it condensed before, and only growth since then counts', () => {
    const points = [
      point(0, 80_000),
      point(1, 155_000),
      ...grown.map((one, at) => ({ ...one, messageIndex: at + 3 })),
    ]
    const markers = [condensed(2, 156_000), condensed(2, null)]
    expect(forecastCondensation({ points, markers }, rule(40_000))).toMatchObject({
      trigger: { tokens: 156_000, from: 'recorded' },
      growthTokens: 4000,
    })
  })

  it('at the size that its agent is set to, whatever it did before', () => {
    const markers = [condensed(2, 156_000)]
    const found = forecastCondensation({ points: grown, markers }, { setTokens: 90_000, ruleTokens: 40_000 })
    expect(found.trigger).toEqual({ tokens: 90_000, from: 'settings' })
  })

  it('as now where that size is reached, and as unknown without a size', () => {
    const say = (ruleTokens: number | null): string =>
      describeLive({
        ...forecastCondensation({ points: grown, markers: [] }, rule(ruleTokens)),
        fills: [],
        model: null,
        windowTokens: null,
      })
    expect(say(20_000)).toContain('condenses now')
    expect(say(null)).toContain('nobody knows when')
  })

  it('without turns where too few requests are recorded', () => {
    const points = [point(0, 10_000), point(1, null), point(2, 12_000)]
    expect(forecastCondensation({ points, markers: [] }, rule(40_000))).toMatchObject({
      growthTokens: null,
      turnsLeft: null,
    })
  })
})
