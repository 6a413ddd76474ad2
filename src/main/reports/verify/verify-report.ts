import type { ReportCheck } from '../../../shared/api/experiments.ts'
import { reportLayout, type ReportInput, type Summarise } from '../document/report-input.ts'
import { readDataIsland } from '../html/data-island.ts'
import { htmlReport } from '../html/html-report.ts'
import { differingLines } from './differing-lines.ts'
import { figuresOf } from './figures-of.ts'
import { isSameFigure } from './is-same-figure.ts'
import { withoutCoverage } from './without-coverage.ts'

type Difference = ReportCheck['differences'][number]

/** A report that could be checked, or why it could not. */
export type Verification =
  { readonly ok: true; readonly check: ReportCheck } | { readonly ok: false; readonly message: string }

/**
 * Computes the figures of an HTML report anew from the data in it and holds them against what it says. A report of
 * this very version and layout is compared character by character as well, line ends aside; of another one the figures
 * alone, by their numbers and verdicts.
 */
export function verifyReport(options: {
  readonly report: string
  readonly summarise: Summarise
  /** Version of this Dewpoint. */
  readonly version: string
}): Verification {
  const report = options.report.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const read = readDataIsland(report)
  if (!read.ok) return read
  const { experiment, baselineId } = read.data
  let expected: string
  try {
    const results = options.summarise(experiment, baselineId)
    const { layout } = read.data
    const input: ReportInput = { ...read.data, results: layout < 3 ? withoutCoverage(results) : results }
    expected = htmlReport(input).replaceAll(/\r\n?/g, '\n')
  } catch (error) {
    // Data that no run could have left, such as a baseline that is no variant.
    const why = error instanceof Error ? error.message : String(error)
    return { ok: false, message: `The data of this report come to nothing: ${why}` }
  }
  const isSameVersion = experiment.writtenBy === options.version && read.data.layout === reportLayout
  const figures = differingFigures(report, expected, isSameVersion)
  const differences = isSameVersion && figures.length === 0 ? differingLines(report, expected) : figures
  const { name } = experiment.summary
  return {
    ok: true,
    check: { ok: differences.length === 0, differences, writtenBy: experiment.writtenBy, name },
  }
}

function differingFigures(report: string, expected: string, isSameVersion: boolean): Difference[] {
  const shown = figuresOf(report)
  const computed = figuresOf(expected)
  const differences = [...computed].flatMap(([where, comesTo]): Difference[] => {
    const says = shown.get(where)
    // Another version may have other figures, or other names for them.
    if (says === undefined && !isSameVersion) return []
    const agrees = isSameVersion ? says === comesTo : isSameFigure(says ?? '', comesTo)
    return agrees ? [] : [{ where, says: says ?? 'nothing', comesTo }]
  })
  const common = [...computed.keys()].filter((where) => shown.has(where)).length
  return common === 0 && differences.length === 0
    ? [{ where: 'Figures', says: 'none that could be compared', comesTo: `${computed.size} figures` }]
    : differences
}
