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
