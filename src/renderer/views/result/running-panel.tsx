import { Button, Progress } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { RunSummary } from '../../../shared/domain/run.ts'
import { formatInteger } from '../../../shared/lib/format-figures.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { useTrackedRuns } from '../../data/use-tracked-runs.ts'
import { LiveAnswers } from './live-answers.tsx'
import { LiveSpending } from './live-spending.tsx'
import styles from './running-panel.module.css'

/** A run at work: its stage, how far it is, what the model says and costs, and a way to stop it. */
export function RunningPanel({ run }: { readonly run: RunSummary }) {
  const { runs } = useEngine()
  const tracked = useTrackedRuns().find((entry) => entry.run.id === run.id)
  const [cancelError, setCancelError] = useState<unknown>(null)
  const [isCancelling, setIsCancelling] = useState(false)
  useEffect(() => {
    runs.track(run).catch(() => undefined)
  }, [runs, run])
  const cancel = (): void => {
    setIsCancelling(true)
    runs.cancel(run.id).catch((error: unknown) => {
      setIsCancelling(false)
      setCancelError(error)
    })
  }
  const progress = tracked?.progress ?? null
  const problem = tracked?.problem ?? (cancelError === null ? null : toProblem(cancelError))
  if (problem !== null) {
    return (
      <ErrorPanel
        title="Cannot follow this run"
        problem={problem}
        onRetry={() => {
          setCancelError(null)
          void runs.track(run).catch(() => undefined)
        }}
      />
    )
  }
  const counted = progress !== null && progress.total > 0
  const answers = tracked?.answers ?? []
  return (
    <>
      <section className={styles.panel} aria-label="Progress">
        <div className={styles.work}>
          <div className={styles.line}>
            <span role="status">{progress?.label ?? 'Starting'}</span>
            {counted && (
              <span className={styles.figures}>
                {formatInteger(progress.done)} of {formatInteger(progress.total)}
              </span>
            )}
          </div>
          <Progress
            value={counted ? (progress.done / progress.total) * 100 : 100}
            animated={!counted}
            size="sm"
            aria-label="Progress"
          />
        </div>
        <LiveSpending spending={tracked?.spending ?? null} model={run.model} />
        <Button variant="default" loading={isCancelling} onClick={cancel}>
          Cancel
        </Button>
      </section>
      {answers.length > 0 && <LiveAnswers answers={answers} />}
    </>
  )
}
