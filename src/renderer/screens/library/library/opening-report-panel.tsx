import { CloseButton } from '@mantine/core'
import { useTaskOpener } from '../../../data/use-task-opener.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { problemColumns, ProblemList } from '../../../ui/components/problem-list.tsx'
import { Bar, Block } from '../../../ui/layout/layout.tsx'

/** What came of the last opening, until it is put away. */
export function OpeningReportPanel() {
  const { state, dismiss } = useTaskOpener()
  if (state.kind === 'opening') {
    const progress = state.total > 1 ? `: ${state.done + 1} of ${state.total}` : ''
    return (
      <Bar align="flex-start" gap="md" bg="var(--surface)" role="status">
        Opening{progress}…
      </Bar>
    )
  }
  const { report } = state
  if (report === null) return null
  return (
    <>
      {report.failures.map((problem, index) => (
        <ErrorPanel key={index} title="Could not open" problem={problem} onDismiss={dismiss} />
      ))}
      {(report.problems.length > 0 || report.tasks.length > 1) && (
        <Bar align="flex-start" gap="md" bg="var(--surface)" role="status">
          <Block flex={1} miw={0}>
            <div>
              Opened {formatCountWithNoun(report.tasks.length, 'task')}
              {report.problems.length > 0 &&
                ` with ${formatCountWithNoun(report.problems.length, 'problem')}`}
              .
            </div>
            <ProblemList problems={report.problems} />
          </Block>
          {report.problems.length > 0 && <CopyTableButton columns={problemColumns} rows={report.problems} />}
          <CloseButton size="sm" aria-label="Dismiss" onClick={dismiss} />
        </Bar>
      )}
    </>
  )
}
