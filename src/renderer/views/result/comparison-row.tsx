import { memo } from 'react'
import type { AlignedRow, MessageBrief } from '../../../shared/domain/aligned-row.ts'
import { formatInteger } from '../../../shared/lib/format-figures.ts'
import { showControls } from '../../../shared/lib/show-controls.ts'
import { FateMark } from '../../components/fate-mark.tsx'
import { KindBadge } from '../../components/kind-badge.tsx'
import { PinMark } from '../../components/pin-mark.tsx'
import { kindLooks } from '../../components/part-kinds.ts'
import { splitTail } from '../../lib/split-tail.ts'
import { goneKinds, leadingReasons, type GroupPlace } from './align-rows.ts'
import styles from './comparison.module.css'

/** Names of the two sides. */
export function ComparisonHead() {
  return (
    <div className={styles.row} aria-hidden>
      <span className={styles.source}>
        <span className={styles.number}>#</span>
        <span>Role</span>
        <span>Kinds</span>
        <span>Source</span>
        <span className={styles.number}>Tokens</span>
      </span>
      <span className={styles.result}>
        <span />
        <span>What happened</span>
        <span className={styles.number}>#</span>
        <span>Result, or why</span>
        <span className={styles.number}>Tokens</span>
      </span>
    </div>
  )
}

/** A source message and what became of it. */
export const ComparisonRow = memo(function ComparisonRow(props: {
  readonly row: AlignedRow
  readonly place: GroupPlace
  /** Names the pass of each reason, where a run has several. */
  readonly withPass: boolean
}) {
  const { row, place, withPass } = props
  const repeated = place === 'middle' || place === 'end'
  return (
    <div className={styles.row} data-gone={row.result === null}>
      <span className={styles.source}>{row.source && <SourceCells brief={row.source} />}</span>
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
          {describe(row, withPass)}
        </span>
        <span className={styles.number}>
          {row.result !== null && !repeated && formatInteger(row.result.tokens)}
        </span>
      </span>
    </div>
  )
})

function SourceCells({ brief }: { readonly brief: MessageBrief }) {
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

/** What went and why; for what nothing happened to, the text itself. */
function describe(row: AlignedRow, withPass: boolean) {
  const [first, ...more] = leadingReasons(row)
  const gone = goneKinds(row)
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

/** Characters. The end of a reason says where or how much, so it is never cut off. */
const longestTail = 16
