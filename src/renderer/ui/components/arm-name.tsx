import { Inline, Row } from '../layout/layout.tsx'
import { VariantMark } from './marks/variant-mark.tsx'
import { Tag } from './tag.tsx'

type ArmNameProps = {
  readonly label: string
  /** Of its mark; absent where it has none. */
  readonly place?: number
  readonly isExtracted: boolean
}

/** A method with its mark, and whether its summaries are extracted where an agent would ask a model. */
export function ArmName({ label, place, isExtracted }: ArmNameProps) {
  return (
    <Row component="span" gap={6} miw={0}>
      {place !== undefined && <VariantMark place={place} />}
      <Inline miw={0} cut>
        {label}
      </Inline>
      {isExtracted && (
        <Tag about="The rules of this method, with an extract of the history in place of its model.">
          extracted
        </Tag>
      )}
    </Row>
  )
}
