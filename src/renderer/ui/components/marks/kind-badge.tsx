import type { PartKind } from '../../../../shared/kernel/part.ts'
import { findTermById } from '../../../../shared/kernel/words/glossary.ts'
import { kindLooks } from './part-kinds.ts'
import styles from './kind-badge.module.css'

/** The kind of a part as a colour with its word, so that the colour never stands alone. */
export function KindBadge({ kind, long = false }: { readonly kind: PartKind; readonly long?: boolean }) {
  const look = kindLooks[kind]
  return (
    <span className={styles.badge} title={`${look.label}: ${findTermById(kind)?.definition ?? ''}`}>
      <span className={styles.swatch} style={{ background: look.color }} aria-hidden />
      {long ? look.label : look.short}
    </span>
  )
}
