import { requestSizeText } from '../../shared/words/recorded-words.ts'
import { ownerText, useContextStatus } from '../data/use-context-status.ts'
import { formatShare, formatTokens } from '../lib/format.ts'
import styles from './status-bar.module.css'

/** How full the window is by the open task; nothing where no window is known. */
export function WindowUse({ taskId }: { readonly taskId: string }) {
  const { window, status } = useContextStatus(taskId)
  if (window.windowTokens === null || status.data === undefined) return null
  const { percent, contextTokens, basis, wouldCondense, wouldTruncate, reason } = status.data
  const request = `Request ${requestSizeText({ tokens: Math.round(contextTokens), basis })}.`
  return (
    <span
      className={styles.muted}
      data-near={wouldCondense || wouldTruncate}
      title={[request, reason, ownerText(window)].join(' ').trim()}
    >
      Request {formatShare(Math.round(percent))} of {formatTokens(window.windowTokens)}
    </span>
  )
}
