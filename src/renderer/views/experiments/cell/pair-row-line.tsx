import type { AlignedRow } from '../../../../shared/domain/aligned-row.ts'
import { formatInteger } from '../../../../shared/lib/format-figures.ts'
import { showControls } from '../../../../shared/lib/show-controls.ts'
import { FateMark } from '../../../components/fate-mark.tsx'
import type { PairRow } from './pair-rows.ts'
import styles from './pair-view.module.css'

/** Names of the columns. */
export function PairRowHead({ first, second }: { readonly first: string; readonly second: string }) {
  return (
    <div className={styles.row} aria-hidden>
      <span className={styles.number}>#</span>
      <span>Source</span>
      <span className={styles.number}>Tokens</span>
      <span>{first}</span>
      <span className={styles.number}>Tokens</span>
      <span>{second}</span>
      <span className={styles.number}>Tokens</span>
    </div>
  )
}

/** A source message and what became of it in both results. */
export function PairRowLine({ row: { index, first, second } }: { readonly row: PairRow }) {
  const source = first?.source ?? second?.source ?? null
  return (
    <div className={styles.row}>
      <span className={styles.number}>{index ?? ''}</span>
      <span className={styles.cut}>
        {source === null ? (
          <span className={styles.muted}>written by the provider</span>
        ) : (
          showControls(source.preview)
        )}
      </span>
      <span className={styles.number}>{source === null ? '' : formatInteger(source.tokens)}</span>
      <Side row={first} />
      <Side row={second} />
    </div>
  )
}

function Side({ row }: { readonly row: AlignedRow | null }) {
  return (
    <>
      <span>{row === null ? '–' : <FateMark fate={row.fate} />}</span>
      <span className={styles.number}>{row?.result ? formatInteger(row.result.tokens) : ''}</span>
    </>
  )
}
