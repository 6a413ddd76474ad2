import { Fieldset, Select } from '@mantine/core'
import { issueAt, type FieldInputProps } from './field-input-props.ts'
import type { FormField } from './form-field.ts'
import { ScalarInput } from './scalar-input.tsx'
import styles from './schema-form.module.css'
import { valueAt } from './settings-value.ts'

/** One field, or a group of them, with its description and what is wrong with it. */
export function FieldInput(props: FieldInputProps) {
  const { field } = props
  switch (field.kind) {
    case 'group':
      return (
        <Fieldset legend={field.label} className={styles.group}>
          {field.description !== '' && <p className={styles.description}>{field.description}</p>}
          {field.fields.map((inner) => (
            <FieldInput key={inner.path.join('.')} {...props} field={inner} />
          ))}
        </Fieldset>
      )
    case 'choice':
      return <ChoiceInput {...props} field={field} />
    case 'json-only':
      return (
        <p className={styles.description}>
          <strong>{field.label}</strong> is edited as JSON. {field.description}
        </p>
      )
    default:
      return <ScalarInput {...props} field={field} />
  }
}

/** A value that comes in several forms: which one, and the fields of that one. */
function ChoiceInput(props: FieldInputProps<Extract<FormField, { kind: 'choice' }>>) {
  const { field, settings, issues, onValue } = props
  const tagPath = [...field.path, field.tag]
  const chosen = field.variants.find((variant) => variant.value === valueAt(settings, tagPath))
  return (
    <Fieldset legend={field.label} className={styles.group}>
      <Select
        aria-label={field.label}
        description={field.description || undefined}
        error={issueAt(issues, field.path) ?? issueAt(issues, tagPath)}
        data={field.variants.map(({ value, label }) => ({ value, label }))}
        value={chosen?.value ?? null}
        allowDeselect={false}
        clearable={field.nullable}
        onChange={(value) => {
          const next = field.variants.find((variant) => variant.value === value)
          if (next !== undefined) onValue(field.path, next.defaults)
          else if (field.nullable) onValue(field.path, null)
        }}
      />
      {chosen?.fields.map((inner) => (
        <FieldInput key={inner.path.join('.')} {...props} field={inner} />
      ))}
    </Fieldset>
  )
}
