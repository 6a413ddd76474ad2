import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { TableColumn } from './table-column.ts'
import { useTableModel, type TableLayout, type TableRow } from './use-table-model.ts'

type Row = { readonly name: string; readonly place: string; readonly size: number | null }

const columns: readonly TableColumn<Row>[] = [
  { id: 'name', header: 'Name', value: ({ name }) => name },
  {
    id: 'size',
    header: 'Size',
    align: 'end',
    value: ({ size }) => size,
    total: (rows) =>
      rows.every(({ size }) => size === null) ? null : rows.reduce((sum, { size }) => sum + (size ?? 0), 0),
  },
  { id: 'group', header: 'Place', value: ({ place }) => place },
]
const rows: readonly Row[] = [
  { name: 'b', place: 'y', size: 5 },
  { name: 'a', place: 'x', size: 1 },
  { name: 'd', place: 'z', size: null },
  { name: 'c', place: 'x', size: 2 },
]

function formatLine(row: TableRow<Row>): string {
  if (row.getIsGrouped())
    return `${String(row.groupingValue).toUpperCase()}${row.getValue<number | undefined>('size') ?? '-'}`
  return row.getIsSelected() ? `[${row.original.name}]` : row.original.name
}

function Table(layout: Partial<TableLayout<Row>>) {
  const sort = { id: 'name', desc: false }
  const table = useTableModel<Row>({ rows, columns, rowId: ({ name }) => name, sort, ...layout })
  const ids = table.getVisibleLeafColumns().map(({ id }) => id)
  return `${ids.join(' ')}|${table.getRowModel().rows.map(formatLine).join(' ')}`
}

/** The columns and lines of a table as texts: heads of groups in capitals with their total, selected rows in brackets. */
function shown(layout: Partial<TableLayout<Row>>): { readonly columns: string; readonly lines: string } {
  const [ids = '', lines = ''] = renderToStaticMarkup(<Table {...layout} />).split('|')
  return { columns: ids, lines }
}

const byPlace = (...collapsed: readonly string[]): Pick<TableLayout<Row>, 'groups'> => ({
  groups: {
    findKey: ({ place }) => place,
    label: (key) => key,
    collapsed: new Set(collapsed),
    onToggle: () => undefined,
  },
})

describe('the rows of a table', () => {
  it.each([
    ['by a text', { id: 'name', desc: true }, 'd c b a'],
    ['by figures, none last', { id: 'size', desc: false }, 'a c b d'],
    ['by figures the other way round, none last', { id: 'size', desc: true }, 'b c a d'],
    ['as they are where the sorted column is not there', { id: 'gone', desc: true }, 'b a d c'],
  ])('stand %s', (_, sort, lines) => {
    expect(shown({ sort }).lines).toBe(lines)
  })

  it.each([
    ['by the first row of each without a total', { id: 'name', desc: false }, 'X3 a c Y5 b Z- d'],
    ['by the first row of each the other way round', { id: 'name', desc: true }, 'Z- d X3 c a Y5 b'],
    ['by their totals, the largest first', { id: 'size', desc: true }, 'Y5 b X3 c a Z- d'],
    ['by their totals, the smallest first, none last', { id: 'size', desc: false }, 'X3 a c Y5 b Z- d'],
  ])('are grouped, the groups %s', (_, sort, lines) => {
    expect(shown({ sort, ...byPlace() }).lines).toBe(lines)
  })

  it('leave out those of a collapsed group, not their total', () => {
    const sort = { id: 'size', desc: true }
    expect(shown({ sort, ...byPlace('x', 'unknown') }).lines).toBe('Y5 b X3 Z- d')
    expect(shown({ sort, ...byPlace('x', 'y', 'z') }).lines).toBe('Y5 X3 Z-')
  })

  it('know which of them are selected', () => {
    expect(shown({ selectedIds: ['c', 'a', 'gone'] }).lines).toBe('[a] b [c] d')
  })
})

describe('the columns of a table', () => {
  it.each([
    ['all, as they are defined', {}, 'name size group'],
    ['without the hidden ones', { hiddenColumns: ['size', 'gone'] }, 'name group'],
    ['in a given order, the first one first', { columnOrder: ['group', 'name', 'size'] }, 'name group size'],
    ['with those that the order does not name behind', { columnOrder: ['group'] }, 'name group size'],
    ['never with that of the groups', byPlace(), 'name size group'],
  ])('are shown %s', (_, layout, ids) => {
    expect(shown(layout).columns).toBe(ids)
  })
})
