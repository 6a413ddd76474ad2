import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CopyTextButton } from './copy-text-button.tsx'
import { TextWithCode } from './text-with-code.tsx'
import styles from './error-panel.module.css'

type ErrorPanelProps = {
  readonly title?: string
  readonly problem: {
    readonly message: string
    readonly where: string
    readonly hint: string
    readonly details: string
  }
  readonly onRetry?: (() => void) | undefined
  /** Another way on, such as a link. */
  readonly children?: ReactNode
  readonly onDismiss?: (() => void) | undefined
}

/** A failure in its place: what happened, where, what to do, try again, copy the details. */
export function ErrorPanel({ title, problem, onRetry, onDismiss, children }: ErrorPanelProps) {
  return (
    <section className={styles.panel} role="alert">
      <IconAlertTriangle size={18} stroke={1.75} className={styles.icon} aria-hidden />
      <div className={styles.body}>
        {title !== undefined && <div className={styles.title}>{title}</div>}
        <div className={styles.message}>
          <TextWithCode text={problem.message} />
        </div>
        {problem.where !== '' && <div className={styles.where}>{problem.where}</div>}
        {problem.hint !== '' && (
          <div className={styles.hint}>
            <TextWithCode text={problem.hint} />
          </div>
        )}
        <div className={styles.actions}>
          {onRetry && (
            <Button variant="default" onClick={onRetry}>
              Retry
            </Button>
          )}
          <CopyTextButton text={problem.details} label="Copy details" />
          {children}
          {onDismiss && (
            <Button variant="subtle" color="gray" onClick={onDismiss}>
              Dismiss
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}
