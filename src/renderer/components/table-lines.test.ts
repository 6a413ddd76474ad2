import { describe, expect, it } from 'vitest'
import type { TableColumn } from './table-column.ts'
import { tableLines, type TableLine } from './table-lines.ts'

type Row = { readonly name: string; readonly place: string; readonly size: number | null }

const columns: readonly TableColumn<Row>[] = [
  { id: 'name', header: 'Name', value: ({ name }) => name },
  {
    id: 'size',
    header: 'Size',
    value: ({ size }) => size,
    total: (rows) =>
      rows.every(({ size }) => size === null) ? null : rows.reduce((sum, { size }) => sum + (size ?? 0), 0),
  },
]
const rows: readonly Row[] = [
  { name: 'a', place: 'x', size: 1 },
  { name: 'b', place: 'y', size: 5 },
  { name: 'c', place: 'x', size: 2 },
  { name: 'd', place: 'z', size: null },
]

const shown = (lines: readonly TableLine<Row>[]): string =>
  lines
    .map((line) =>
      line.kind === 'row'
        ? line.row.name
        : `${line.group.key.toUpperCase()}${line.group.totals.get('size') ?? '-'}`,
    )
    .join(' ')

const lines = (sort: { id: string; desc: boolean }, collapsed: readonly string[] = []): string =>
  shown(
    tableLines({
      rows,
      columns,
      sort,
      groups: { keyOf: ({ place }) => place, collapsed: new Set(collapsed) },
    }),
  )

describe('the lines of a table', () => {
  it('are its rows where nothing is grouped', () => {
    expect(shown(tableLines({ rows, columns, sort: { id: 'name', desc: false } }))).toBe('a b c d')
  })

  it.each([
    ['by the first row of each without a total', { id: 'name', desc: false }, 'X3 a c Y5 b Z- d'],
    ['by their totals, the largest first', { id: 'size', desc: true }, 'Y5 b X3 a c Z- d'],
    ['by their totals, the smallest first, none last', { id: 'size', desc: false }, 'X3 a c Y5 b Z- d'],
  ])('order groups %s', (_, sort, expected) => {
    expect(lines(sort)).toBe(expected)
  })

  it('leave out the rows of a collapsed group, not its totals', () => {
    expect(lines({ id: 'size', desc: true }, ['x', 'unknown'])).toBe('Y5 b X3 Z- d')
  })
})
