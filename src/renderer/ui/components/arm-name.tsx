import { Inline, Row, TextButton } from '../layout/layout.tsx'
import { VariantMark } from './marks/variant-mark.tsx'
import { Tag } from './tag.tsx'

type ArmNameProps = {
  readonly label: string
  /** Of its mark; absent where it has none. */
  readonly place?: number
  readonly isExtracted: boolean
  /** What the name does; a name that does nothing is no button. */
  readonly onOpen?: { readonly title: string; readonly act: () => void }
}

/** An arm with its mark, and whether its summaries are extracted where an agent would ask a model. */
export function ArmName({ label, place, isExtracted, onOpen }: ArmNameProps) {
  return (
    <Row component="span" gap={6} miw={0}>
      {place !== undefined && <VariantMark place={place} />}
      {onOpen === undefined ? (
        <Inline miw={0} cut>
          {label}
        </Inline>
      ) : (
        <TextButton type="button" title={onOpen.title} onClick={onOpen.act}>
          {label}
        </TextButton>
      )}
      {isExtracted && (
        <Tag about="The rules of this arm, with an extract of the history in place of its model.">
          extracted
        </Tag>
      )}
    </Row>
  )
}
