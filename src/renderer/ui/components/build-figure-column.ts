import { formatInteger } from '../../../shared/kernel/format-figures.ts'
import type { TermId } from '../../../shared/kernel/words/glossary.ts'
import type { TableColumn } from './table-column.ts'

/** A column of figures, aligned at their ends. Null, for "not known", is a dash. `width` in pixels and
 * `about` as of a column. */
export function buildFigureColumn<T>(
  id: string,
  header: string,
  value: (row: T) => number | null,
  format: (value: number) => string = formatInteger,
  width?: number,
  about?: TermId,
): TableColumn<T> {
  return {
    id,
    header,
    ...(width === undefined ? {} : { width }),
    ...(about === undefined ? {} : { about }),
    align: 'end',
    value,
    cell: (row) => {
      const figure = value(row)
      return figure === null ? '–' : format(figure)
    },
  }
}
