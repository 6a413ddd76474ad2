import { describe, expect, it } from 'vitest'
import type { AlignedRow, Fate } from '../../../../shared/condense/aligned-row-types.ts'
import {
  countFates,
  foldRows,
  findGoneKinds,
  selectGroup,
  groupPlaces,
  sortReasons,
  findNextChange,
  selectRowsByFate,
} from './align-rows.ts'

const brief = (index: number) => ({ index, role: 'user', kinds: [], preview: '', tokens: 1 })
const row = (source: number | null, result: number | null, fate: Fate, groupStart = true): AlignedRow => ({
  source: source === null ? null : brief(source),
  result: result === null ? null : brief(result),
  groupStart,
  fate,
  reasons: [],
})

const rows = [
  row(0, 0, 'kept'),
  row(1, 1, 'summarised'),
  row(2, 1, 'summarised', false),
  row(3, 1, 'summarised', false),
  row(4, null, 'dropped'),
  row(5, 2, 'kept'),
  row(null, 3, 'written'),
]

describe('rows that say the same', () => {
  const cleared = [{ operation: 'dropped' as const, passId: 'p', reason: 'Old tool output', parts: 1 }]
  const alike = [3, 4, 5, 6].map((at) => ({ ...row(at, null, 'dropped'), reasons: cleared }))
  const before = row(2, 1, 'kept')
  const [first = before] = alike

  it('are one, and all of them once that is unfolded', () => {
    const folds = foldRows([before, ...alike], new Set())
    expect(folds.map((fold) => fold.rows.length)).toEqual([1, 4])
    expect(folds[1]?.row).toBe(first)
    const open = foldRows([before, ...alike], new Set([first]))
    expect(open.map((fold) => fold.row)).toEqual([before, ...alike])
  })

  it('stay apart where they are few, or no reason is given', () => {
    expect(foldRows(alike.slice(1), new Set())).toHaveLength(3)
    expect(
      foldRows(
        [7, 8, 9, 10].map((at) => row(at, at, 'kept')),
        new Set(),
      ),
    ).toHaveLength(4)
  })
})

describe('source beside result', () => {
  it('brackets the rows that became one message', () => {
    expect(groupPlaces(rows)).toEqual(['single', 'start', 'middle', 'end', 'single', 'single', 'single'])
  })

  it('knows the rows that became one message, and the row alone that became none', () => {
    expect(selectGroup(rows, rows[2]!)).toEqual(rows.slice(1, 4))
    expect(selectGroup(rows, rows[4]!)).toEqual([rows[4]])
  })

  it('goes from change to change, a group being one, and stops at the ends', () => {
    expect(findNextChange(rows, -1, 1)).toBe(1)
    expect(findNextChange(rows, 1, 1)).toBe(4)
    expect(findNextChange(rows, 4, 1)).toBe(6)
    expect(findNextChange(rows, 6, 1)).toBeNull()
    expect(findNextChange(rows, 4, -1)).toBe(1)
    expect(findNextChange(rows, 1, -1)).toBeNull()
  })

  it('names the reason of the fate before the others', () => {
    const reason = (operation: 'dropped' | 'referenced') => ({
      operation,
      passId: 'p',
      reason: operation,
      parts: 1,
    })
    const mixed = { ...row(0, 0, 'referenced'), reasons: [reason('dropped'), reason('referenced')] }
    expect(sortReasons(mixed).map(({ operation }) => operation)).toEqual(['referenced', 'dropped'])
  })

  it('names the parts that a row lost, and none of a row that is gone or kept', () => {
    const cut = row(0, 0, 'shortened')
    const lost: AlignedRow = {
      ...cut,
      source: { ...brief(0), kinds: ['tool-result', 'environment'] },
      result: { ...brief(0), kinds: ['tool-result'] },
    }
    expect(findGoneKinds(lost)).toEqual(['environment'])
    expect(findGoneKinds({ ...lost, fate: 'referenced' })).toEqual([])
    expect(findGoneKinds({ ...lost, result: null })).toEqual([])
  })

  it('filters by fate and counts fates', () => {
    expect(selectRowsByFate(rows, [])).toBe(rows)
    expect(selectRowsByFate(rows, ['dropped', 'written'])).toHaveLength(2)
    expect(Object.fromEntries(countFates(rows))).toEqual({ kept: 2, summarised: 3, dropped: 1, written: 1 })
  })
})
