import { formatCountWithNoun } from '../../src/shared/kernel/format-count-with-noun.ts'
import type { Result } from './judge.ts'

/** A table of the document: what its marks are called, and its columns. */
export type ResultsTable = { readonly mark: string; readonly heads: readonly string[] }

/** What readers of files were held to. */
export const readersTable: ResultsTable = {
  mark: 'results',
  heads: ['Agent', 'Version', 'Requests', 'Equal', 'Condensations', 'Differences'],
}

/** What arms were held to. */
export const armsTable: ResultsTable = {
  mark: 'arms',
  heads: ['Agent', 'Version', 'Arm', 'Condensations', 'Equal', 'Items sent', 'Kept', 'Known differences'],
}

/** A row of the table: the agent, and what came of it. */
export type Row = readonly string[]

/** The row of a result. */
export function rowOf(result: Result): Row {
  const { name, version } = result
  if (result.kind !== 'compared') {
    const reason = result.reason.replaceAll(/\s+/g, ' ').replaceAll('|', '/')
    return [name, version, '', '', '', `${result.kind}: ${reason}`]
  }
  const { requests, equal, condensations, condensedByHand, known, unknown } = result
  const differences = [
    ...known.map(
      ({ reason, requests: count }) => `known, in ${formatCountWithNoun(count, 'request')}: ${reason}`,
    ),
    ...(unknown.length === 0 ? [] : [`unknown: ${unknown.length}`]),
  ]
  return [
    name,
    version,
    String(requests),
    String(equal),
    condensedByHand === 0 ? String(condensations) : `${condensations}, ${condensedByHand} by hand`,
    differences.length === 0 ? 'none' : differences.join('; '),
  ]
}

/** The row of the arm that follows an agent; none where the agent did not run to its end. */
export function armRowOf(result: Result): readonly Row[] {
  if (result.kind !== 'compared') return []
  const { name, version, arm } = result
  const equal = arm.findings.filter(({ unknown }) => unknown === null)
  const listed = (values: readonly number[]): string => values.join(', ')
  const known = [...new Set(arm.findings.flatMap(({ reasons }) => reasons))]
  return [
    [
      name,
      version,
      arm.id,
      String(arm.findings.length),
      String(equal.length),
      listed(arm.findings.map(({ items }) => items)),
      listed(arm.findings.map(({ kept }) => kept)),
      known.length === 0 ? 'none' : known.join('; '),
    ],
  ]
}

/** Rows as a Markdown table whose columns are as wide as their longest cell. */
export function markdownTable({ heads }: ResultsTable, rows: readonly Row[]): string {
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => (row[column] ?? '').length)),
  )
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(heads), rule, ...rows.map(line)].join('\n')
}

/** Rows of a Markdown table, without its head. */
export function rowsOf(table: string): readonly Row[] {
  return table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    )
}
