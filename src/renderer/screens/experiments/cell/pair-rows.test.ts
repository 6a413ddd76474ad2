import { expect, it } from 'vitest'
import type { AlignedRow, Fate } from '../../../../shared/condense/aligned-row-types.ts'
import { pairRows } from './pair-rows.ts'

const brief = (index: number, tokens: number) => ({
  index,
  role: 'user',
  kinds: [],
  preview: `${tokens}`,
  tokens,
})
const row = (source: number | null, fate: Fate, tokens: number | null): AlignedRow => ({
  source: source === null ? null : brief(source, 100),
  result: tokens === null ? null : brief(0, tokens),
  groupStart: true,
  fate,
  reasons: [],
})

it('sets two results side by side by their source, and what was written itself behind the message it follows', () => {
  const first = [row(0, 'kept', 100), row(1, 'dropped', null), row(null, 'written', 20), row(2, 'kept', 100)]
  const second = [row(null, 'written', 5), row(0, 'kept', 100), row(1, 'shortened', 40), row(2, 'kept', 100)]
  const rows = pairRows(first, second)
  expect(
    rows.map(({ index, first: a, second: b, isDifferent }) => [index, a?.fate, b?.fate, isDifferent]),
  ).toEqual([
    [null, undefined, 'written', true],
    [0, 'kept', 'kept', false],
    [1, 'dropped', 'shortened', true],
    [null, 'written', undefined, true],
    [2, 'kept', 'kept', false],
  ])
})
