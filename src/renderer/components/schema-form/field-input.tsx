import { Fieldset, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import type { SettingIssue } from '../../../shared/api/providers.ts'
import type { Settings } from '../../../shared/domain/provider.ts'
import { assertNever } from '../../../shared/lib/assert-never.ts'
import { ChoiceInput } from './choice-input.tsx'
import type { FieldPath, FormField } from './form-field.ts'
import styles from './schema-form.module.css'
import { valueAt, type JsonValue } from './settings-value.ts'

export type FieldInputProps<Field extends FormField = FormField> = {
  readonly field: Field
  readonly settings: Settings
  readonly issues: readonly SettingIssue[]
  readonly onValue: (path: FieldPath, value: JsonValue) => void
}

/** One field with its widget, its description and what is wrong with it. */
export function FieldInput(props: FieldInputProps) {
  const { field, settings, issues, onValue } = props
  const value = valueAt(settings, field.path)
  const common = {
    label: field.label,
    description: field.description || undefined,
    error: issueAt(issues, field.path),
  }
  switch (field.kind) {
    case 'switch':
      return (
        <Switch
          {...common}
          checked={value === true}
          onChange={(event) => onValue(field.path, event.currentTarget.checked)}
        />
      )
    case 'number':
      return <NumberField {...props} field={field} common={common} />
    case 'text':
      return (
        <TextInput
          {...common}
          value={typeof value === 'string' ? value : ''}
          maxLength={field.maxLength ?? undefined}
          placeholder={field.nullable ? 'none' : undefined}
          onChange={(event) =>
            onValue(
              field.path,
              field.nullable ? event.currentTarget.value || null : event.currentTarget.value,
            )
          }
        />
      )
    case 'select':
      return (
        <Select
          {...common}
          data={[...field.options]}
          value={typeof value === 'string' ? value : null}
          allowDeselect={field.nullable}
          clearable={field.nullable}
          onChange={(option) => (option !== null || field.nullable) && onValue(field.path, option)}
        />
      )
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
      return assertNever(field)
  }
}

type NumberFieldProps = FieldInputProps<Extract<FormField, { kind: 'number' }>> & {
  readonly common: {
    readonly label: string
    readonly description: string | undefined
    readonly error: string | undefined
  }
}

/** Bounds are not enforced while someone types: what is out of bounds is kept and explained. */
function NumberField({ field, settings, onValue, common }: NumberFieldProps) {
  const value = valueAt(settings, field.path)
  const bounds = field.min !== null && field.max !== null ? `${field.min} to ${field.max}` : ''
  return (
    <NumberInput
      {...common}
      value={typeof value === 'number' ? value : ''}
      allowDecimal={!field.whole}
      clampBehavior="none"
      {...(field.min === null ? {} : { min: field.min })}
      {...(field.max === null ? {} : { max: field.max })}
      step={field.whole ? 1 : 0.05}
      placeholder={field.nullable ? 'none' : bounds}
      onChange={(next) => {
        if (typeof next === 'number') onValue(field.path, next)
        else if (next === '' && field.nullable) onValue(field.path, null)
      }}
    />
  )
}

/** What is wrong with exactly this field. */
export function issueAt(issues: readonly SettingIssue[], path: FieldPath): string | undefined {
  return issues.find((issue) => issue.path.join('/') === path.join('/'))?.message
}
