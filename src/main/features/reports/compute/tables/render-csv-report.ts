import type { ExperimentExport } from '../../../../../shared/experiments/experiment-types.ts'
import { showOnTerminal } from '../../../../../shared/kernel/show-controls.ts'
import { buildCellRows, type Field } from './build-cell-rows.ts'

const lineEnd = '\r\n'

/**
 * The cells of an experiment as comma-separated values (RFC 4180), one row each, names in the first. Texts that a
 * spreadsheet would take for a formula begin with an apostrophe, and what could steer a terminal is shown by its number.
 */
export function renderCsvReport(experiment: ExperimentExport): string {
  const rows = buildCellRows(experiment)
  const names = Object.keys(rows[0] ?? { experiment: null })
  const lines = rows.map((row) => names.map((name) => formatCsvField(row[name] ?? null)).join(','))
  return [names.map(formatCsvField).join(','), ...lines, ''].join(lineEnd)
}

function formatCsvField(value: Field): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  // Spreadsheets skip white space before they look for a formula; the full-width signs count as the others.
  const isFormula = !/^[+-]?\d+(?:\.\d+)?$/.test(value) && /^[\s\0]*[=+\-@\t\r＝＋－＠]/u.test(value)
  const text = showOnTerminal(isFormula ? `'${value}` : value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
