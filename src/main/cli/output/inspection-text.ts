import { listPriceMark, unpricedMark } from '../../../shared/words/record.ts'
import type { Inspection } from '../../../shared/domain/inspection.ts'
import type { RelatedTask } from '../../../shared/domain/task.ts'
import { countOf, formatCount } from '../../../shared/lib/count-of.ts'
import { formatPercent, formatTerm, formatUsd, oneLine } from './figures.ts'
import { formatPairs, formatTable } from './table.ts'

/** `inspect` for people. */
export function inspectionText(inspection: Inspection): string {
  const { task, messages, tokens, validity, problems } = inspection
  return [
    `${oneLine(task.title ?? task.id)}\n`,
    formatPairs([
      ['id', task.id],
      ['format', task.format],
      ['path', oneLine(task.path, 400)],
      ...(task.isGrowing === true ? [['state', 'still growing'] satisfies [string, string]] : []),
      ...relationPairs(task),
      ['messages', messagesText(messages)],
      ['tokens', `${formatCount(tokens.total)} (${tokens.counter})`],
      ['duplicates', duplicatesText(inspection)],
      ...calibrationPairs(inspection),
      ['recorded', recordedText(inspection)],
    ]),
    kindsText(inspection),
    violationsText(validity),
    formatTable(
      [{ title: 'problem' }, { title: 'file' }, { title: 'place' }, { title: 'reason' }],
      problems.map(({ severity, file, place, reason }) => [
        severity,
        oneLine(file),
        place,
        oneLine(reason, 200),
      ]),
    ),
  ]
    .filter((section) => section !== '')
    .join('\n')
}

function relationPairs({ parent, children = [], copied }: Inspection['task']): [string, string][] {
  const nameOf = ({ id, taskId, title }: RelatedTask): string =>
    oneLine(taskId === null ? `${id}, not in the Library` : `${id}, ${title ?? ''} (${taskId})`, 200)
  return [
    ...(parent == null ? [] : [['subtask of', nameOf(parent)] satisfies [string, string]]),
    ...children.map((child): [string, string] => ['had done', nameOf(child)]),
    ...(copied === undefined
      ? []
      : [
          [
            'of which copied',
            `${countOf(copied.requests, 'model call')}, ${formatUsd(copied.costUsd)}, from ${nameOf(copied.from)}`,
          ] satisfies [string, string],
        ]),
  ]
}

/** Broken rules as a table, or the sentence that none is. */
export function violationsText(validity: Inspection['validity']): string {
  if (validity.length === 0) return 'No rule is broken.\n'
  return formatTable(
    [{ title: 'broken rule' }, { title: 'message', align: 'right' }, { title: 'detail' }],
    validity.map(({ rule, messageIndex, detail }) => [
      rule,
      messageIndex < 0 ? '-' : `#${messageIndex}`,
      oneLine(detail, 200),
    ]),
  )
}

function messagesText({ total, effective, hidden }: Inspection['messages']): string {
  return hidden === 0
    ? formatCount(total)
    : `${formatCount(total)}, ${formatCount(effective)} seen by the model`
}

function duplicatesText({ duplicates }: Inspection): string {
  const { fileReads, toolResults, tokens } = duplicates
  if (fileReads + toolResults === 0) return 'none'
  return [
    countOf(fileReads, 'file read'),
    countOf(toolResults, 'other result'),
    countOf(tokens, 'token'),
  ].join(', ')
}

function calibrationPairs({ calibration }: Inspection): [string, string][] {
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
  const fit = `${slope.toFixed(3)} x ${formatTerm(intercept)}, R² ${r2.toFixed(4)}, ${countOf(points, 'request')}${error}`
  const several = segments.length < 2 ? [] : segments
  return [
    ['calibration', fit],
    ...several.map(({ firstRequest, lastRequest, intercept: own, points: count }): [string, string] => [
      '',
      `requests ${firstRequest} to ${lastRequest}: ${formatTerm(own)}, ${countOf(count, 'request')}`,
    ]),
    ...leftOutPairs(leftOut),
  ]
}

/** Requests that a fit does not use, together by their reason. */
function leftOutPairs(
  leftOut: NonNullable<NonNullable<Inspection['calibration']>['leftOut']>,
): [string, string][] {
  const groups = [...Map.groupBy(leftOut, ({ text }) => text)]
  return groups.map(([text, own]) => [
    '',
    `${countOf(own.length, 'request')} left out (${own.map(({ request }) => request).join(', ')}): ${text}`,
  ])
}

function recordedText({ recorded }: Inspection): string {
  const { costUsd, derivedUsd, unpricedRequests } = recorded
  const { tokensIn, tokensOut, cacheReads, cacheWrites, condensations } = recorded
  const cost = costUsd === null ? 'no cost' : `${formatUsd(costUsd)}${listPriceMark({ costUsd, derivedUsd })}`
  if (tokensIn + tokensOut + cacheReads + cacheWrites + (costUsd ?? 0) === 0) return 'no usage'
  const parts = [
    `${cost}${unpricedMark(unpricedRequests)}`,
    `${formatCount(tokensIn)} in`,
    `${formatCount(tokensOut)} out`,
    countOf(cacheReads, 'cache read'),
    countOf(cacheWrites, 'cache write'),
    countOf(condensations, 'condensation'),
  ]
  return parts.join(', ')
}

function kindsText({ tokens }: Inspection): string {
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
