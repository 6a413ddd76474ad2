import { Fieldset, Select } from '@mantine/core'
import { FieldInput, issueAt, type FieldInputProps } from './field-input.tsx'
import type { FormField } from './form-field.ts'
import styles from './schema-form.module.css'
import { valueAt } from './settings-value.ts'

/** A value that comes in several forms: which one, and the fields of that one. */
export function ChoiceInput(props: FieldInputProps<Extract<FormField, { kind: 'choice' }>>) {
  const { field, settings, issues, onValue } = props
  const tagValue = valueAt(settings, [...field.path, field.tag])
  const variant = field.variants.find((candidate) => candidate.value === tagValue)
  return (
    <Fieldset legend={field.label} className={styles.group}>
      <Select
        aria-label={field.label}
        description={field.description || undefined}
        error={issueAt(issues, field.path) ?? issueAt(issues, [...field.path, field.tag])}
        data={field.variants.map(({ value, label }) => ({ value, label }))}
        value={variant?.value ?? null}
        allowDeselect={false}
        clearable={field.nullable}
        onChange={(value) => {
          const next = field.variants.find((candidate) => candidate.value === value)
          if (next !== undefined) onValue(field.path, next.defaults)
          else if (field.nullable) onValue(field.path, null)
        }}
      />
      {variant?.fields.map((inner) => (
        <FieldInput key={inner.path.join('.')} {...props} field={inner} />
      ))}
    </Fieldset>
  )
}
