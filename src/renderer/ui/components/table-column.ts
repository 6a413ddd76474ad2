import type { ReactNode } from 'react'
import type { TermId } from '../../../shared/kernel/words/glossary.ts'

/** A column of a table: what a row is sorted and copied by, and how it is shown. */
export type TableColumn<T> = {
  readonly id: string
  readonly header: string
  /**
   * What the header means, where its words alone do not lead to the right term of the glossary. Null where they are a
   * name that somebody gave.
   */
  readonly about?: TermId | null
  /** Null sorts last in either direction and is copied as nothing. */
  readonly value: (row: T) => string | number | null
  /** Absent where the value itself is shown. */
  readonly cell?: (row: T) => ReactNode
  /** Pixels. Absent: what the others leave. */
  readonly width?: number
  readonly align?: 'end'
  /** What a group of rows has here together. Absent where nothing can be said. Groups are sorted by it. */
  readonly total?: (rows: readonly T[]) => number | null
  /** Shows a total. Absent where it is a whole number. */
  readonly totalCell?: (total: number | null) => ReactNode
}

/** Rows as tab-separated values with a header line, for spreadsheets. Tabs and line ends in values become spaces. */
export function formatTableAsTsv<T>(
  columns: readonly Pick<TableColumn<T>, 'header' | 'value'>[],
  rows: readonly T[],
): string {
  const clean = (value: string | number | null): string => String(value ?? '').replaceAll(/[\t\r\n]+/g, ' ')
  const lines = rows.map((row) => columns.map((column) => clean(column.value(row))).join('\t'))
  return [columns.map((column) => clean(column.header)).join('\t'), ...lines].join('\n')
}

/** Ids of columns with one of them moved to the place of another. */
export function moveColumn(ids: readonly string[], id: string, target: string): readonly string[] {
  const [from, to] = [ids.indexOf(id), ids.indexOf(target)]
  return from < 0 || to < 0 ? ids : ids.toSpliced(from, 1).toSpliced(to, 0, id)
}
