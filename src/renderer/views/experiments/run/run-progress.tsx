import { Button, Progress } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { formatDuration, formatInteger, formatUsd } from '../../../../shared/lib/format-figures.ts'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { Figure, Figures } from '../../../components/figure.tsx'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { formatLimitUsd } from '../../../lib/format.ts'
import { useExperiment } from '../experiment-context.ts'
import { paceOf } from './pace-of.ts'
import styles from './run-state.module.css'

/** An experiment at work: how far, how fast, for how much, and a way to stop it. */
export function RunProgress() {
  const { client } = useEngine()
  const { detail, running } = useExperiment()
  const { id, cells, costUsd } = detail.summary
  const { budgetUsd } = detail.plan.file
  const { cellsPerMinute, remainingMs } = paceOf(detail.cells, cells)
  const cancel = useMutation({ mutationFn: () => client.experiments.cancel({ experimentId: id }) })
  const ended = cells.done + cells.failed
  return (
    <>
      <section className={styles.panel} aria-label="Progress">
        <div className={styles.work}>
          <div className={styles.line}>
            <span role="status">
              {formatInteger(ended)} of {formatInteger(cells.total)} cells
            </span>
            <span className={styles.muted}>{formatInteger(running.size)} at work</span>
          </div>
          <Progress
            value={cells.total === 0 ? 0 : (ended / cells.total) * 100}
            size="sm"
            aria-label="Progress"
          />
        </div>
        <Figures>
          <Figure
            label="Spent"
            value={
              budgetUsd === undefined
                ? formatUsd(costUsd)
                : `${formatUsd(costUsd)} of ${formatLimitUsd(budgetUsd)}`
            }
          />
          <Figure
            label="Rate"
            value={cellsPerMinute === null ? '–' : `${formatRate(cellsPerMinute)} / min`}
          />
          <Figure label="Time left, about" value={remainingMs === null ? '–' : formatDuration(remainingMs)} />
          <Figure
            label="Reused"
            value={formatInteger(cells.reused)}
            note="Taken from identical cells that were there"
          />
          <Figure
            label="Failed"
            value={formatInteger(cells.failed)}
            tone={cells.failed > 0 ? 'bad' : 'plain'}
          />
        </Figures>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
      </section>
      {cancel.isError && (
        <ErrorPanel title="Could not cancel" problem={toProblem(cancel.error)} onDismiss={cancel.reset} />
      )}
    </>
  )
}

function formatRate(cellsPerMinute: number): string {
  return cellsPerMinute < 10 ? cellsPerMinute.toFixed(1) : formatInteger(cellsPerMinute)
}
