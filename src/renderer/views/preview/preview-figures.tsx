import type { RunEstimate } from '../../../shared/domain/estimate.ts'
import { formatDuration, formatUsd } from '../../../shared/lib/format-figures.ts'
import { Figure, Figures } from '../../components/figure.tsx'
import { formatReduction, formatShare, formatTokens } from '../../lib/format.ts'
import styles from './preview.module.css'
import { WindowAfter } from './window-after.tsx'

type PreviewFiguresProps = {
  readonly estimate: RunEstimate
  /** From here on a cost is worth a warning; null while the policy is not known. */
  readonly alertCostUsd: number | null
  /** The task whose window the estimate is held against; null while nothing is asked for. */
  readonly taskId: string | null
}

/** The figures of an estimate, as a result has them, and how much of it is guessed. */
export function PreviewFigures({ estimate, alertCostUsd, taskId }: PreviewFiguresProps) {
  const { originalTokens, finalTokens, confidence, costUsd, durationMs, modelCalls, status } = estimate
  const condenses = status === 'condensed'
  const isDear = alertCostUsd !== null && costUsd > alertCostUsd
  return (
    <div className={styles.figures}>
      <Figures>
        <Figure label="Original" value={formatTokens(originalTokens)} />
        <Figure label="Estimated" value={condenses ? formatTokens(finalTokens) : '–'} />
        <Figure
          label="Reduction"
          value={condenses ? formatReduction(originalTokens, finalTokens) : '–'}
          tone={!condenses ? 'plain' : finalTokens < originalTokens ? 'good' : 'bad'}
        />
        {condenses && taskId !== null && <WindowAfter taskId={taskId} finalTokens={finalTokens} />}
        <Figure
          label="Cost"
          value={formatUsd(costUsd)}
          tone={isDear ? 'bad' : 'plain'}
          note={
            isDear
              ? `More than ${formatUsd(alertCostUsd)}, above which the policy gives an alert`
              : 'Estimated from the length of requests and of the longest answers'
          }
        />
        <Figure label="Time" value={formatDuration(durationMs)} />
        {modelCalls > 0 && <Figure label="Model calls" value={modelCalls} />}
        <Figure
          label="Counted, not guessed"
          value={formatShare(Math.round(confidence * 100))}
          note="Of the estimated tokens; the rest is the guessed length of answers"
        />
      </Figures>
    </div>
  )
}
