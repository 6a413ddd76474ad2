import { IconGauge } from '@tabler/icons-react'
import { ownerText, useContextStatus } from '../../data/use-context-status.ts'
import { formatShare } from '../../lib/format.ts'
import styles from './task-header.module.css'
import { ToggleButton } from './toggle-button.tsx'

type ContextButtonProps = {
  readonly taskId: string
  readonly isShown: boolean
  readonly onToggle: () => void
}

/** How full the window is, at a glance; more behind it. */
export function ContextButton({ taskId, isShown, onToggle }: ContextButtonProps) {
  const { window, status } = useContextStatus(taskId)
  const isKnown = window.windowTokens !== null && status.data !== undefined
  const isDue = isKnown && (status.data.wouldCondense || status.data.wouldTruncate)
  return (
    <ToggleButton
      label={isKnown ? `Context ${formatShare(Math.round(status.data.percent))}` : 'Context'}
      icon={<IconGauge size={14} {...(isDue ? { className: styles.caution ?? '' } : {})} aria-hidden />}
      {...(isKnown ? { title: ownerText(window) } : {})}
      isShown={isShown}
      onToggle={onToggle}
    />
  )
}
