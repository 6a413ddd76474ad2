import { useMemo, useState } from 'react'
import type { AlignedRow, Fate } from '../../../../shared/condense/aligned-row-types.ts'
import { useShortcuts } from '../../../ui/components/use-shortcuts.ts'
import { foldRows, groupPlaces, findNextChange, selectRowsByFate, type RowFold } from './align-rows.ts'

export type Comparison = ReturnType<typeof useComparison>

const noRows: ReadonlySet<AlignedRow> = new Set()
const collectRows = (folds: readonly RowFold[]): readonly AlignedRow[] => folds.map(({ row }) => row)

/**
 * The rows that are shown and the one that is chosen, with the keys that go from row to row. Rows that repeat are folded
 * at first, unless `isUnfolded`.
 */
export function useComparison(
  rows: readonly AlignedRow[],
  { isUnfolded = false }: { readonly isUnfolded?: boolean } = {},
) {
  const [fates, setFates] = useState<readonly Fate[]>([])
  const [unfolded, setUnfolded] = useState<ReadonlySet<AlignedRow>>(() =>
    isUnfolded ? new Set(collectRows(foldRows(rows, noRows))) : noRows,
  )
  const [selected, setSelected] = useState(
    () => findNextChange(collectRows(foldRows(rows, noRows)), -1, 1) ?? 0,
  )
  const folds = useMemo(() => foldRows(selectRowsByFate(rows, fates), unfolded), [rows, fates, unfolded])
  const shown = useMemo(() => collectRows(folds), [folds])
  const places = useMemo(() => groupPlaces(shown), [shown])
  const goToChange = (direction: 1 | -1): void =>
    setSelected(findNextChange(shown, selected, direction) ?? selected)
  useShortcuts({
    j: () => setSelected(Math.min(shown.length - 1, selected + 1)),
    k: () => setSelected(Math.max(0, selected - 1)),
    n: () => goToChange(1),
    N: () => goToChange(-1),
  })
  return {
    fates,
    folds,
    unfolded,
    shown,
    places,
    selected,
    select: setSelected,
    goToChange,
    /** Unfolds the rows that the one at a position stands for, or folds them again. */
    toggle: (position: number): void => {
      const fold = folds[position]
      if (fold !== undefined && fold.rows.length > 1) setUnfolded(toggleRow(unfolded, fold.row))
    },
    filter: (chosen: readonly Fate[]): void => {
      setFates(chosen)
      setSelected(0)
    },
    /** Goes to a message of the source and removes a filter that hides it. */
    goToSource: (index: number): void => {
      const isRow = ({ source }: AlignedRow): boolean => source?.index === index
      const position = shown.findIndex(isRow)
      if (position >= 0) return setSelected(position)
      // Behind a filter, or within a fold.
      const isThere = folds.some((fold) => fold.rows.some(isRow))
      const all = foldRows(isThere ? selectRowsByFate(rows, fates) : rows, unfolded)
      const fold = all.find((one) => one.rows.some(isRow))
      const open = fold === undefined || isRow(fold.row) ? unfolded : new Set([...unfolded, fold.row])
      if (!isThere) setFates([])
      setUnfolded(open)
      const next = collectRows(foldRows(isThere ? selectRowsByFate(rows, fates) : rows, open))
      setSelected(Math.max(0, next.findIndex(isRow)))
    },
  }
}

function toggleRow(rows: ReadonlySet<AlignedRow>, row: AlignedRow): ReadonlySet<AlignedRow> {
  const next = new Set(rows)
  if (!next.delete(row)) next.add(row)
  return next
}
