import type { PartKind } from '../../../../shared/kernel/part.ts'
import { findTermById } from '../../../../shared/kernel/words/glossary.ts'
import { Row, Swatch } from '../../layout/layout.tsx'
import { kindLooks } from './part-kinds.ts'

/** The kind of a part as a colour with its word, so that the colour never stands alone. */
export function KindBadge({ kind, long = false }: { readonly kind: PartKind; readonly long?: boolean }) {
  const look = kindLooks[kind]
  return (
    <Row
      component="span"
      inline
      gap="xs"
      fz="xs"
      nowrap
      title={`${look.label}: ${findTermById(kind)?.definition ?? ''}`}
    >
      <Swatch style={{ background: look.color }} aria-hidden />
      {long ? look.label : look.short}
    </Row>
  )
}
