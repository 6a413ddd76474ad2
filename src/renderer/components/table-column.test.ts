import { describe, expect, it } from 'vitest'
import { tableToTsv, type TableColumn } from './table-column.ts'

describe('copying a table', () => {
  it('writes a header, bare figures, and never breaks a row', () => {
    const columns: readonly TableColumn<{ title: string; tokens: number | null }>[] = [
      { id: 'title', header: 'Title', value: (row) => row.title },
      { id: 'tokens', header: 'Tokens', value: (row) => row.tokens },
    ]
    const rows = [
      { title: 'a\tb\r\nc', tokens: 124_669 },
      { title: 'd', tokens: null },
    ]
    expect(tableToTsv(columns, rows)).toBe('Title\tTokens\na b c\t124669\nd\t')
  })
})
