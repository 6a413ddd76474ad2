import { Button, Progress } from '@mantine/core'
import { IconPlayerStop } from '@tabler/icons-react'
import type { RunProgress } from '../../../shared/domain/run.ts'
import { formatInteger } from '../../../shared/lib/format-figures.ts'
import styles from './replay.module.css'

type ReplayProgressProps = {
  readonly job: { readonly isRunning: boolean; readonly progress: RunProgress | null } | null
  readonly onCancel: () => void
  /** What is cancelled. */
  readonly label: string
}

/** How far the work has come, and the way to stop it. */
export function ReplayProgress({ job, onCancel, label }: ReplayProgressProps) {
  if (job?.isRunning !== true) return null
  const { label: stage = 'Starting', done = 0, total = 0 } = job.progress ?? {}
  const percent = total === 0 ? 0 : (100 * done) / total
  return (
    <>
      <span className={styles.progress} role="status">
        {stage}
        {total > 1 && ` · ${formatInteger(done)} of ${formatInteger(total)}`}
      </span>
      <Progress w={120} value={percent} aria-label={`Progress of the ${label}`} transitionDuration={0} />
      <Button
        variant="default"
        leftSection={<IconPlayerStop size={14} aria-hidden />}
        aria-label={`Cancel the ${label}`}
        onClick={onCancel}
      >
        Cancel
      </Button>
    </>
  )
}
