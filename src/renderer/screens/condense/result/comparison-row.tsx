import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { memo } from 'react'
import type { AlignedRow, MessageBrief } from '../../../../shared/condense/aligned-row-types.ts'
import { showControls } from '../../../../shared/experiments/show-controls-lib.ts'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { splitTail } from '../../../lib/split-tail.ts'
import { FateMark } from '../../../ui/components/marks/fate-mark.tsx'
import { KindBadge } from '../../../ui/components/marks/kind-badge.tsx'
import { kindLooks } from '../../../ui/components/marks/part-kinds.ts'
import { PinMark } from '../../../ui/components/marks/pin-mark.tsx'
import { findGoneKinds, sortReasons, type GroupPlace } from './align-rows.ts'
import styles from './comparison.module.css'

/** A source message and what became of it. */
export const ComparisonRow = memo(function ComparisonRow(props: {
  readonly row: AlignedRow
  readonly place: GroupPlace
  /** Names the pass of each reason, where a run has several. */
  readonly withPass: boolean
  /** All rows that it stands for, itself included. */
  readonly alike: readonly AlignedRow[]
  readonly isUnfolded: boolean
  readonly onToggle: () => void
}) {
  const { row, place, withPass, alike, isUnfolded, onToggle } = props
  const isFolded = alike.length > 1 && !isUnfolded
  const repeated = place === 'middle' || place === 'end'
  return (
    <div className={styles.row} data-gone={row.result === null}>
      <span className={styles.source}>
        {row.source && <SourceCells brief={row.source} folded={isFolded ? alike : []} />}
      </span>
      <span className={styles.result}>
        <span className={styles.bracket} data-place={place} />
        <span className={styles.fate}>
          <FateMark fate={row.fate} />
          {row.pinned !== undefined && <PinMark extent={row.pinned} />}
        </span>
        <span className={styles.number}>{row.result !== null && !repeated && row.result.index}</span>
        <span
          className={styles.cut}
          title={row.reasons
            .map(({ reason, passId }) => (withPass ? `${reason} · ${passId}` : reason))
            .join('\n')}
        >
          {alike.length > 1 && <FoldMark count={alike.length} isOpen={isUnfolded} onToggle={onToggle} />}
          {describe(row, withPass)}
        </span>
        <span className={styles.number}>
          {row.result !== null &&
            !repeated &&
            formatInteger(isFolded ? sumResultTokens(alike) : row.result.tokens)}
        </span>
      </span>
    </div>
  )
})

/** Characters. The end of a reason says where or how much, so it is never cut off. */
const longestTail = 16

type FoldMarkProps = { readonly count: number; readonly isOpen: boolean; readonly onToggle: () => void }

/** `94 ×` before what so many rows say, which it unfolds; Enter does the same on the row. */
function FoldMark({ count, isOpen, onToggle }: FoldMarkProps) {
  const Icon = isOpen ? IconChevronDown : IconChevronRight
  return (
    <span
      role="presentation"
      className={styles.fold}
      title={isOpen ? 'Fold these rows (Enter)' : 'Show these rows one by one (Enter)'}
      onClick={onToggle}
    >
      <Icon size={12} aria-hidden />
      {formatInteger(count)} ×
    </span>
  )
}

/** Messages of the result of some rows, each once. */
function sumResultTokens(rows: readonly AlignedRow[]): number {
  const results = new Map(
    rows.flatMap(({ result }) => (result === null ? [] : [[result.index, result.tokens]])),
  )
  return [...results.values()].reduce((sum, tokens) => sum + tokens, 0)
}

type SourceCellsProps = {
  readonly brief: MessageBrief
  /** The rows that are folded into this one; none where it stands for itself. */
  readonly folded: readonly AlignedRow[]
}

function SourceCells({ brief, folded }: SourceCellsProps) {
  const last = folded.at(-1)?.source
  if (last != null) {
    const tokens = folded.reduce((sum, { source }) => sum + (source?.tokens ?? 0), 0)
    return (
      <>
        <span className={styles.number}>{brief.index}</span>
        <span className={styles.folded}>
          to {last.index}: {formatInteger(folded.length)} messages
        </span>
        <span className={styles.number}>{formatInteger(tokens)}</span>
      </>
    )
  }
  return (
    <>
      <span className={styles.number}>{brief.index}</span>
      <span className={styles.cut}>{brief.role}</span>
      <span className={styles.kinds}>{brief.kinds[0] && <KindBadge kind={brief.kinds[0]} />}</span>
      <span className={styles.preview}>{showControls(brief.preview)}</span>
      <span className={styles.number}>{formatInteger(brief.tokens)}</span>
    </>
  )
}

/** What went and why, or the text itself where nothing changed. */
function describe(row: AlignedRow, withPass: boolean) {
  const [first, ...more] = sortReasons(row)
  const gone = findGoneKinds(row)
  if (first === undefined)
    return <span className={styles.faint}>{showControls(row.result?.preview ?? '')}</span>
  const [head, tail] = splitTail(first.reason, longestTail)
  return (
    <span className={styles.why}>
      {gone.length > 0 && (
        <span className={styles.gone}>{gone.map((kind) => kindLooks[kind].short).join(', ')} gone · </span>
      )}
      <span className={styles.cut}>{head}</span>
      <span className={styles.whole}>
        {tail}
        {withPass && <span className={styles.faint}> · {first.passId}</span>}
        {more.length > 0 && <span className={styles.faint}> · +{more.length} more</span>}
      </span>
    </span>
  )
}
