import type { PartKind } from '../../../../shared/domain/part.ts'
import type { ReplayContextMessage } from '../../../../shared/domain/replay-context.ts'
import { formatInteger } from '../../../../shared/lib/format-figures.ts'
import { showControls } from '../../../../shared/lib/show-controls.ts'
import { FateMark } from '../../../components/fate-mark.tsx'
import { KindBadge } from '../../../components/kind-badge.tsx'
import { paidLooks } from '../paid-looks.ts'
import styles from './context.module.css'
import { indexRanges } from '../../../../shared/lib/index-ranges.ts'
import type { PaidMessage } from './paid-of.ts'

/** The two roles that a history has, short. */
const roleWords: Readonly<Record<string, string>> = { assistant: 'asst', user: 'user' }
const paidWords = {
  cacheRead: 'read',
  cacheWrite: 'written',
  uncached: 'uncached',
  output: 'output',
} as const

/** Names of the columns. */
export function ContextListHead() {
  return (
    <div className={styles.row} aria-hidden>
      <span>From</span>
      <span>Role</span>
      <span>Kind</span>
      <span>Fate</span>
      <span>Text</span>
      <span>Paid as</span>
      <span className={styles.number}>Tokens</span>
    </div>
  )
}

type ContextListRowProps = {
  readonly row: ReplayContextMessage
  readonly paid: PaidMessage | null
  /** Whether the context beside it has nothing like it. */
  readonly isOnlyHere: boolean
}

/** One message of a context on one line. */
export function ContextListRow({ row, paid, isOnlyHere }: ContextListRowProps) {
  const { sources, role, byKind, fate, preview, tokens } = row
  const kind = mostOf(byKind)
  return (
    <div className={styles.row} data-only={isOnlyHere}>
      <span className={styles.cut} title={indexRanges(sources)}>
        {sources.length === 0 ? '–' : `#${shortRange(sources)}`}
      </span>
      <span className={styles.cut} title={role}>
        {roleWords[role] ?? role}
      </span>
      <span className={styles.cut}>{kind !== null && <KindBadge kind={kind} />}</span>
      <span className={styles.cut}>
        <FateMark fate={fate} />
      </span>
      <span className={styles.cut}>
        {isOnlyHere && <span className={styles.only}>only here</span>}
        <span className={styles.muted}>{showControls(preview)}</span>
      </span>
      <span
        className={styles.cut}
        title={paid?.isAll === false ? 'The rest of it was paid otherwise' : undefined}
      >
        {paid !== null && (
          <>
            <span className={styles.swatch} style={{ background: paidLooks[paid.kind].color }} aria-hidden />
            {paid.isAll ? paidWords[paid.kind] : `mostly ${paidWords[paid.kind]}`}
          </>
        )}
      </span>
      <span className={styles.number}>{formatInteger(tokens)}</span>
    </div>
  )
}

function shortRange(sources: readonly number[]): string {
  const [first] = sources
  const last = sources.at(-1)
  return first === last ? `${first}` : `${first}–${last}`
}

function mostOf(byKind: ReplayContextMessage['byKind']): PartKind | null {
  // The keys of a record by kind are kinds.
  const entries = Object.entries(byKind) as [PartKind, number][]
  return entries.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null
}
