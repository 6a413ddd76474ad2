import { Link } from 'wouter'
import type { AttemptStatus } from '../../../shared/domain/metrics.ts'
import { showControls } from '../../../shared/lib/show-controls.ts'
import { formatTime } from '../../lib/format.ts'
import { routes } from '../../lib/routes.ts'
import type { RunsSelection } from '../../lib/runs-selection.ts'
import styles from './selection-note.module.css'

const statusWords: Readonly<Record<AttemptStatus, string>> = {
  condensed: 'condensed',
  insufficient: 'saved too little',
  unchanged: 'unchanged',
  failed: 'failed',
  running: 'running',
  cancelled: 'cancelled',
  interrupted: 'interrupted',
  'not-needed': 'not needed',
}

/** Which runs of all are listed, and the ways back. */
export function SelectionNote({ selection: { name, selection } }: { readonly selection: RunsSelection }) {
  const { status, code, taskId, sinceTs } = selection
  const words = [
    showControls(name),
    status !== undefined && statusWords[status],
    code !== undefined && (code === '' ? 'without a code' : showControls(code)),
    taskId !== undefined && 'one task',
    sinceTs !== undefined && `since ${formatTime(sinceTs)}`,
  ].filter((word) => word !== false)
  return (
    <span className={styles.note}>
      <span className={styles.words}>{words.join(' · ')}</span>
      <Link href={routes.monitor}>Back to the Monitor</Link>
      <Link href={routes.runs}>All runs</Link>
    </span>
  )
}
