import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { describeRecordedUsage, listSessionTotals } from '../../../../shared/kernel/words/recorded-usage.ts'
import type { Inspection } from '../../../../shared/library/inspection-types.ts'
import type { RelatedTask } from '../../../../shared/library/task-types.ts'
import { explainRaisedSegment } from '../../../../shared/library/words.ts'
import { formatPercent, formatTerm, formatUsd, formatOneLine } from '../../../terminal/output/figures.ts'
import { formatPairs, formatTable } from '../../../terminal/output/table.ts'

/** `inspect` for people. */
export function formatInspection(inspection: Inspection): string {
  const { task, messages, tokens, validity, problems } = inspection
  return [
    `${formatOneLine(task.title ?? task.id)}\n`,
    formatPairs([
      ['id', task.id],
      ['format', task.format],
      ['path', formatOneLine(task.path, 400)],
      ...(task.isGrowing === true ? [['state', 'still growing'] satisfies [string, string]] : []),
      ...buildRelationPairs(task),
      ['messages', describeMessageCounts(messages)],
      ['tokens', `${formatCount(tokens.total)} (${tokens.counter})`],
      ['duplicates', describeDuplicates(inspection)],
      ...buildCalibrationPairs(inspection),
      ...buildRecordedPairs(inspection.recorded),
    ]),
    formatTokensByKind(inspection),
    formatViolations(validity),
    formatTable(
      [{ title: 'problem' }, { title: 'file' }, { title: 'place' }, { title: 'reason' }],
      problems.map(({ severity, file, place, reason }) => [
        severity,
        formatOneLine(file),
        place,
        formatOneLine(reason, 200),
      ]),
    ),
  ]
    .filter((section) => section !== '')
    .join('\n')
}

function buildRelationPairs({ parent, children = [], copied }: Inspection['task']): [string, string][] {
  const describeRelatedTask = ({ id, taskId, title }: RelatedTask): string =>
    formatOneLine(taskId === null ? `${id}, not in the Library` : `${id}, ${title ?? ''} (${taskId})`, 200)
  return [
    ...(parent == null ? [] : [['subtask of', describeRelatedTask(parent)] satisfies [string, string]]),
    ...children.map((child): [string, string] => ['had done', describeRelatedTask(child)]),
    ...(copied === undefined
      ? []
      : [
          [
            'of which copied',
            `${formatCountWithNoun(copied.requests, 'model call')}, ${formatUsd(copied.costUsd)}, from ${describeRelatedTask(copied.from)}`,
          ] satisfies [string, string],
        ]),
  ]
}

/** Broken rules as a table, or the sentence that none is. */
export function formatViolations(validity: Inspection['validity']): string {
  if (validity.length === 0) return 'No rule is broken.\n'
  return formatTable(
    [{ title: 'broken rule' }, { title: 'message', align: 'right' }, { title: 'detail' }],
    validity.map(({ rule, messageIndex, detail }) => [
      rule,
      messageIndex < 0 ? '-' : `#${messageIndex}`,
      formatOneLine(detail, 200),
    ]),
  )
}

function describeMessageCounts({ total, effective, hidden }: Inspection['messages']): string {
  return hidden === 0
    ? formatCount(total)
    : `${formatCount(total)}, ${formatCount(effective)} seen by the model`
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

function buildCalibrationPairs({ calibration }: Inspection): [string, string][] {
  if (calibration === null) return [['calibration', 'not enough recorded requests']]
  const {
    slope,
    intercept,
    r2,
    points,
    stretches: segments = [],
    leftOut = [],
    meanErrorTokens,
  } = calibration
  const error = meanErrorTokens === undefined ? '' : `, ${formatCount(meanErrorTokens)} tokens off on average`
  const fit = `${slope.toFixed(3)} x ${formatTerm(intercept)}, R² ${r2.toFixed(4)}, ${formatCountWithNoun(points, 'request')}${error}`
  const raised = explainRaisedSegment(calibration)
  const several = segments.length < 2 && raised === null ? [] : segments
  return [
    ['calibration', fit],
    ...several.map(({ firstRequest, lastRequest, intercept: own, points: count }): [string, string] => [
      '',
      `requests ${firstRequest} to ${lastRequest}: ${formatTerm(own)}, ${formatCountWithNoun(count, 'request')}`,
    ]),
    ...(raised === null ? [] : [['', raised] satisfies [string, string]]),
    ...buildLeftOutPairs(leftOut),
  ]
}

/** Requests that a fit does not use, together by their reason. */
function buildLeftOutPairs(
  leftOut: NonNullable<NonNullable<Inspection['calibration']>['leftOut']>,
): [string, string][] {
  const groups = [...Map.groupBy(leftOut, ({ text }) => text)]
  return groups.map(([text, own]) => [
    '',
    `${formatCountWithNoun(own.length, 'request')} left out (${own.map(({ request }) => request).join(', ')}): ${text}`,
  ])
}

function buildRecordedPairs(recorded: Inspection['recorded']): [string, string][] {
  const [first, ...models] = recorded.session === undefined ? [] : listSessionTotals(recorded.session)
  return [
    ['recorded', describeRecordedUsage(recorded)],
    ...(first === undefined ? [] : [['session', first] satisfies [string, string]]),
    ...models.map((line): [string, string] => ['', line]),
  ]
}

function formatTokensByKind({ tokens }: Inspection): string {
  const rows = Object.entries(tokens.byKind)
    .filter(([, count]) => count > 0)
    .toSorted(([, one], [, other]) => other - one)
  return formatTable(
    [{ title: 'kind' }, { title: 'tokens', align: 'right' }, { title: 'share', align: 'right' }],
    rows.map(([kind, count]) => [
      kind,
      formatCount(count),
      formatPercent((100 * count) / Math.max(1, tokens.total)),
    ]),
  )
}
