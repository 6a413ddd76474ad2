import { isKept, type Finding } from './benchmark.ts'

const signs = { 'at most': '<=', 'at least': '>=', below: '<' } as const

/** Findings as an aligned table, one line each. */
export function findingsTable(findings: readonly Finding[]): string {
  const rows = [['what', 'measured', 'target', '', 'note'], ...findings.map(cellsOf)]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 1 ? cell.padStart(widths[1] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `  ${line}`)
    .join('\n')
}

/** Every target on a line of its own, the missed ones first: whether it is kept, and by which figure. */
export function verdictLines(
  measured: readonly { readonly id: string; readonly findings: readonly Finding[] }[],
): readonly string[] {
  const lines = measured.flatMap(({ id, findings }) =>
    findings.flatMap((finding) => {
      const { what, value, unit, target } = finding
      const kept = isKept(finding)
      if (kept === undefined || target === undefined) return []
      const bound = `${signs[target.is]} ${format(target.limit)} ${unit}`
      return [
        { kept, line: `${kept ? 'kept  ' : 'MISSED'}  ${id}: ${what}: ${format(value)} ${unit} (${bound})` },
      ]
    }),
  )
  return lines.toSorted((a, b) => Number(a.kept) - Number(b.kept)).map(({ line }) => line)
}

function cellsOf(finding: Finding): string[] {
  const { what, value, unit, target, note = '' } = finding
  const kept = isKept(finding)
  const bound = target === undefined ? '' : `${signs[target.is]} ${format(target.limit)} ${unit}`
  const verdict = kept === undefined ? '' : kept ? 'ok' : 'MISSED'
  return [what, Number.isNaN(value) ? 'skipped' : `${format(value)} ${unit}`, bound, verdict, note]
}

function format(value: number): string {
  const digits = Number.isInteger(value) || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits })
}
