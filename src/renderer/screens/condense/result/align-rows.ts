import type { AlignedRow, Fate } from '../../../../shared/condense/aligned-row-types.ts'
import type { PartKind } from '../../../../shared/kernel/part.ts'

/** The place of a row among the rows that share its result message, or `single`. */
export type GroupPlace = 'single' | 'start' | 'middle' | 'end'

/** The place of every row. Rows of one group are adjacent and repeat the result. */
export function groupPlaces(rows: readonly AlignedRow[]): readonly GroupPlace[] {
  const isContinued = (row: AlignedRow | undefined): boolean =>
    row !== undefined && row.result !== null && !row.groupStart
  return rows.map((row, position) => {
    const before = isContinued(row)
    const after = row.result !== null && isContinued(rows[position + 1])
    if (before) return after ? 'middle' : 'end'
    return after ? 'start' : 'single'
  })
}

/** The rows that share a row's result message in order, or the row alone where it has none. */
export function selectGroup(rows: readonly AlignedRow[], row: AlignedRow): readonly AlignedRow[] {
  const { result } = row
  return result === null ? [row] : rows.filter((other) => other.result?.index === result.index)
}

/** Rows with one of the fates, or all where none is chosen. */
export function selectRowsByFate(
  rows: readonly AlignedRow[],
  chosen: readonly Fate[],
): readonly AlignedRow[] {
  return chosen.length === 0 ? rows : rows.filter((row) => chosen.includes(row.fate))
}

/** Rows in a row that met the same fate for the same reasons, shown by the first of them. */
export type RowFold = { readonly row: AlignedRow; readonly rows: readonly AlignedRow[] }

/** So few rows alike are shown one by one. */
const fewestFolded = 4

/** Rows with what repeats folded into one; `unfolded` has the first rows of folds that stay open. */
export function foldRows(rows: readonly AlignedRow[], unfolded: ReadonlySet<AlignedRow>): readonly RowFold[] {
  const runs: { readonly key: string; readonly rows: AlignedRow[] }[] = []
  for (const row of rows) {
    const key = row.reasons.length === 0 ? '' : explainRow(row)
    const last = runs.at(-1)
    if (last !== undefined && key !== '' && last.key === key) last.rows.push(row)
    else runs.push({ key, rows: [row] })
  }
  return runs.flatMap(({ rows: same }): RowFold[] => {
    const [first, ...rest] = same
    if (first === undefined) return []
    if (same.length < fewestFolded) return same.map((row) => ({ row, rows: [row] }))
    const opened = unfolded.has(first) ? rest.map((row) => ({ row, rows: [row] })) : []
    return [{ row: first, rows: same }, ...opened]
  })
}

/** What makes two rows say the same. */
function explainRow({ fate, reasons, pinned }: AlignedRow): string {
  return JSON.stringify([
    fate,
    pinned,
    reasons.map(({ operation, passId, reason }) => [operation, passId, reason]),
  ])
}

/** Position of the next changed row in a direction, or null at the end. A group counts once. */
export function findNextChange(rows: readonly AlignedRow[], from: number, direction: 1 | -1): number | null {
  for (let position = from + direction; position >= 0 && position < rows.length; position += direction) {
    const row = rows[position]
    if (row !== undefined && row.fate !== 'kept' && (row.groupStart || row.result === null)) return position
  }
  return null
}

/** The reasons of a row, those first that its fate is named after. */
export function sortReasons(row: AlignedRow): AlignedRow['reasons'] {
  const rankReason = (reason: AlignedRow['reasons'][number]): number =>
    reason.operation === row.fate ? 0 : 1
  return row.reasons.toSorted((a, b) => rankReason(a) - rankReason(b))
}

/** Kinds of parts that a shortened or dropped row held and that its result message holds no more. */
export function findGoneKinds({ fate, source, result }: AlignedRow): readonly PartKind[] {
  if (source === null || result === null || (fate !== 'shortened' && fate !== 'dropped')) return []
  return source.kinds.filter((kind) => !result.kinds.includes(kind))
}

/** How many rows met each fate. */
export function countFates(rows: readonly AlignedRow[]): ReadonlyMap<Fate, number> {
  const counts = new Map<Fate, number>()
  for (const row of rows) counts.set(row.fate, (counts.get(row.fate) ?? 0) + 1)
  return counts
}
