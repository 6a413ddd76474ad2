import { expect, it } from 'vitest'
import type { ExplainedCondensation } from '../domain/explained-condensation.ts'
import { ownCondensationsText } from './own-condensations-text.ts'

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
  ['1, where a replay with the same settings fires', [condensation(true, 50, 60)]],
  ['1, none of them where a replay with the same settings fires', [condensation(false, 50, 60)]],
  [
    '2, 1 of them where a replay with the same settings fires',
    [condensation(true, 50, 60), condensation(false, 0, 9)],
  ],
  [
    '2, all of them where a replay with the same settings fires',
    [condensation(true, 50, 60), condensation(true, 55, 70)],
  ],
  [
    '2, each where a replay with some threshold fires, but no one threshold explains them all',
    [condensation(true, 76.1, 84.3), condensation(true, 71, 73.5)],
  ],
])('says %s', (text, firings) => expect(ownCondensationsText(firings)).toBe(text))
