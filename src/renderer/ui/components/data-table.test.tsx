import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { draw } from '../../testing/draw.tsx'
import { DataTable } from './data-table.tsx'
import type { TableColumn } from './table-column.ts'

type Row = { readonly name: string; readonly size: number }

const columns: readonly TableColumn<Row>[] = [
  { id: 'name', header: 'Name', value: ({ name }) => name },
  { id: 'size', header: 'Size', value: ({ size }) => size },
]
const rows = Array.from({ length: 200 }, (_, at): Row => ({ name: `row ${at}`, size: at }))

function Table() {
  const [sort, setSort] = useState({ id: 'name', desc: false })
  return (
    <DataTable
      label="Rows"
      {...{ rows, columns, sort }}
      rowId={({ name }) => name}
      onSort={setSort}
      selectedId="row 150"
      onSelect={() => undefined}
      onOpen={() => undefined}
    />
  )
}

it('shows its top once it is sorted anew, wherever the selected row goes', async () => {
  const user = draw(<Table />)
  const scroller = screen.getByRole('group', { name: 'Rows' })
  scroller.scrollTop = 2000
  await user.click(screen.getByRole('button', { name: /Size/ }))
  expect(scroller.scrollTop).toBe(0)
})
