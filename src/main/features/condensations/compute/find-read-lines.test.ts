import { describe, expect, it } from 'vitest'
import type { Part } from '../../../../shared/kernel/part.ts'
import { splitHistory } from '../../../kernel/history/split-parts.ts'
import { isWithin, findReadLines, isOverlapping } from './find-read-lines.ts'

/** The part of a native call. */
function callPart(name: string, input: Readonly<Record<string, unknown>>): Part {
  const [parts = []] = splitHistory([
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name, input }] },
  ])
  const [part] = parts
  if (part === undefined) throw new Error('A call has a part.')
  return part
}

describe('the lines that a call reads', () => {
  it.each([
    ['Read', { file_path: 'a' }, [1, Infinity]],
    ['Read', { file_path: 'a', offset: 40, limit: 20 }, [40, 59]],
    ['Read', { file_path: 'a', limit: 20 }, [1, 20]],
    ['read', { filePath: 'a', offset: 0, limit: 10 }, [1, 10]],
    ['read_file', { path: 'a', start_line: '5', end_line: '9' }, [5, 9]],
    ['view', { path: 'a', view_range: [7, -1] }, [7, Infinity]],
    ['exec_command', { cmd: "sed -n '10,20p' a" }, [10, 20]],
    ['bash', { command: 'sed -n 12p a' }, [12, 12]],
    ['bash', { command: 'head -n 30 a' }, [1, 30]],
    ['bash', { command: 'cat a' }, [1, Infinity]],
  ])('of %s %o are %o', (name, input, lines) => {
    expect(findReadLines(callPart(name, input))).toEqual(lines)
  })

  it('overlap and lie within each other', () => {
    expect(isOverlapping([1, 10], [10, 20])).toBe(true)
    expect(isOverlapping([1, 10], [11, 20])).toBe(false)
    expect(isWithin([2, 3], [1, Infinity])).toBe(true)
    expect(isWithin([1, Infinity], [2, 3])).toBe(false)
  })
})
