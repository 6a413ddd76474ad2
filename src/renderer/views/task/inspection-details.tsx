import type { Inspection } from '../../../shared/domain/inspection.ts'
import type { TaskSummary } from '../../../shared/domain/task.ts'
import { formatInteger, formatUsd } from '../../../shared/lib/format-figures.ts'
import { RelatedTaskLink } from '../../components/related-task-link.tsx'
import { countOf, formatTime, formatTokens } from '../../lib/format.ts'
import styles from './inspection-details.module.css'

type InspectionDetailsProps = { readonly summary: TaskSummary; readonly inspection: Inspection | null }

/** Everything else that is known about a task, as pairs. */
export function InspectionDetails({ summary, inspection }: InspectionDetailsProps) {
  const pairs: readonly (readonly [string, string])[] = [
    ['Path', summary.path || 'dropped files'],
    ['Format', summary.format ?? '–'],
    ['Workspace', summary.workspace ?? '–'],
    ['Last activity', formatTime(summary.lastActivityTs)],
    ...(inspection === null ? [] : countedPairs(inspection)),
  ]
  return (
    <dl className={styles.pairs}>
      {pairs.map(([name, value]) => (
        <div key={`${name} ${value}`} className={styles.pair}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {inspection?.task.parent != null && (
        <div className={styles.pair}>
          <dt>Subtask of</dt>
          <dd>
            <RelatedTaskLink task={inspection.task.parent} tab="messages" />
          </dd>
        </div>
      )}
      {inspection?.task.children !== undefined && inspection.task.children.length > 0 && (
        <div className={styles.pair}>
          <dt>Subtasks</dt>
          <dd>
            {inspection.task.children.map((child) => (
              <div key={child.id}>
                <RelatedTaskLink task={child} tab="messages" />
              </div>
            ))}
          </dd>
        </div>
      )}
      {inspection !== null && inspection.validity.length > 0 && (
        <div className={styles.pair}>
          <dt>Invalid</dt>
          <dd>
            {inspection.validity.map((violation, index) => (
              <div key={index}>
                {violation.rule}
                {violation.messageIndex >= 0 && ` in #${violation.messageIndex}`}: {violation.detail}
              </div>
            ))}
          </dd>
        </div>
      )}
    </dl>
  )
}

function countedPairs(inspection: Inspection): readonly (readonly [string, string])[] {
  const { duplicates, recorded } = inspection
  const cached = `${formatInteger(recorded.cacheReads)} read from and ${formatInteger(recorded.cacheWrites)} written to the cache`
  const cost = recorded.costUsd === null ? 'no cost' : formatUsd(recorded.costUsd)
  const usage = `${cost}, ${formatInteger(recorded.tokensIn)} tok in, ${formatInteger(recorded.tokensOut)} tok out, ${cached}`
  const { condensations: _, ...sums } = recorded
  const hasUsage = Object.values(sums).some((sum) => sum !== null && sum > 0)
  return [
    ['Counter', inspection.tokens.counter],
    ...calibrationPairs(inspection),
    [
      'Repeats',
      `${countOf(duplicates.fileReads, 'file read')}, ${countOf(duplicates.toolResults, 'tool result')}, ${formatTokens(duplicates.tokens)}`,
    ],
    [
      'Recorded',
      `${hasUsage ? usage : 'no usage recorded'}, ${countOf(recorded.condensations, 'condensation')}`,
    ],
  ]
}

/** The fit, the intercept of each segment where there are several, and what was left out and why. */
function calibrationPairs({ calibration }: Inspection): readonly (readonly [string, string])[] {
  if (calibration === null) return [['Calibration', 'not enough recorded requests']]
  const { slope, intercept, r2, points, stretches = [], leftOut = [] } = calibration
  const fit =
    `recorded = ${slope.toFixed(2)} × counted + ${formatTokens(Math.round(intercept))} ` +
    `(R² ${r2.toFixed(4)}, ${countOf(points, 'request')})`
  const several = stretches.length < 2 ? [] : stretches
  const byReason = [...Map.groupBy(leftOut, ({ text }) => text)]
  return [
    ['Calibration', fit],
    ...several.map(
      ({ firstRequest, lastRequest, intercept: own, points: count }) =>
        [
          `Requests ${firstRequest} to ${lastRequest}`,
          `+ ${formatTokens(Math.round(own))} (${countOf(count, 'request')})`,
        ] as const,
    ),
    ...byReason.map(
      ([text, own]) =>
        [
          `${countOf(own.length, 'request')} left out`,
          `${text} (${own.map(({ request }) => request).join(', ')})`,
        ] as const,
    ),
  ]
}
