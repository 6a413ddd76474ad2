import { useMemo, useState } from 'react'
import type { AlignedRow, Fate } from '../../../shared/domain/aligned-row.ts'
import { useShortcuts } from '../../components/use-shortcuts.ts'
import { groupPlaces, nextChange, rowsWithFates } from './align-rows.ts'

export type Comparison = ReturnType<typeof useComparison>

/** The rows that are shown and the one that is chosen, with the keys that go from row to row. */
export function useComparison(rows: readonly AlignedRow[]) {
  const [fates, setFates] = useState<readonly Fate[]>([])
  const [selected, setSelected] = useState(() => nextChange(rows, -1, 1) ?? 0)
  const shown = useMemo(() => rowsWithFates(rows, fates), [rows, fates])
  const places = useMemo(() => groupPlaces(shown), [shown])
  const goToChange = (direction: 1 | -1): void =>
    setSelected(nextChange(shown, selected, direction) ?? selected)
  useShortcuts({
    j: () => setSelected(Math.min(shown.length - 1, selected + 1)),
    k: () => setSelected(Math.max(0, selected - 1)),
    n: () => goToChange(1),
    N: () => goToChange(-1),
  })
  return {
    fates,
    shown,
    places,
    selected,
    select: setSelected,
    goToChange,
    filter: (chosen: readonly Fate[]): void => {
      setFates(chosen)
      setSelected(0)
    },
    /** Goes to a message of the source and removes a filter that hides it. */
    goToSource: (index: number): void => {
      const isRow = ({ source }: AlignedRow): boolean => source?.index === index
      const position = shown.findIndex(isRow)
      if (position < 0) setFates([])
      setSelected(Math.max(0, position < 0 ? rows.findIndex(isRow) : position))
    },
  }
}
