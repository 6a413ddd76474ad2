import { Switch } from '@mantine/core'
import { useField } from '../../../components/editor-fields/editor-context.ts'
import type { JsonPath } from '../../../components/editor-fields/json-at.ts'
import styles from './policies.module.css'

/** Whether what is pinned in the task stays as it is, which it does unless the file says otherwise. */
export function PinsField({ path }: { readonly path: JsonPath }) {
  const { value, error, set } = useField(path)
  return (
    <div className={styles.switch}>
      <Switch
        label="Keep pins"
        error={error}
        checked={value !== false}
        onChange={(event) => set(event.currentTarget.checked ? undefined : false)}
      />
    </div>
  )
}
