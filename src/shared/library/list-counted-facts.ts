import type { Fact } from '../document/document.ts'
import { formatCountWithNoun, formatCount } from '../kernel/format-count-with-noun.ts'
import { formatTerm } from '../kernel/format-figures.ts'
import { describeRecordedUsage, listSessionTotals } from '../kernel/words/recorded-usage.ts'
import type { Inspection } from './inspection-types.ts'
import { explainRaisedSegment } from './words.ts'

/** What counting a task found beside its size, for `inspect` and the details of a task. */
export function listCountedFacts(inspection: Inspection): readonly Fact[] {
  const { recorded } = inspection
  return [
    ['duplicates', describeDuplicates(inspection)],
    ['calibration', listCalibration(inspection)],
    ['recorded', describeRecordedUsage(recorded)],
    ['session', recorded.session === undefined ? [] : listSessionTotals(recorded.session)],
  ]
}

function describeDuplicates({ duplicates }: Inspection): string {
  const { fileReads, toolResults, tokens } = duplicates
  if (fileReads + toolResults === 0) return 'none'
  return [
    formatCountWithNoun(fileReads, 'file read'),
    formatCountWithNoun(toolResults, 'other result'),
    formatCountWithNoun(tokens, 'token'),
  ].join(', ')
}

/** The fit, its segments where it has several, and the requests that it does not use, together by their reason. */
function listCalibration({ calibration }: Inspection): readonly string[] {
  if (calibration === null) return ['not enough recorded requests']
  const { slope, intercept, r2, points, meanErrorTokens } = calibration
  const { stretches: segments = [], leftOut = [] } = calibration
  const raised = explainRaisedSegment(calibration)
  const error = meanErrorTokens === undefined ? '' : `, ${formatCount(meanErrorTokens)} tokens off on average`
  return [
    `${slope.toFixed(3)} x ${formatTerm(intercept)}, R² ${r2.toFixed(4)}, ${formatCountWithNoun(points, 'request')}${error}`,
    ...(segments.length < 2 && raised === null ? [] : segments).map(
      ({ firstRequest, lastRequest, intercept: own, points: count }) =>
        `requests ${firstRequest} to ${lastRequest}: ${formatTerm(own)}, ${formatCountWithNoun(count, 'request')}`,
    ),
    ...(raised === null ? [] : [raised]),
    ...[...Map.groupBy(leftOut, ({ text }) => text)].map(
      ([text, own]) =>
        `${formatCountWithNoun(own.length, 'request')} left out (${own.map(({ request }) => request).join(', ')}): ${text}`,
    ),
  ]
}
