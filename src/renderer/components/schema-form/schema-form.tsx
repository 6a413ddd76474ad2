import type { SettingIssue } from '../../../shared/api/providers.ts'
import type { Settings } from '../../../shared/domain/provider.ts'
import { FieldInput } from './field-input.tsx'
import type { FormField } from './form-field.ts'
import styles from './schema-form.module.css'
import { withValueAt } from './settings-value.ts'

type SchemaFormProps = {
  readonly fields: readonly FormField[]
  readonly settings: Settings
  readonly issues: readonly SettingIssue[]
  readonly onChange: (settings: Settings) => void
}

/** A form drawn from a schema. It keeps nothing to itself: the settings are the one value. */
export function SchemaForm({ fields, settings, issues, onChange }: SchemaFormProps) {
  return (
    <div className={styles.fields}>
      {fields.map((field) => (
        <FieldInput
          key={field.path.join('.')}
          field={field}
          settings={settings}
          issues={issues}
          onValue={(path, value) => onChange(withValueAt(settings, path, value))}
        />
      ))}
    </div>
  )
}
