import { describeCertainty } from '../../../shared/methods/arms-words.ts'
import type { PresetOrigin } from '../../../shared/methods/provider-types.ts'
import type { TableColumn } from './table-column.ts'

/** What something follows, and how closely; null for what is Dewpoint's own. */
type Followed = Pick<PresetOrigin, 'source' | 'certainty'> | null

type FollowedColumnOptions<T> = {
  readonly of: (row: T) => Followed
  /** What is said of what follows nothing. */
  readonly none: string
  /** Whether there is room for the source; else the cell says how closely, and its title the rest. */
  readonly isWide: boolean
  readonly width?: number
}

/** The column that says what an arm or a preset follows: `exact: openai/codex, codex-rs/core/src/compact.rs`. */
export function buildFollowedColumn<T>({
  of,
  none,
  isWide,
  width,
}: FollowedColumnOptions<T>): TableColumn<T> {
  const formatWholeSource = (followed: Followed): string =>
    followed === null ? none : `${describeCertainty(followed.certainty)}: ${followed.source}`
  return {
    id: 'follows',
    header: 'Follows',
    ...(width === undefined ? {} : { width }),
    value: (row) => formatWholeSource(of(row)),
    cell: (row) => {
      const followed = of(row)
      return isWide || followed === null ? formatWholeSource(followed) : describeCertainty(followed.certainty)
    },
  }
}

/** What an arm follows; null where it is Dewpoint's own. */
export function readFollowed({
  source,
  certainty,
}: {
  readonly source: string | null
  readonly certainty: PresetOrigin['certainty'] | null
}): Followed {
  return source === null || certainty === null ? null : { source, certainty }
}
