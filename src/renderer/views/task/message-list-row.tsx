import { memo } from 'react'
import type { MessageRow } from '../../../shared/domain/inspection.ts'
import { KindBadge } from '../../components/kind-badge.tsx'
import { formatInteger } from '../../lib/format.ts'
import { joinClasses } from '../../lib/join-classes.ts'
import { showControls } from '../../lib/show-controls.ts'
import styles from './messages-tab.module.css'

/** Kinds that fit on a row; the detail pane names all. */
const mostKinds = 2

const flagLabels: Readonly<Record<MessageRow['flags'][number], string>> = {
  hidden: 'hidden',
  summary: 'summary',
  duplicate: 'dup',
  superseded: 'stale',
  error: 'error',
  invalid: 'invalid',
  image: 'image',
}

/** Names of the columns of the message list. */
export function MessageListHead() {
  return (
    <div className={styles.row} aria-hidden>
      <span className={styles.number}>#</span>
      <span>Role</span>
      <span>Kinds</span>
      <span>Tool</span>
      <span>Path or text</span>
      <span />
      <span className={styles.number}>Tokens</span>
    </div>
  )
}

type MessageListRowProps = { readonly row: MessageRow; readonly match: boolean }

/** One message on one line; hidden ones are greyed and say so. */
export const MessageListRow = memo(function MessageListRow({ row, match }: MessageListRowProps) {
  const more = row.kinds.length - mostKinds
  const tools = row.toolNames.join(', ')
  return (
    <div
      className={joinClasses(styles.row, row.effectiveIndex === null && styles.hidden, match && styles.match)}
    >
      <span className={styles.number}>{row.index}</span>
      <span className={styles.cut}>{row.role}</span>
      <span className={styles.kinds}>
        {row.kinds.slice(0, mostKinds).map((kind) => (
          <KindBadge key={kind} kind={kind} />
        ))}
        {more > 0 && <span className={styles.muted}>+{more}</span>}
      </span>
      <span className={styles.cut} title={tools}>
        {tools}
      </span>
      <span className={styles.cut}>
        {row.paths.length > 0 && <span className={styles.path}>{row.paths.join(', ')} </span>}
        <span className={styles.muted}>{showControls(row.preview)}</span>
      </span>
      <span className={styles.flags}>
        {row.flags.map((flag) => (
          <span key={flag} className={styles.flag} data-flag={flag} title={flag}>
            {flagLabels[flag]}
          </span>
        ))}
      </span>
      <span className={styles.number}>{row.tokens === null ? '·' : formatInteger(row.tokens)}</span>
    </div>
  )
})
