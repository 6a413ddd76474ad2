import type { ReportCheck } from '../../../../../shared/experiments/contract.ts'
import { describeError } from '../../../../../shared/kernel/describe-error.ts'
import { reportLayout, type ReportInput, type Summarise } from '../document/report-input.ts'
import { explainNewerData, explainOlderFigures, readDataIsland } from '../html/render-data-island.ts'
import { renderHtmlReport } from '../html/render-html-report.ts'
import { isSameFigure } from './is-same-figure.ts'
import { readReportFigures, toReadableText } from './read-report-figures.ts'

type Difference = ReportCheck['differences'][number]

/** A report that could be checked, or why it could not. */
export type Verification =
  | { readonly ok: true; readonly check: ReportCheck }
  | { readonly ok: false; readonly message: string }

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
  // What it says may go by rules that this one does not know.
  const other = explainNewerData(read.data) || explainOlderFigures(read.data)
  if (other !== '') return { ok: false, message: other }
  const { experiment, baselineId } = read.data
  let expected: string
  try {
    const input: ReportInput = { ...read.data, results: options.summarise(experiment, baselineId) }
    expected = renderHtmlReport(input).replaceAll(/\r\n?/g, '\n')
  } catch (error) {
    // Data that no run could have left, such as a baseline that is no variant.
    const why = describeError(error)
    return { ok: false, message: `The data of this report come to nothing: ${why}` }
  }
  const isSameVersion = experiment.writtenBy === options.version && read.data.layout === reportLayout
  const figures = findDifferingFigures(report, expected, isSameVersion)
  const differences = isSameVersion && figures.length === 0 ? findDifferingLines(report, expected) : figures
  const { name } = experiment.summary
  return {
    ok: true,
    check: { ok: differences.length === 0, differences, writtenBy: experiment.writtenBy, name },
  }
}

function findDifferingFigures(report: string, expected: string, isSameVersion: boolean): Difference[] {
  const shown = readReportFigures(report)
  const computed = readReportFigures(expected)
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

const mostShown = 20
const longestExcerpt = 160

/**
 * Where two reports differ, line by line, each with its section. Lines that were added or left out
 * move those after them; then the first difference says it, and the last lines that are equal end the search.
 */
function findDifferingLines(report: string, expected: string): Difference[] {
  if (report === expected) return []
  const says = report.split('\n')
  const comesTo = expected.split('\n')
  let section = 'Head'
  const differences: Difference[] = []
  for (let at = 0; at < Math.max(says.length, comesTo.length) && differences.length < mostShown; at += 1) {
    const line = comesTo[at]
    const heading = line === undefined ? null : /<h2[^<>]*>([^<]*(?:<(?!\/?h2)[^<]*)*)<\/h2>/.exec(line)
    if (heading !== null) section = toReadableText(heading[1] ?? '')
    if (line?.startsWith('<section class="front') === true) section = 'Answer'
    if (line?.startsWith('<footer>') === true) section = 'End'
    if (says[at] === line) continue
    differences.push({ where: section, ...cutExcerpts(says[at], line) })
    if (says.length !== comesTo.length) break
  }
  return differences
}

/** Both from shortly before the first character that differs; as text where the texts differ, else as they stand. */
function cutExcerpts(one: string | undefined, other: string | undefined): Omit<Difference, 'where'> {
  const [says, comesTo] = [toReadableText(one ?? ''), toReadableText(other ?? '')]
  return says === comesTo ? cut(one ?? '', other ?? '') : cut(says, comesTo)
}

function cut(says: string, comesTo: string): Omit<Difference, 'where'> {
  let same = 0
  while (same < says.length && says[same] === comesTo[same]) same += 1
  const from = Math.max(0, same - 40)
  const cutExcerpt = (text: string): string => {
    const part = text.slice(from, from + longestExcerpt)
    return part === ''
      ? 'nothing'
      : `${from > 0 ? '…' : ''}${part}${from + longestExcerpt < text.length ? '…' : ''}`
  }
  return { says: cutExcerpt(says), comesTo: cutExcerpt(comesTo) }
}
