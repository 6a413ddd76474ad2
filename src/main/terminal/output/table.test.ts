import { describe, expect, it } from 'vitest'
import { formatPairs, formatTable } from './table.ts'

describe('tables', () => {
  it('align text on the left, numbers on the right, and end no line with spaces', () => {
    const columns = [{ title: 'kind' }, { title: 'tokens', align: 'right' as const }, { title: 'note' }]
    expect(
      formatTable(columns, [
        ['tool-result', '1,200', ''],
        ['é', '7', 'x'],
      ]),
    ).toBe(['kind         tokens  note', 'tool-result   1,200', 'é                 7  x', ''].join('\n'))
  })

  it('are aligned by the columns of a terminal, which wide characters take two of', () => {
    const columns = [{ title: 'task' }, { title: 'model' }]
    const rows = [
      ['修复登录', 'a'],
      ['🚀 go', 'b'],
      ['e\u0301', 'c'],
    ]
    expect(formatTable(columns, rows)).toBe(
      ['task      model', '修复登录  a', '🚀 go     b', 'e\u0301         c', ''].join('\n'),
    )
  })

  it('are nothing without rows', () => {
    expect(formatTable([{ title: 'kind' }], [])).toBe('')
  })

  it('leave out pairs without a value', () => {
    expect(
      formatPairs([
        ['id', 'a'],
        ['longer', ''],
        ['cost', '$1'],
      ]),
    ).toBe('id    a\ncost  $1\n')
  })
})
