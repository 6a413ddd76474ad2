import { describe, expect, it } from 'vitest'
import type { ExplainedCondensation } from '../../condensations/explained-condensation-types.ts'
import { describeLeftOutRequests, describeOwnCondensations } from './recorded-words.ts'

describe('what a replay leaves out', () => {
  it.each([
    [undefined, ''],
    [{ requests: 0, costUsd: 0, percent: 0 }, ''],
    [
      { requests: 26, costUsd: 2.4, percent: 96.9 },
      '26 of 27 requests are left out, with 96.9 % of the recorded cost: what they sent is not known.',
    ],
    [
      { requests: 1, costUsd: null, percent: null },
      '1 of 27 requests is left out: what it sent is not known.',
    ],
  ])('is said with its share of the money (%j)', (notReconstructable, text) => {
    expect(describeLeftOutRequests({ notReconstructable, requests: 27 }).replace(/\s/gu, ' ')).toBe(text)
  })
})

const condensation = (same: boolean, above: number, upTo: number): ExplainedCondensation => ({
  kind: 'condensation',
  request: 5,
  agentTokens: 100,
  contextTokens: 100,
  windowTokens: 200,
  percent: 50,
  limits: { above, upTo, unit: 'percent' },
  firesAt: 5,
  same,
  text: '',
})

it.each([
  ['none', []],
  ['1, at the same request as a replay with the same settings', [condensation(true, 50, 60)]],
  ['1, at another request than a replay with the same settings', [condensation(false, 50, 60)]],
  [
    '2, 1 of them at the same request as a replay with the same settings',
    [condensation(true, 50, 60), condensation(false, 0, 9)],
  ],
  [
    '2, all of them at the same requests as a replay with the same settings',
    [condensation(true, 50, 60), condensation(true, 55, 70)],
  ],
  [
    '2, each at the same request as a replay with some threshold, but no one threshold explains them all',
    [condensation(true, 76.1, 84.3), condensation(true, 71, 73.5)],
  ],
])('says %s', (text, condensations) => expect(describeOwnCondensations(condensations)).toBe(text))
