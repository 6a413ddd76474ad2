import stringWidth from 'string-width'
import { findLargest } from '../../../shared/kernel/find-extreme.ts'

/** A column of a table for people; numbers stand on the right. */
export type Column = { readonly title: string; readonly align?: 'left' | 'right' }

const gap = '  '

/**
 * Aligned plain text, one row a line, titles first, no trailing spaces; an empty string where there are no rows. A cell
 * with line ends stays on the line of its row, so that no name from outside makes up a row.
 */
export function formatTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => row.map(flatten))]
  const widths = columns.map((_, index) => findLargest(lines.map((line) => stringWidth(line[index] ?? ''))))
  return lines
    .map((line) =>
      columns
        .map(({ align }, index) => padToWidth(line[index] ?? '', widths[index] ?? 0, align))
        .join(gap)
        .trimEnd(),
    )
    .join('\n')
    .concat('\n')
}

/** Label and value per line, aligned, a value with line ends on one as well; pairs without a value are left out. */
export function formatPairs(pairs: readonly (readonly [string, string])[]): string {
  const shown = pairs
    .map(([label, value]) => [label, flatten(value)] as const)
    .filter(([, value]) => value !== '')
  const width = findLargest(
    shown.map(([label]) => stringWidth(label)),
    0,
  )
  return shown.map(([label, value]) => `${padToWidth(label, width)}${gap}${value}\n`).join('')
}

function flatten(text: string): string {
  const lines = text.split(/[\n\r]/)
  if (lines.length === 1) return text
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}

/** A text on so many columns of a terminal. */
export function padToWidth(text: string, width: number, align: Column['align'] = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - stringWidth(text)))
  return align === 'left' ? text + space : space + text
}
