import { expect, it } from 'vitest'
import { describeCondensations } from './describe-condensations.ts'

const [condensed, truncated] = [{}, { isTruncation: true }] as const
const [condensation, truncation] = [{ kind: 'condensation' }, { kind: 'truncation' }] as const

it.each([
  ['0 condensations', [], []],
  ['1 condensation', [condensed], []],
  ['1 truncation', [truncated], [truncation]],
  ['2 condensations, 1 truncation', [condensed, truncated, condensed], []],
  ['1 condensation, 1 truncation, 1 played', [condensed], [condensation, truncation]],
  ['2 truncations, none played', [], [truncation, truncation]],
])('says %s', (text, played, own) => expect(describeCondensations(played, own)).toBe(text))
