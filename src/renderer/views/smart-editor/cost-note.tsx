import { IconAlertTriangle } from '@tabler/icons-react'
import { Tag } from '../../components/tag.tsx'
import type { JsonPath } from '../../components/editor-fields/json-at.ts'
import { useOperationCost } from './operation-costs.ts'
import styles from './smart-editor.module.css'

/** What the operation at a path would cost on the task of the preview, and a warning where that is above a limit. */
export function CostNote({ path }: { readonly path: JsonPath }) {
  const cost = useOperationCost(path)
  if (cost === null) return null
  return (
    <>
      <Tag about="Estimated on the task of the preview; no model was asked">{cost.text}</Tag>
      {cost.warning !== null && (
        <p className={styles.dear}>
          <IconAlertTriangle size={12} aria-hidden /> {cost.warning}
        </p>
      )}
    </>
  )
}
