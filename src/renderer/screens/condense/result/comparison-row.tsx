import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { memo } from 'react'
import type { AlignedRow, MessageBrief } from '../../../../shared/condense/aligned-row-types.ts'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { splitTail } from '../../../lib/split-tail.ts'
import { FateMark } from '../../../ui/components/marks/fate-mark.tsx'
import { KindBadge } from '../../../ui/components/marks/kind-badge.tsx'
import { kindLooks } from '../../../ui/components/marks/part-kinds.ts'
import { PinMark } from '../../../ui/components/marks/pin-mark.tsx'
import { Inline, Row } from '../../../ui/layout/layout.tsx'
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
        <Row component="span" gap={0} justify="space-between">
          <FateMark fate={row.fate} />
          {row.pinned !== undefined && <PinMark extent={row.pinned} />}
        </Row>
        <Inline ta="right">{row.result !== null && !repeated && row.result.index}</Inline>
        <span
          className={styles.cut}
          title={row.reasons
            .map(({ reason, passId }) => (withPass ? `${reason} · ${passId}` : reason))
            .join('\n')}
        >
          {alike.length > 1 && <FoldMark count={alike.length} isOpen={isUnfolded} onToggle={onToggle} />}
          {/* The first row of a group says it for all. */}
          {repeated && row.fate === 'summarised' ? null : describe(row, withPass)}
        </span>
        <Inline ta="right">
          {row.result !== null &&
            !repeated &&
            formatInteger(isFolded ? sumResultTokens(alike) : row.result.tokens)}
        </Inline>
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
        <Inline ta="right">{brief.index}</Inline>
        <span className={styles.folded}>
          to {last.index}: {formatInteger(folded.length)} messages
        </span>
        <Inline ta="right">{formatInteger(tokens)}</Inline>
      </>
    )
  }
  return (
    <>
      <Inline ta="right">{brief.index}</Inline>
      <span className={styles.cut}>{brief.role}</span>
      <Inline clip>{brief.kinds[0] && <KindBadge kind={brief.kinds[0]} />}</Inline>
      <span className={styles.preview}>{showControls(brief.preview)}</span>
      <Inline ta="right">{formatInteger(brief.tokens)}</Inline>
    </>
  )
}

/** What went and why, or the text itself where nothing changed. */
function describe(row: AlignedRow, withPass: boolean) {
  const [first, ...more] = sortReasons(row)
  const gone = findGoneKinds(row)
  if (first === undefined) return <Inline c="dimmed">{showControls(row.result?.preview ?? '')}</Inline>
  const [head, tail] = splitTail(first.reason, longestTail)
  return (
    <Row component="span" align="stretch" gap={0} miw={0}>
      {gone.length > 0 && (
        <span className={styles.gone}>{gone.map((kind) => kindLooks[kind].short).join(', ')} gone · </span>
      )}
      <span className={styles.cut}>{head}</span>
      <span className={styles.whole}>
        {tail}
        {withPass && <Inline c="dimmed"> · {first.passId}</Inline>}
        {more.length > 0 && <Inline c="dimmed"> · +{more.length} more</Inline>}
      </span>
    </Row>
  )
}
