import { markdownTable, rowsOf, type ResultsTable, type Row } from './results-table.ts'

/**
 * Puts the rows of a table between its markers in a document. Agents that have a row there and were not run keep it, in the order of
 * the names. Throws where a marker is missing.
 */
export function writeResults(
  document: string,
  table: ResultsTable,
  rows: readonly Row[],
  names: readonly string[],
): string {
  const [begin, end] = [`<!-- ${table.mark}: written by npm run agents -->`, `<!-- end of ${table.mark} -->`]
  const [from, to] = [document.indexOf(begin) + begin.length, document.indexOf(end)]
  if (!document.includes(begin) || to < from) throw new Error(`the document has no place marked ${begin}`)
  const old = rowsOf(document.slice(from, to))
  const ordered = names.flatMap((name) => {
    const row = [...rows, ...old].find(([own]) => own === name)
    return row === undefined ? [] : [row]
  })
  return `${document.slice(0, from)}\n\n${markdownTable(table, ordered)}\n\n${document.slice(to)}`
}
