import { CloseButton } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { Expanded } from '../../../shared/api/runs.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { toProblem } from '../../data/to-problem.ts'
import { countOf } from '../../lib/format.ts'
import styles from './result-header.module.css'

type ExpandAnswerProps = {
  readonly expanded: Expanded | null
  readonly error: unknown
  readonly onDismiss: () => void
}

/** Whether the result gives its source back, and why not. */
export function ExpandAnswer({ expanded, error, onDismiss }: ExpandAnswerProps) {
  if (error !== null)
    return <ErrorPanel title="Cannot be expanded" problem={toProblem(error)} onDismiss={onDismiss} />
  if (expanded === null) return null
  const restored =
    expanded.restoredFromStore === 0
      ? 'from the result alone'
      : `${countOf(expanded.restoredFromStore, 'part')} of it from the store`
  return (
    <div className={styles.answer} role="status" data-good={expanded.verified}>
      {expanded.verified ? (
        <IconCircleCheck size={16} aria-hidden />
      ) : (
        <IconAlertTriangle size={16} aria-hidden />
      )}
      <span>
        {verdictOf(expanded)}, {countOf(expanded.messages.length, 'message')}, {restored}.
      </span>
      <CloseButton size="sm" ml="auto" aria-label="Dismiss" onClick={onDismiss} />
    </div>
  )
}

function verdictOf({ verified, sameBytes }: Expanded): string {
  if (!verified) return 'Not verified: what comes back differs from the source'
  return sameBytes
    ? 'Verified: expanding gives the source back, byte for byte'
    : 'Verified: expanding gives the messages of the source back; its file was written differently'
}
