import { VariantMark } from './marks/variant-mark.tsx'
import { Tag } from './tag.tsx'

type ArmNameProps = {
  readonly label: string
  /** Of its mark; absent where it has none. */
  readonly place?: number
  readonly isExtracted: boolean
}

/** An arm with its mark, and whether its summaries are extracted where an agent would ask a model. */
export function ArmName({ label, place, isExtracted }: ArmNameProps) {
  return (
    <span style={{ display: 'flex', alignItems: 'center', gap: 6, minWidth: 0 }}>
      {place !== undefined && <VariantMark place={place} />}
      <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{label}</span>
      {isExtracted && (
        <Tag about="Its summaries come from a model. Here they are extracted from the history, without one.">
          extracted
        </Tag>
      )}
    </span>
  )
}
