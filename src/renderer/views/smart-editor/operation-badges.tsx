import { Tag } from '../../components/tag.tsx'
import styles from './smart-editor.module.css'
import { operationLooks, type Operation } from './operations.ts'

/** What is expected of an operation, as three words. They are claims; a run says what it really was. */
export function OperationBadges({ operation }: { readonly operation: Operation }) {
  const { cost, speed, preserves } = operationLooks[operation]
  return (
    <span className={styles.badges}>
      <Tag about="Expected cost of a part; a run says what it was">{cost}</Tag>
      <Tag about="Expected speed; a run says what it was">{speed}</Tag>
      <Tag about="Expected share of the information that stays; a run says what did">keeps {preserves}</Tag>
    </span>
  )
}
