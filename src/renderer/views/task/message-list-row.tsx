import { IconPin } from '@tabler/icons-react'
import { memo } from 'react'
import type { MessageRow } from '../../../shared/domain/inspection.ts'
import type { TaskPin } from '../../../shared/domain/pin.ts'
import { formatInteger } from '../../../shared/lib/format-figures.ts'
import { showControls } from '../../../shared/lib/show-controls.ts'
import { KindBadge } from '../../components/kind-badge.tsx'
import { PinMark, type PinExtent } from '../../components/pin-mark.tsx'
import { joinClasses } from '../../lib/join-classes.ts'
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
      <span />
      <span className={styles.number}>#</span>
      <span className={styles.cut}>Role</span>
      <span className={styles.cut}>Kinds</span>
      <span className={styles.cut}>Tool</span>
      <span className={styles.cut}>Path or text</span>
      <span />
      <span className={styles.number}>Tokens</span>
    </div>
  )
}

type MessageListRowProps = {
  readonly row: MessageRow
  readonly match: boolean
  /** How much of it is pinned; null for nothing. */
  readonly pinned: PinExtent | null
  readonly onPin: (place: TaskPin) => void
}

/** One message on one line; hidden ones are greyed and say so. */
export const MessageListRow = memo(function MessageListRow(props: MessageListRowProps) {
  const { row, match, pinned, onPin } = props
  const more = row.kinds.length - mostKinds
  const tools = row.toolNames.join(', ')
  return (
    <div
      className={joinClasses(styles.row, row.effectiveIndex === null && styles.hidden, match && styles.match)}
    >
      <RowPin row={row} pinned={pinned} onPin={onPin} />
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

/**
 * The pin of a message, to be clicked. A row of a list box may hold no button; the key `p` and the button of the detail
 * pane do the same for those who do not point.
 */
function RowPin({ row, pinned, onPin }: Omit<MessageListRowProps, 'match'>) {
  const isHidden = row.effectiveIndex === null && pinned === null
  if (isHidden) return <span />
  return (
    <span
      role="presentation"
      className={styles.pinCell}
      onClick={(event) => {
        event.stopPropagation()
        onPin({ messageIndex: row.index, partIndex: null })
      }}
    >
      {pinned === null ? (
        <IconPin size={14} className={styles.unpinned} aria-hidden />
      ) : (
        <PinMark extent={pinned} />
      )}
    </span>
  )
}
