import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { PartKind } from '../../../shared/kernel/part.ts'
import type { MessageRow } from '../../../shared/library/inspection-types.ts'
import { useTaskPins, type PinController } from '../../data/use-task-pins.ts'
import { useAddress } from '../../lib/address/use-address.ts'
import { routes } from '../../lib/routes.ts'
import type { PinExtent } from '../../ui/components/marks/pin-mark.tsx'
import { useShortcuts } from '../../ui/components/use-shortcuts.ts'
import { findNextMatch } from './find-next-match.ts'
import { pinExtents } from './pin-extents.ts'
import { useTaskSearch, type TaskSearch } from './use-task-search.ts'

/** What of a task's messages is shown, which one is selected, and how to go on from there. */
export type MessageList = {
  readonly shown: readonly MessageRow[]
  /** How many are listed: more than are shown until all rows are there. */
  readonly count: number
  /** All rows are there: filters and search wait for it. */
  readonly isComplete: boolean
  /** Index of the selected message in the file. Null for none. */
  readonly selected: number | null
  /** Its place among those that are shown; -1 where it is filtered out. */
  readonly position: number
  readonly select: (position: number) => void
  readonly kinds: readonly PartKind[]
  readonly onKinds: (kinds: readonly PartKind[]) => void
  readonly controller: PinController
  /** How much of each message is pinned, by its index in the file. */
  readonly pinned: ReadonlyMap<number, PinExtent>
  /** Only messages with a pin are shown. */
  readonly isPinFilter: boolean
  readonly onPinFilter: (isPinFilter: boolean) => void
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly search: TaskSearch
  readonly onMatch: (direction: 1 | -1) => void
}

type ListInput = {
  readonly taskId: string
  /** The first ones, until all are there. */
  readonly rows: readonly MessageRow[]
  readonly totalRows: number
  /** The message that the address names. */
  readonly initialIndex: number | null
}

/** Selection, filter and search of the message list, with their keys. */
export function useMessageList({ taskId, rows, totalRows, initialIndex }: ListInput): MessageList {
  const isComplete = rows.length === totalRows
  const [selected, setSelected] = useState<number | null>(initialIndex ?? rows[0]?.index ?? null)
  const [kinds, setKinds] = useState<readonly PartKind[]>([])
  const [query, setQuery] = useState('')
  const search = useTaskSearch(taskId, query, isComplete)
  const controller = useTaskPins(taskId)
  const pinned = useMemo(() => pinExtents(controller.pins), [controller.pins])
  const [isPinFilter, setPinFilter] = useState(false)
  // The filter goes with the last pin, since its switch goes too.
  const only = isPinFilter && pinned.size > 0 ? pinned : null
  const shown = useMemo(
    () => (isComplete ? selectRows(rows, kinds, only) : rows),
    [rows, kinds, only, isComplete],
  )
  const count = isComplete ? shown.length : totalRows
  // Without a filter, the place of a row is the index of its message.
  const position = isComplete ? shown.findIndex((row) => row.index === selected) : (selected ?? -1)
  const select = (target: number): void =>
    setSelected(isComplete ? (shown[target]?.index ?? selected) : target)
  const onMatch = (direction: 1 | -1): void => {
    const places = shown.map((row) => row.index)
    setSelected(findNextMatch(places, search.matches, selected, direction) ?? selected)
  }
  useFirstMatch(search, selected, () => onMatch(1))
  useAddress(selected === null || selected <= 0 ? null : routes.message(taskId, selected))
  useShortcuts({
    j: () => select(Math.min(count - 1, position + 1)),
    k: () => select(Math.max(0, position - 1)),
    n: () => onMatch(1),
    N: () => onMatch(-1),
    p: () => selected !== null && controller.toggle({ messageIndex: selected, partIndex: null }),
  })
  return {
    shown,
    count,
    isComplete,
    selected,
    position,
    select,
    kinds,
    onKinds: setKinds,
    controller,
    pinned,
    isPinFilter: only !== null,
    onPinFilter: setPinFilter,
    query,
    onQuery: setQuery,
    search,
    onMatch,
  }
}

function selectRows(
  rows: readonly MessageRow[],
  kinds: readonly PartKind[],
  only: ReadonlyMap<number, PinExtent> | null,
): readonly MessageRow[] {
  if (kinds.length === 0 && only === null) return rows
  return rows.filter(
    (row) =>
      (kinds.length === 0 || row.kinds.some((kind) => kinds.includes(kind))) &&
      (only === null || only.has(row.index)),
  )
}

/** Goes to a match as soon as a search has found one, unless a match is selected already. */
function useFirstMatch({ matches }: TaskSearch, selected: number | null, goToMatch: () => void): void {
  const found = useEffectEvent(() => {
    if (matches.size > 0 && (selected === null || !matches.has(selected))) goToMatch()
  })
  useEffect(() => found(), [matches])
}
