import { NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import type { ChangeEvent } from 'react'
import { assertNever } from '../../../shared/lib/assert-never.ts'
import { issueAt, type FieldInputProps } from './field-input-props.ts'
import type { ScalarField } from './form-field.ts'
import { valueAt } from './settings-value.ts'

/** A text that may be longer than this is written on several lines. */
const longestLine = 1000

/** A field that holds one plain value. */
export function ScalarInput({ field, settings, issues, onValue }: FieldInputProps<ScalarField>) {
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
      return (
        <NumberInput
          {...common}
          {...boundsOf(field)}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => {
            if (typeof next === 'number') onValue(field.path, next)
            else if (next === '' && field.nullable) onValue(field.path, null)
          }}
        />
      )
    case 'text': {
      const isLong = (field.maxLength ?? 0) > longestLine
      const Input = isLong ? Textarea : TextInput
      return (
        <Input
          {...common}
          {...(isLong ? { autosize: true, minRows: 2, maxRows: 10 } : {})}
          value={typeof value === 'string' ? value : ''}
          maxLength={field.maxLength ?? undefined}
          placeholder={field.nullable ? 'none' : undefined}
          onChange={({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
            onValue(field.path, field.nullable && currentTarget.value === '' ? null : currentTarget.value)
          }
        />
      )
    }
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
    default:
      return assertNever(field)
  }
}

/** Bounds guide the buttons only: what is typed out of bounds is kept, and explained by the provider. */
function boundsOf(field: Extract<ScalarField, { kind: 'number' }>) {
  const range = field.min !== null && field.max !== null ? `${field.min} to ${field.max}` : ''
  return {
    allowDecimal: !field.whole,
    clampBehavior: 'none',
    step: field.whole ? 1 : 0.05,
    placeholder: field.nullable ? 'none' : range,
    ...(field.min === null ? {} : { min: field.min }),
    ...(field.max === null ? {} : { max: field.max }),
  } as const
}
