import { describe, expect, it } from 'vitest'
import { moveColumn, formatTableAsTsv, type TableColumn } from './table-column.ts'

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
    expect(formatTableAsTsv(columns, rows)).toBe('Title\tTokens\na b c\t124669\nd\t')
  })
})

describe('moving a column', () => {
  it.each([
    ['to the right', 'b', 'd', 'a c d b'],
    ['to the left', 'd', 'b', 'a d b c'],
    ['nowhere where there is no such column', 'b', 'gone', 'a b c d'],
  ])('%s', (_, id, target, ids) => {
    expect(moveColumn(['a', 'b', 'c', 'd'], id, target).join(' ')).toBe(ids)
  })
})
