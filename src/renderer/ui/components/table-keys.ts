import { moveSelection } from './lists/move-selection.ts'

/** What a key does on a table. */
export type TableAction =
  | { readonly kind: 'none' | 'open' | 'toggle-group' | 'toggle-selected' | 'select-all' }
  /** `extend`: all rows from where the selection began are selected. */
  | { readonly kind: 'go'; readonly to: number; readonly extend: boolean }

/** What stands where the keyboard is: a row, or the head of a group. */
export type TablePlace = 'row' | 'open-group' | 'collapsed-group'

type TableKeysInput = {
  readonly event: {
    readonly key: string
    readonly ctrlKey: boolean
    readonly metaKey: boolean
    readonly altKey: boolean
    readonly shiftKey: boolean
  }
  /** The lines of the table, and which of them the keyboard is on; -1 for none. */
  readonly places: readonly TablePlace[]
  readonly at: number
  readonly canSelectSeveral: boolean
}

const nothing: TableAction = { kind: 'none' }

/** Rows that a page key moves by. */
const page = 20

/**
 * What a key does: arrow keys, page keys, Home, End, j and k move, Enter opens, left and right collapse and expand
 * groups. Where several rows can be selected, Shift extends, Space toggles and Ctrl+A selects all.
 */
export function findTableAction({ event, places, at, canSelectSeveral }: TableKeysInput): TableAction {
  const { key } = event
  if (event.altKey) return nothing
  if (event.ctrlKey || event.metaKey)
    return canSelectSeveral && key.toLowerCase() === 'a' ? { kind: 'select-all' } : nothing
  const place = places[at]
  if (place === undefined) return buildMove(moveSelection(key, at, places.length, page), false)
  if (key === ' ' && canSelectSeveral) return { kind: 'toggle-selected' }
  if (place === 'row') {
    if (key === 'Enter') return { kind: 'open' }
    if (key === 'ArrowLeft')
      return buildMove(
        places.findLastIndex((other, index) => other !== 'row' && index < at),
        false,
      )
  } else {
    const isOpen = place === 'open-group'
    if (key === 'Enter' || key === (isOpen ? 'ArrowLeft' : 'ArrowRight')) return { kind: 'toggle-group' }
    if (key === 'ArrowRight') return buildMove(Math.min(at + 1, places.length - 1), false)
  }
  return buildMove(moveSelection(key, at, places.length, page), event.shiftKey && canSelectSeveral)
}

function buildMove(to: number | null, extend: boolean): TableAction {
  return to === null || to < 0 ? nothing : { kind: 'go', to, extend }
}
